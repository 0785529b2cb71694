import type { Query, QueryFunction, QueryFunctionContext, QueryKey } from '@tanstack/react-query'
import type * as z from 'zod/mini'

export type Persister<Data> = <K extends QueryKey>(
  queryFn: QueryFunction<Data, K>,
  context: QueryFunctionContext<K>,
  query: Query,
) => Data | Promise<Data>

/**
 * Options of a query that is persisted in IndexedDB, with one row per query and account. The
 * persisted data is shown immediately, also offline, and is refetched in the background. A row with
 * `isLasting` is kept until sign-out, the others expire. Without IndexedDB, the query works without
 * persistence.
 */
export function persisted<Output extends z.ZodMiniType>(
  endpoint: () => Promise<{ output: Output }>,
  { isLasting = false } = {},
) {
  const persister: Persister<z.output<Output>> = async (queryFn, context, query) => {
    const parts = await Promise.all([import('./offline-queries.ts'), endpoint()]).catch(
      () => undefined,
    )
    // If the persistence code or the endpoint's schema fails to load, fetch without persistence, so
    // that the page still gets its data.
    if (!parts) return queryFn(context)
    const [{ fetchPersisted }, { output }] = parts
    return fetchPersisted({ schema: output, isLasting }, queryFn, context, query)
  }
  return { persister }
}
