import {
  hashKey,
  notifyManager,
  type Query,
  type QueryFunction,
  type QueryFunctionContext,
  type QueryKey,
  type QueryState,
} from '@tanstack/react-query'
import {
  experimental_createQueryPersister as createQueryPersister,
  type PersistedQuery,
} from '@tanstack/react-query-persist-client'
import { clear, del, delMany, entries, get, promisifyRequest } from 'idb-keyval'
import * as z from 'zod/mini'
import { dropEarlyRequests, earliestSendTime } from '#client/api/early-requests.ts'
import { isUnanswered, UnreadableCopy } from '#client/api/failures.ts'
import { databasesHang, openDatabase, watchDatabases } from '#client/browser/database.ts'
import { attempt } from '#client/browser/storage.ts'
import { session } from '#client/session/session.ts'
import { whenWiped } from '#client/session/wipe-turns.ts'

/** The version of the stored format. Older rows are read if today's schema accepts them. */
const VERSION = 1
/** Limits for rows that are not lasting: their lifetime in milliseconds, and their number. */
const MAX_AGE_MS = 30 * 86_400_000
const MAX_ROWS = 100
/** How many rows are written between two cleanups. */
const SWEEP_EVERY = 25
/** The owner of data that a visitor has loaded. */
const VISITOR = 'visitor'

export interface PersistOptions {
  /** The schema that a persisted row must match. */
  schema: z.ZodMiniType
  /** Whether the row is kept until sign-out, instead of expiring. */
  isLasting: boolean
  /** Another persisted query that holds the same data, as a fallback when offline. */
  fallback?: Fallback
}

/**
 * Another query that contains the same data: the first part of its key, and a function that finds
 * the data in it.
 */
export interface Fallback {
  kind: string
  find: (answer: unknown) => Promise<unknown>
}

interface FetchInfo {
  /** The earliest time at which the request may have been sent. */
  sentAt: number
  /** The persisted row is newer, perhaps from another tab. The response is not persisted. */
  onOutdated: () => void
  /** The persisted row has a format that this version cannot read. */
  onUnreadable?: () => void
}

const Row = z.object({
  version: z.int(),
  queryKey: z.array(z.unknown()),
  isLasting: z.boolean(),
  updatedAt: z.number(),
  /** When `updatePersisted` last changed the row without a refetch. */
  changedAt: z.optional(z.number()),
  /** When the request was sent. */
  askedAt: z.optional(z.number()),
  data: z.unknown(),
})
type Row = z.output<typeof Row>

const store = openDatabase('engawa-queries', 'queries')
let written = 0

/**
 * Returns the persisted data and refetches it in the background if needed. Without a row it returns
 * the server's response and persists it.
 */
export async function fetchPersisted<T, K extends QueryKey>(
  options: PersistOptions,
  queryFn: QueryFunction<T, K>,
  context: QueryFunctionContext<K>,
  query: Query,
): Promise<T> {
  const owner = currentOwner()
  // Until the server has reported the token's owner, no row may be shown.
  if (owner === undefined) return queryFn(context)
  // The components that show the query handle the error.
  const refetch = () => void query.fetch().catch(() => undefined)
  let isUnreadable = false
  const rows = rowsOf(owner, options, {
    onUnreadable() {
      isUnreadable = true
    },
    sentAt: earliestSendTime(),
    onOutdated() {
      // Otherwise the refetch could take an early request, which is as old as the page.
      dropEarlyRequests()
      refetch()
    },
  })
  if (query.state.data === undefined) {
    const data = await rows.retrieveQuery<T>(query.queryHash, ({ state: { dataUpdatedAt } }) => {
      query.setState({ dataUpdatedAt })
      // Lasting data is refetched at every start, since another device may have changed it.
      if (options.isLasting || query.isStale()) refetch()
    })
    if (data !== undefined) return data
    if (databasesHang()) readOnRecovery(query, refetch)
  }
  try {
    const data = await queryFn(context)
    notifyManager.schedule(() => void rows.persistQuery(query))
    return data
  } catch (error) {
    if (query.state.data !== undefined || !isUnanswered(error)) throw error
    const found = await findFallback<T>(owner, options)
    if (!found) throw isUnreadable ? new UnreadableCopy({ cause: error }) : error
    // The data is as old as the query that contains it.
    notifyManager.schedule(() => query.setState({ dataUpdatedAt: found.updatedAt }))
    return found.data
  }
}

/** Finds the data in the latest row of the fallback query that contains it. */
async function findFallback<T>(owner: string, { schema, fallback }: PersistOptions) {
  if (!fallback) return undefined
  for (const { data, updatedAt } of await rowsOfKind(owner, fallback.kind)) {
    const found = schema.safeParse(await fallback.find(data))
    // The schema is the query's own, so its output has this type.
    if (found.success) return { data: found.data as T, updatedAt }
  }
  return undefined
}

/** All rows of a kind that belong to `owner`, the latest first. */
async function rowsOfKind(owner: string, kind: string) {
  const prefix = `${prefixOf(owner)}["${kind}"`
  const rows = (await attempt(() => entries<string, unknown>(store))) ?? []
  return rows
    .flatMap(([key, row]) => (key.startsWith(prefix) ? (Row.safeParse(row).data ?? []) : []))
    .sort((a, b) => b.updatedAt - a.updatedAt)
}

