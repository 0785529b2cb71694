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
import { isUnanswered, UnreadableCopy } from '#client/api/failures.ts'
import { askedAt, dropEarly } from '#client/boot/early-requests.ts'
import { databasesHang, openDatabase, watchDatabases } from '#client/browser/database.ts'
import { attempt } from '#client/browser/storage.ts'
import { session } from '#client/session/session.ts'
import { whenClean } from '#client/session/wipe-data-turns.ts'

/** Of the form in which answers are kept. Older ones are read as far as today's schema can. */
const VERSION = 1
/** How long what somebody came across is kept, in milliseconds, and how many answers of that kind. */
const LIFETIME = 30 * 86_400_000
const MAX_PASSING = 100
/** How many rows are written from one sweep to the next. */
const SWEEP_EVERY = 25
/** In place of an account, for whoever is not signed in. */
const VISITOR = 'visitor'

interface Keeping {
  /** What an answer must be to be shown again. */
  schema: z.ZodMiniType
  /** Whether it is kept for as long as its person is signed in, and is not one of many. */
  isLasting: boolean
  /** Where else the answer is kept, for when nobody answers. */
  standIn?: StandIn
}

/** The kind of another query whose answers hold what is asked for, and how to find it in one of them. */
export interface StandIn {
  kind: string
  find: (answer: unknown) => Promise<unknown>
}

interface Ask {
  /** Since when the answer may have been on its way. */
  askedAt: number
  /** The kept row is newer, from another tab perhaps: the answer may lack what is in it, and is not kept. */
  onOutdated: () => void
  /** What is kept has a form that this version cannot read. */
  onUnreadable?: () => void
}

const Row = z.object({
  version: z.int(),
  queryKey: z.array(z.unknown()),
  isLasting: z.boolean(),
  updatedAt: z.number(),
  /** When a part was changed without asking for the rest. */
  changedAt: z.optional(z.number()),
  /** When the answer was asked for. */
  askedAt: z.optional(z.number()),
  data: z.unknown(),
})
type Row = z.output<typeof Row>

const store = openDatabase('engawa-queries', 'queries')
let written = 0

/** An answer that is kept, asked for anew behind where it is not fresh; else the server's, which is kept. */
export async function askKept<T, K extends QueryKey>(
  keeping: Keeping,
  queryFn: QueryFunction<T, K>,
  context: QueryFunctionContext<K>,
  query: Query,
): Promise<T> {
  const owner = currentOwner()
  // Until the server has said whose token it is, nothing can be theirs.
  if (owner === undefined) return queryFn(context)
  // Whoever shows the query sees why it fails.
  const askAnew = () => void query.fetch().catch(() => undefined)
  let isUnreadable = false
  const rows = rowsOf(owner, keeping, {
    onUnreadable() {
      isUnreadable = true
    },
    askedAt: askedAt(),
    onOutdated() {
      // Else the next answer would count as asked for with the page too.
      dropEarly()
      askAnew()
    },
  })
  if (query.state.data === undefined) {
    const data = await rows.retrieveQuery<T>(query.queryHash, ({ state: { dataUpdatedAt } }) => {
      query.setState({ dataUpdatedAt })
      // What another device may have changed is asked for at every start, however fresh it seems.
      if (keeping.isLasting || query.isStale()) askAnew()
    })
    if (data !== undefined) return data
    if (databasesHang()) readLater(query, askAnew)
  }
  try {
    const data = await queryFn(context)
    notifyManager.schedule(() => void rows.persistQuery(query))
    return data
  } catch (error) {
    if (query.state.data !== undefined || !isUnanswered(error)) throw error
    const found = await findStandIn<T>(owner, keeping)
    if (!found) throw isUnreadable ? new UnreadableCopy({ cause: error }) : error
    // It is as old as the answer that it was found in.
    notifyManager.schedule(() => query.setState({ dataUpdatedAt: found.updatedAt }))
    return found.data
  }
}

/** What a query asks for, from the latest of the other answers that hold it. */
async function findStandIn<T>(owner: string, { schema, standIn }: Keeping) {
  if (!standIn) return undefined
  for (const { data, updatedAt } of await keptRows(owner, standIn.kind)) {
    const found = schema.safeParse(await standIn.find(data))
    // The schema is that of the query, whose data is of this type.
    if (found.success) return { data: found.data as T, updatedAt }
  }
  return undefined
}

/** All answers of a kind that are kept for `owner`, the latest first. */
async function keptRows(owner: string, kind: string) {
  const prefix = `${prefixOf(owner)}["${kind}"`
  const rows = (await attempt(() => entries<string, unknown>(store))) ?? []
  return rows
    .flatMap(([key, row]) => (key.startsWith(prefix) ? (Row.safeParse(row).data ?? []) : []))
    .sort((a, b) => b.updatedAt - a.updatedAt)
}

