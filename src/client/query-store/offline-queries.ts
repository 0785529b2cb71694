import {
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
import type * as z from 'zod/mini'
import { dropEarlyRequests, earliestSendTime } from '#client/api/early-requests.ts'
import { isUnanswered, UnreadableCache } from '#client/api/failures.ts'
import { databasesHang, watchDatabases } from '#client/browser/database.ts'
import { attempt } from '#client/browser/storage.ts'
import { whenWiped } from '#client/session/wipe-queue.ts'
import {
  currentOwner,
  deleteRow,
  MAX_AGE_MS,
  putUnlessOutdated,
  ROW_VERSION,
  Row,
  readRow,
  sweepQueries,
} from './persisted-rows.ts'

/** How many rows are written between two cleanups. */
const SWEEP_EVERY = 25

interface PersistOptions {
  /** Persisted data that does not match this schema is not shown. */
  schema: z.ZodMiniType
  /** Whether the row is kept until sign-out, instead of expiring. */
  isLasting: boolean
}

interface FetchInfo {
  /** The earliest time at which the request may have been sent. */
  sentAt: number
  /**
   * Called if the persisted row is newer than the response, for example because another tab has
   * written the row. The response is then not persisted.
   */
  onOutdated: () => void
}

let written = 0

/**
 * Returns the persisted data, and refetches it in the background if needed. Without a persisted
 * row, returns the server's response and persists it.
 * @throws what the request throws, or {UnreadableCache} if neither the row nor the server can be
 *   read.
 */
export async function fetchPersisted<T, K extends QueryKey>(
  options: PersistOptions,
  queryFn: QueryFunction<T, K>,
  context: QueryFunctionContext<K>,
  query: Query,
): Promise<T> {
  const owner = currentOwner()
  // Use no persisted row until the server has reported the token's owner. Otherwise the page could
  // show the data of another account.
  if (owner === undefined) return queryFn(context)
  // Ignore errors here, because the components that show the query handle them.
  const refetch = () => void query.fetch().catch(() => undefined)
  const { rows, isUnreadable } = openRows(owner, options, {
    sentAt: earliestSendTime(),
    onOutdated() {
      // Drop the responses to the requests that the page sent before the app had loaded. These
      // responses are as old as the page, so the refetch must not use them.
      dropEarlyRequests()
      refetch()
    },
  })
  if (query.state.data === undefined) {
    const data = await rows.retrieveQuery<T>(query.queryHash, ({ state: { dataUpdatedAt } }) => {
      query.setState({ dataUpdatedAt })
      // At every start, refetch the data that is stored until sign-out, because another device may
      // have changed this data.
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
    throw isUnreadable() && isUnanswered(error) ? new UnreadableCache({ cause: error }) : error
  }
}

/**
 * Runs the query again as soon as a hanging database recovers, so that the query can read its
 * persisted row. Without a network, this row is the only source of the data.
 */
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
 * Persists a query that is only in memory. To find out whether the write worked, a caller must read
 * the row back.
 */
export async function persistQuery(query: Query, options: PersistOptions) {
  const owner = currentOwner()
  if (owner === undefined) return
  const info = { sentAt: query.state.dataUpdatedAt, onOutdated() {} }
  await openRows(owner, options, info).rows.persistQuery(query)
}

function openRows(
  owner: string,
  { schema, isLasting }: PersistOptions,
  { sentAt, onOutdated }: FetchInfo,
) {
  let isUnreadable = false
  const rows = createQueryPersister<Row>({
    storage: {
      getItem: async (key) => {
        const [row] = await Promise.all([readRow(key), whenWiped()])
        return currentOwner() === owner ? row : undefined
      },
      setItem: async (key, row) => {
        await whenWiped()
        // The account may have changed since the request was sent. In this case, do not persist the
        // response.
        if (currentOwner() !== owner) return
        const isOutdated = await attempt(() => putUnlessOutdated(key, row, sentAt))
        if (isOutdated) return onOutdated()
        written += 1
        if (written % SWEEP_EVERY === 0) await sweepQueries()
      },
      removeItem: async (key) => {
        // Keep a row that this version cannot read, so that each start of the app can report it.
        // The next response replaces the row.
        if (!isUnreadable) await deleteRow(key)
      },
    },
    prefix: owner,
    buster: String(ROW_VERSION),
    maxAge: isLasting ? Number.POSITIVE_INFINITY : MAX_AGE_MS,
    serialize: ({ queryKey, state: { data, dataUpdatedAt } }) => ({
      version: ROW_VERSION,
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
        throw error
      }
    },
  })
  return {
    rows,
    /** Whether the row that was read has a format that this version cannot read. */
    isUnreadable: () => isUnreadable,
  }
}

function toPersistedQuery(
  { queryKey, updatedAt, data }: Row,
  schema: z.ZodMiniType,
): PersistedQuery {
  const state: Partial<QueryState> = {
    data: schema.parse(data),
    dataUpdatedAt: updatedAt,
  }
  // The cast is safe, because the persister reads only these two fields of the state.
  return { buster: String(ROW_VERSION), queryHash: '', queryKey, state: state as QueryState }
}