/** When a hanging database recovers, reads the row after all: offline, it is the only data. */
function readOnRecovery(query: Query, refetch: () => void) {
  const stop = watchDatabases(async () => {
    if (databasesHang()) return
    stop()
    if (query.state.data !== undefined) return
    await query.cancel({ silent: true })
    refetch()
  })
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
  const owner = currentOwner()
  await whenWiped()
  if (owner === undefined || currentOwner() !== owner) return
  const key = prefixOf(owner) + hashKey(queryKey)
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

/** The keys of all persisted queries of a kind for the current owner, the latest first. */
export async function persistedKeys(kind: string): Promise<QueryKey[]> {
  const owner = currentOwner()
  if (owner === undefined) return []
  return (await rowsOfKind(owner, kind)).map(({ queryKey }) => queryKey)
}

/** The persisted data of a query. Undefined if it is missing or not readable. */
export async function readPersisted<T>(queryKey: QueryKey, schema: z.ZodMiniType<T>) {
  const owner = currentOwner()
  if (owner === undefined) return undefined
  // While the database hangs, this fails at once, and the row counts as missing.
  const key = prefixOf(owner) + hashKey(queryKey)
  const row = Row.safeParse(await attempt(() => get<unknown>(key, store))).data
  return schema.safeParse(row?.data).data
}

/** Persists a query that is only in memory. Reading it back is the only proof that this worked. */
export async function persistQuery(query: Query, options: PersistOptions) {
  const owner = currentOwner()
  if (owner === undefined) return
  const info = { sentAt: query.state.dataUpdatedAt, onOutdated() {} }
  await rowsOf(owner, options, info).persistQuery(query)
}

/** Deletes the rows of all accounts. Rejects when the storage is broken. */
export function wipeQueries() {
  return clear(store)
}

/** Deletes rows that are too old, too many, unreadable or of another owner. */
export async function sweepQueries() {
  const owner = currentOwner()
  if (owner === undefined) return
  const rows = (await attempt(() => entries<string, unknown>(store))) ?? []
  const passing: { key: string; updatedAt: number }[] = []
  const stale: string[] = []
  for (const [key, value] of rows) {
    const row = Row.safeParse(value).data
    if (!row || !key.startsWith(prefixOf(owner))) stale.push(key)
    else if (!row.isLasting) passing.push({ key, updatedAt: row.updatedAt })
  }
  const oldest = Date.now() - MAX_AGE_MS
  passing.sort((a, b) => b.updatedAt - a.updatedAt)
  const outdated = passing.filter(({ updatedAt }, index) => index >= MAX_ROWS || updatedAt < oldest)
  await attempt(() => delMany([...stale, ...outdated.map(({ key }) => key)], store))
}

function rowsOf(
  owner: string,
  { schema, isLasting }: PersistOptions,
  { sentAt, onOutdated, onUnreadable }: FetchInfo,
) {
  let isUnreadable = false
  return createQueryPersister<Row>({
    storage: {
      getItem: async (key) => {
        const [row] = await Promise.all([read(key), whenWiped()])
        return currentOwner() === owner ? row : undefined
      },
      setItem: async (key, row) => {
        await whenWiped()
        // The account may have changed since the request.
        if (currentOwner() !== owner) return
        const isOutdated = await attempt(() => putUnlessOutdated(key, row, sentAt))
        if (isOutdated) return onOutdated()
        written += 1
        if (written % SWEEP_EVERY === 0) await sweepQueries()
      },
      removeItem: async (key) => {
        // Keep an unreadable row until a response replaces it, so that every start can report it.
        if (!isUnreadable) await attempt(() => del(key, store))
      },
    },
    prefix: owner,
    buster: String(VERSION),
    maxAge: isLasting ? Number.POSITIVE_INFINITY : MAX_AGE_MS,
    serialize: ({ queryKey, state: { data, dataUpdatedAt } }) => ({
      version: VERSION,
      queryKey: [...queryKey],
      isLasting,
      updatedAt: dataUpdatedAt,
      data,
    }),
    deserialize(value) {
      try {
        return toPersistedQuery(Row.parse(value), schema)
      } catch (error) {
        isUnreadable = true
        onUnreadable?.()
        throw error
      }
    },
  })
}

/**
 * Writes the response, unless the stored row is newer. The row is newer if it was changed or
 * requested after this request was sent. Resolves with whether the stored row was newer.
 */
function putUnlessOutdated(key: string, row: Row, sentAt: number) {
  return store('readwrite', async (rows) => {
    const stored = Row.safeParse(await promisifyRequest(rows.get(key))).data
    const { changedAt = 0 } = stored ?? {}
    // A time in the future was stored before the clock was set back, so ignore it.
    const isSince = (time: number) => time > sentAt && time <= Date.now()
    const isOutdated = isSince(changedAt) || isSince(stored?.askedAt ?? 0)
    // Records the request time, so that older pending responses are rejected.
    if (!isOutdated) rows.put({ ...row, changedAt, askedAt: sentAt }, key)
    await promisifyRequest(rows.transaction)
    return isOutdated
  })
}

async function read(key: string) {
  const answer = await attempt(async () => ({ row: await get<Row>(key, store) }))
  return answer?.row
}

function toPersistedQuery(
  { queryKey, updatedAt, data }: Row,
  schema: z.ZodMiniType,
): PersistedQuery {
  const state: Partial<QueryState> = {
    data: schema.parse(data),
    dataUpdatedAt: updatedAt,
  }
  // These two fields of the state are the only ones that the persister reads.
  return { buster: String(VERSION), queryHash: '', queryKey, state: state as QueryState }
}

function prefixOf(owner: string) {
  return `${owner}-`
}

function currentOwner() {
  return session.token() === null ? VISITOR : session.userId()
}