/** What is kept comes late from a database that hung, and without a network it is all there is. */
function readLater(query: Query, askAnew: () => void) {
  const stop = watchDatabases(async () => {
    if (databasesHang()) return
    stop()
    if (query.state.data !== undefined) return
    await query.cancel({ silent: true })
    askAnew()
  })
}

/**
 * Changes what is kept of a query, whether or not this page has it in memory: what is put there by
 * hand is not kept by itself.
 */
export async function updateKept<T>(
  queryKey: QueryKey,
  schema: z.ZodMiniType<T>,
  next: (data: T) => T,
) {
  const owner = currentOwner()
  await whenClean()
  if (owner === undefined || currentOwner() !== owner) return
  const key = prefixOf(owner) + hashKey(queryKey)
  await attempt(() =>
    // In one transaction: another tab may do the same.
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

/** The keys of all answers of a kind that are kept for whoever is here, the latest first. */
export async function keptKeys(kind: string): Promise<QueryKey[]> {
  const owner = currentOwner()
  if (owner === undefined) return []
  return (await keptRows(owner, kind)).map(({ queryKey }) => queryKey)
}

/** The answer that is kept of a query, or undefined when there is none or it is not readable. */
export async function readKept<T>(queryKey: QueryKey, schema: z.ZodMiniType<T>) {
  const owner = currentOwner()
  if (owner === undefined) return undefined
  // Nobody waits to see it, so a storage that has failed gets another chance.
  const key = prefixOf(owner) + hashKey(queryKey)
  const row = Row.safeParse(await attempt(() => get<unknown>(key, store))).data
  return schema.safeParse(row?.data).data
}

/** Writes an answer that the page has and storage lacks. Whether that worked is only known by reading it. */
export async function keepAnswer(query: Query, keeping: Keeping) {
  const owner = currentOwner()
  if (owner === undefined) return
  const ask = { askedAt: query.state.dataUpdatedAt, onOutdated() {} }
  await rowsOf(owner, keeping, ask).persistQuery(query)
}

/** Forgets every answer of every account. Rejects when the storage is broken. */
export function forgetQueries() {
  return clear(store)
}

/** Removes what is too old, one too many, of an older form, or of somebody else. */
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
  const oldest = Date.now() - LIFETIME
  passing.sort((a, b) => b.updatedAt - a.updatedAt)
  const outdated = passing.filter(
    ({ updatedAt }, index) => index >= MAX_PASSING || updatedAt < oldest,
  )
  await attempt(() => delMany([...stale, ...outdated.map(({ key }) => key)], store))
}

function rowsOf(
  owner: string,
  { schema, isLasting }: Keeping,
  { askedAt, onOutdated, onUnreadable }: Ask,
) {
  let isUnreadable = false
  return createQueryPersister<Row>({
    storage: {
      getItem: async (key) => {
        const [row] = await Promise.all([read(key), whenClean()])
        return currentOwner() === owner ? row : undefined
      },
      setItem: async (key, row) => {
        await whenClean()
        // The account may have changed since it was asked for.
        if (currentOwner() !== owner) return
        const isOutdated = await attempt(() => putUnlessOutdated(key, row, askedAt))
        if (isOutdated) return onOutdated()
        written += 1
        if (written % SWEEP_EVERY === 0) await sweepQueries()
      },
      removeItem: async (key) => {
        // It stays until an answer takes its place, so that every start can say what is wrong with it.
        if (!isUnreadable) await attempt(() => del(key, store))
      },
    },
    prefix: owner,
    buster: String(VERSION),
    maxAge: isLasting ? Number.POSITIVE_INFINITY : LIFETIME,
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
 * Writes the row, unless the kept one was changed, or asked for by another tab, since this one was asked
 * for. Returns whether that was so.
 */
function putUnlessOutdated(key: string, row: Row, askedAt: number) {
  return store('readwrite', async (rows) => {
    const kept = Row.safeParse(await promisifyRequest(rows.get(key))).data
    const { changedAt = 0 } = kept ?? {}
    // A time in the future was noted before the clock was set back.
    const isSince = (time: number) => time > askedAt && time <= Date.now()
    const isOutdated = isSince(changedAt) || isSince(kept?.askedAt ?? 0)
    // There may be answers on their way that are older still.
    if (!isOutdated) rows.put({ ...row, changedAt, askedAt }, key)
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
  // The persister reads these two of a state.
  return { buster: String(VERSION), queryHash: '', queryKey, state: state as QueryState }
}

function prefixOf(owner: string) {
  return `${owner}-`
}

function currentOwner() {
  return session.token() === null ? VISITOR : session.userId()
}
