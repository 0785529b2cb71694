import {
  cancelSubscription,
  confirmSubscription,
  createSubscription,
  createSubscriptionForUser,
  getPaymentConfig,
  getPayments,
  getSubscription,
  getSubscriptionPlan,
  reactivateSubscription,
  renewSubscription,
} from '#contract/payments.ts'
import { PREMIUM_PLAN } from '#contract/plan.ts'
import type { Serve } from '#server/http/serve.ts'
import { renewOrExpire } from '#server/payments/mirror/check-expiry.ts'
import { ACTIVATED, confirmPayment } from '#server/payments/paying/apply-subscription.ts'
import { toOwnSubscription } from '#server/users/accounts.ts'
import { cancel } from '../payments/ending/cancel.ts'
import { giveAccess } from '../payments/ending/overrides.ts'
import { reactivate } from '../payments/paying/reactivate.ts'
import { subscribe } from '../payments/paying/subscribe.ts'
import { findPayments } from '../payments/recurring/paid-invoices.ts'
import type { Services } from '../services.ts'

export function paymentRoutes(serve: Serve, services: Services) {
  const { settings, sandbox } = services.payments

  serve(getSubscriptionPlan, async () => ({
    ...PREMIUM_PLAN,
    benefits: [...PREMIUM_PLAN.benefits],
  }))

  serve(getPaymentConfig, async () => ({
    stripe: { publishable_key: settings.publishableKey },
    sandbox: sandbox && { cards: sandbox.cards },
  }))

  serve(getSubscription, async ({ caller }) =>
    toOwnSubscription(await renewOrExpire(services, caller.subscription)),
  )

  serve(getPayments, async ({ caller }) => {
    const payments = await findPayments(services.db, caller.user.id)
    return {
      results: payments.map(({ id, paidAt, amountCents, refundedCents }) => ({
        id,
        paid_at: paidAt.toISOString(),
        amount_cents: amountCents,
        refunded_cents: refundedCents,
        currency: PREMIUM_PLAN.currency,
      })),
    }
  })

  // Starting and renewing a subscription run the same code. The state at Stripe decides whether the
  // payment starts a new subscription or continues the existing one.
  for (const endpoint of [createSubscription, renewSubscription]) {
    serve(endpoint, ({ caller, input, ip }) =>
      subscribe(services, { userId: caller.user.id, token: input.payment_token, ip }),
    )
  }

  serve(confirmSubscription, ({ caller, ip }) =>
    confirmPayment(services, { userId: caller.user.id, ip }),
  )

  serve(cancelSubscription, ({ caller }) => cancel(services, caller.user.id))

  serve(reactivateSubscription, ({ caller }) => reactivate(services, caller.user.id))

  serve(createSubscriptionForUser, async ({ caller, input, ip }) => {
    const endsAt = input.ends_at === undefined ? null : new Date(input.ends_at)
    await giveAccess(services, { user: caller.user, ip }, { userId: input.user_id, endsAt })
    return ACTIVATED
  })
}
