import type { Query, QueryFunction, QueryFunctionContext, QueryKey } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import type { StandIn } from './offline-queries.ts'

/**
 * Options of a query whose answers are kept in IndexedDB, a row for each query and account: they
 * are there at once, also without a network, and are asked for anew behind. Without an IndexedDB
 * the query works as any other.
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
    // Without its code nothing is kept.
    if (!parts) return queryFn(context)
    const [{ askKept }, { output }] = parts
    return askKept({ schema: output, isLasting, standIn }, queryFn, context, query)
  }
  return { persister, meta: { isKept: true } }
}
