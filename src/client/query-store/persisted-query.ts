import type { Query, QueryFunction, QueryFunctionContext, QueryKey } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import type { StandIn } from './offline-queries.ts'

/**
 * Options of a query that is persisted in IndexedDB, one row per query and account. The persisted
 * data is shown at once, also offline, and refetched in the background. Without IndexedDB the query
 * works without persistence.
 */
export function kept<E extends Endpoint>(
  endpoint: () => Promise<E>,
  { isLasting = false, standIn }: { isLasting?: boolean; standIn?: StandIn } = {},
) {
  type Answer = z.output<E['output']>
  async function persister<K extends QueryKey>(
    queryFn: QueryFunction<Answer, K>,
    context: QueryFunctionContext<K>,
    query: Query,
  ) {
    const parts = await Promise.all([import('./offline-queries.ts'), endpoint()]).catch(
      () => undefined,
    )
    // If the code fails to load, the query works without persistence.
    if (!parts) return queryFn(context)
    const [{ askKept }, { output }] = parts
    return askKept({ schema: output, isLasting, standIn }, queryFn, context, query)
  }
  return { persister, meta: { isKept: true } }
}
