import { queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { lazyEndpoints } from '#client/api/lazy-endpoints.ts'
import { PREMIUM_PLAN } from '#contract/plan.ts'

const endpoint = lazyEndpoints(() => import('#contract/payments.ts'))

/** The plan may change with the server, not from page to page; milliseconds. */
const FRESH_FOR = 5 * 60_000

/** The plan on offer. Until the server has said what it is, and without a network, the one of this build. */
export const planQuery = queryOptions({
  queryKey: ['subscription-plan'],
  queryFn: ({ signal }) => call(endpoint('getSubscriptionPlan'), {}, signal),
  initialData: { ...PREMIUM_PLAN, benefits: [...PREMIUM_PLAN.benefits] },
  initialDataUpdatedAt: 0,
  staleTime: FRESH_FOR,
  // No page is as old as the plan of the build.
  meta: { isUnseen: true },
})
