import { hashKey, type QueryKey } from '@tanstack/react-query'
import { clear, del, delMany, entries, get, promisifyRequest, set } from 'idb-keyval'
import * as z from 'zod/mini'
import { openDatabase } from '#client/browser/database.ts'
import { attempt } from '#client/browser/storage.ts'
import { session } from '#client/session/session.ts'
import { whenWiped } from '#client/session/wipe-queue.ts'

/* The rows of persisted queries in IndexedDB: one per query and account. */

/** The version of the stored format. Older rows are read if today's schema accepts them. */
export const ROW_VERSION = 1

/**
 * The limits for rows that expire (`isLasting` is false): the maximum age of a row in milliseconds,
 * and the maximum number of rows.
 */
export const MAX_AGE_MS = 30 * 86_400_000
const MAX_ROWS = 100
/** The owner of rows that were persisted while nobody was signed in. */
const VISITOR = 'visitor'

export const Row = z.object({
  version: z.int(),
  queryKey: z.array(z.unknown()),
  isLasting: z.boolean(),
  updatedAt: z.number(),
  /** When `updatePersisted` last changed the row without a refetch. */
  changedAt: z.optional(z.number()),
  /** When the request for the data was sent. */
  askedAt: z.optional(z.number()),
  data: z.unknown(),
})
export type Row = z.output<typeof Row>

const store = openDatabase('engawa-queries', 'queries')

/** The persisted queries of some kinds for the current owner, the latest first. */
export async function persistedRows(kinds: readonly string[]) {
  const owner = currentOwner()
  if (owner === undefined) return []
  const prefixes = kinds.map((kind) => `${prefixOf(owner)}["${kind}"`)
  const rows = (await attempt(() => entries<string, unknown>(store))) ?? []
  return rows
    .flatMap(([key, row]) =>
      prefixes.some((prefix) => key.startsWith(prefix)) ? (Row.safeParse(row).data ?? []) : [],
    )
    .sort((a, b) => b.updatedAt - a.updatedAt)
}

/**
 * Changes a persisted row, whether or not its query is in memory. `setQueryData` alone does not
 * persist.
 */
export async function updatePersisted<T>(
  queryKey: QueryKey,
  schema: z.ZodMiniType<T>,
  next: (data: T) => T,
) {
  const key = ownKey(queryKey)
  await whenWiped()
  if (key === undefined || ownKey(queryKey) !== key) return
  await attempt(() =>
    // The read and the write are one transaction, because another tab may change the same row.
    store('readwrite', async (rows) => {
      const row = Row.safeParse(await promisifyRequest(rows.get(key))).data
      const data = schema.safeParse(row?.data)
      if (row && data.success) {
        rows.put({ ...row, data: next(data.data), changedAt: Date.now() }, key)
      }
      await promisifyRequest(rows.transaction)
    }),
  )
}

/** The persisted data of a query. Undefined if the data is missing or not readable. */
export async function readPersisted<T>(queryKey: QueryKey, schema: z.ZodMiniType<T>) {
  // If IndexedDB is known to hang, the read fails immediately instead of waiting for a timeout. The
  // row then counts as missing.
  const row = Row.safeParse(await readOwnRow(queryKey)).data
  return schema.safeParse(row?.data).data
}

/** When the data of a query was last persisted, in milliseconds. Undefined without a row. */
export async function persistedAt(queryKey: QueryKey) {
  return (await readOwnRow(queryKey))?.updatedAt
}

async function readOwnRow(queryKey: QueryKey) {
  const key = ownKey(queryKey)
  return key === undefined ? undefined : readRow(key)
}

/** The key of the current owner's row. Undefined while the owner is unknown. */
function ownKey(queryKey: QueryKey) {
  const owner = currentOwner()
  return owner === undefined ? undefined : prefixOf(owner) + hashKey(queryKey)
}

/**
 * Writes data that only this device has. The data stays until sign-out. Resolves with whether
 * IndexedDB has committed the data.
 */
export async function writeLasting(queryKey: QueryKey, data: unknown) {
  const key = ownKey(queryKey)
  await whenWiped()
  if (key === undefined || ownKey(queryKey) !== key) return false
  const row: Row = {
    version: ROW_VERSION,
    queryKey: [...queryKey],
    isLasting: true,
    updatedAt: Date.now(),
    data,
  }
  const isWritten = await attempt(async () => {
    await set(key, row, store)
    return true
  })
  return isWritten === true
}

/** Deletes the rows of all accounts. Rejects when the storage is broken. */
export function wipeQueries() {
  return clear(store)
}

/**
 * Deletes rows that are too old, exceed the maximum number, cannot be read or belong to another
 * account. With a maximum of 0, only the rows stay that last until sign-out.
 */
export async function sweepQueries(maxRows = MAX_ROWS) {
  const owner = currentOwner()
  if (owner === undefined) return
  const rows = (await attempt(() => entries<string, unknown>(store))) ?? []
  const expiring: { key: string; updatedAt: number }[] = []
  const stale: string[] = []
  for (const [key, value] of rows) {
    const row = Row.safeParse(value).data
    if (!row || !key.startsWith(prefixOf(owner))) stale.push(key)
    else if (!row.isLasting) expiring.push({ key, updatedAt: row.updatedAt })
  }
  const oldest = Date.now() - MAX_AGE_MS
  expiring.sort((a, b) => b.updatedAt - a.updatedAt)
  const outdated = expiring.filter(({ updatedAt }, index) => index >= maxRows || updatedAt < oldest)
  await attempt(() => delMany([...stale, ...outdated.map(({ key }) => key)], store))
}

/**
 * Stores a response as a row, unless the stored row is newer. `sentAt` is the time at which the
 * request was sent. The stored row is newer in two cases: the row was changed after `sentAt`, or it
 * contains the response to a request that was sent after `sentAt`. Resolves with true if the stored
 * row is newer.
 */
export function putUnlessOutdated(key: string, row: Row, sentAt: number) {
  return store('readwrite', async (rows) => {
    const stored = Row.safeParse(await promisifyRequest(rows.get(key))).data
    const { changedAt = 0 } = stored ?? {}
    // Ignore a time in the future, because it was stored before the clock was set back.
    const isSince = (time: number) => time > sentAt && time <= Date.now()
    const isOutdated = isSince(changedAt) || isSince(stored?.askedAt ?? 0)
    // Records the request time, so that the responses to earlier requests are rejected.
    if (!isOutdated) rows.put({ ...row, changedAt, askedAt: sentAt }, key)
    await promisifyRequest(rows.transaction)
    return isOutdated
  })
}

/** Resolves with undefined when the row is missing or could not be read. */
export function readRow(key: string) {
  return attempt(() => get<Row>(key, store))
}

export async function deleteRow(key: string) {
  await attempt(() => del(key, store))
}

function prefixOf(owner: string) {
  return `${owner}-`
}

/** The account whose rows may be read. Undefined until the server has reported the token's owner. */
export function currentOwner() {
  return session.token() === null ? VISITOR : session.userId()
}
