import { getSubscriptionPlan, PREMIUM_PLAN } from '#contract/payments.ts'
import type { Serve } from '../http.ts'

export function paymentRoutes(serve: Serve) {
  serve(getSubscriptionPlan, async () => ({
    ...PREMIUM_PLAN,
    benefits: [...PREMIUM_PLAN.benefits],
  }))
}
