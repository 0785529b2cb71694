import { queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { lazyEndpoints } from '#client/api/lazy-endpoints.ts'
import { PREMIUM_PLAN } from '#contract/plan.ts'

const endpoint = lazyEndpoints(() => import('#contract/payments.ts'))

/**
 * The subscription plan changes only with a new server version, so the app may use a cached
 * response for some minutes.
 */
const STALE_TIME_MS = 5 * 60_000

/**
 * The plan on offer. Until the server answers, the query returns the copy of the plan that is built
 * into the app.
 */
export const planQuery = queryOptions({
  queryKey: ['subscription-plan'],
  queryFn: ({ signal }) => call(endpoint('getSubscriptionPlan'), {}, signal),
  initialData: { ...PREMIUM_PLAN, benefits: [...PREMIUM_PLAN.benefits] },
  initialDataUpdatedAt: 0,
  staleTime: STALE_TIME_MS,
})
