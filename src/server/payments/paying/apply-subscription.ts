import type Stripe from 'stripe'
import type { PaymentResult } from '#contract/payments.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { BillingServices } from '#server/payments/billing-services.ts'
import { closeIncomplete } from '#server/payments/mirror/end-at-stripe.ts'
import { isBought, isPaid } from '#server/payments/mirror/subscription-state.ts'
import { sync } from '#server/payments/mirror/sync.ts'
import { type PaymentLock, withPaymentLock } from '#server/payments/payment-lock.ts'
import { explaining, explainPayment } from '#server/payments/stripe-errors.ts'
import { stripeId } from '#server/payments/stripe-id.ts'
import { type Attempt, findUnsettledAttempt, updateAttempt } from './attempts.ts'
import { refuseBlocked } from './payers.ts'
import { uncountFailure } from './payment-limits.ts'
import { resumeRenewal } from './reactivate.ts'

export const ACTIVATED: PaymentResult = {
  success: true,
  message: 'Subscription activated successfully!',
}

/** Checks at Stripe whether a payment that the user confirmed at their bank has succeeded. */
export function confirmPayment(
  services: BillingServices,
  { userId, ip }: { userId: string; ip: string },
): Promise<PaymentResult> {
  return withPaymentLock(services, userId, (lock) =>
    explaining(explainPayment, async () => {
      refuseBlocked(lock.user)
      const attempt = await findUnsettledAttempt(services.db, userId)
      if (attempt?.state === 'requires_action') {
        const result = await settleByStripe(services, lock, attempt)
        // The payment limits counted the attempt as a failure when it began. Undo that count,
        // because the attempt has succeeded.
        if (result.success) await uncountFailure(services, { userId, ip })
        return result
      }
      const { row } = await sync(services, lock)
      if (isBought(row)) return ACTIVATED
      throw new Refusal(409, 'There is no payment waiting for confirmation')
    }),
  )
}

/**
 * Reads the state of an attempt at Stripe, and settles the attempt accordingly. Leaves the attempt
 * unsettled while the bank waits for a confirmation.
 */
export function settleByStripe(services: BillingServices, lock: PaymentLock, attempt: Attempt) {
  return attempt.setupIntentId
    ? settleSetup(services, lock, attempt, attempt.setupIntentId)
    : settlePayment(services, lock, attempt)
}

async function settleSetup(
  services: BillingServices,
  lock: PaymentLock,
  attempt: Attempt,
  setupIntentId: string,
): Promise<PaymentResult> {
  const { stripe } = services.payments
  const intent = await stripe.setupIntents.retrieve(setupIntentId)
  if (intent.status === 'requires_action' && intent.client_secret) {
    await settle(services, attempt, 'requires_action')
    return {
      success: false,
      message: 'Your bank asks you to confirm this card',
      requires_action: true,
      action_type: 'setup',
      client_secret: intent.client_secret,
    }
  }
  if (intent.status !== 'succeeded') {
    await settle(services, attempt, 'failed')
    throw new Refusal(402, intent.last_setup_error?.message ?? 'The card could not be confirmed')
  }
  lock.assertHeld()
  await resumeRenewal(services, lock, {
    subscriptionId: attempt.stripeSubscriptionId,
    paymentMethodId: attempt.paymentMethodId,
  })
  await settle(services, attempt, 'succeeded')
  return ACTIVATED
}

async function settlePayment(
  services: BillingServices,
  lock: PaymentLock,
  attempt: Attempt,
): Promise<PaymentResult> {
  const { stripe } = services.payments
  if (!attempt.stripeSubscriptionId)
    throw new Error(`The attempt ${attempt.id} has no subscription`)
  const subscription = await stripe.subscriptions.retrieve(attempt.stripeSubscriptionId, {
    expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments'],
  })
  if (isPaid(subscription.status)) {
    await sync(services, lock)
    await settle(services, attempt, 'succeeded')
    return ACTIVATED
  }
  const invoice = expanded(subscription.latest_invoice)
  const intent = await findIntent(stripe, invoice)
  const secret = invoice?.confirmation_secret?.client_secret
  if (intent?.status === 'requires_action' && secret) {
    await settle(services, attempt, 'requires_action')
    return {
      success: false,
      message: 'Your bank asks you to confirm this payment',
      requires_action: true,
      action_type: 'payment',
      client_secret: secret,
    }
  }
  // Close the subscription and its open invoice, because Stripe could still charge the invoice
  // later.
  lock.assertHeld()
  if (subscription.status === 'incomplete') await closeIncomplete(stripe, subscription)
  const { row } = await sync(services, lock)
  if (isBought(row)) {
    // The user paid just before the invoice was closed, so the subscription is active.
    await settle(services, attempt, 'succeeded')
    return ACTIVATED
  }
  await settle(services, attempt, 'failed')
  throw new Refusal(402, intent?.last_payment_error?.message ?? withoutError(intent))
}

/** The message for a failed payment for which Stripe states no error. */
function withoutError(intent: Stripe.PaymentIntent | null) {
  return intent?.status === 'canceled'
    ? 'This payment was not confirmed in time, and nothing was charged.'
    : 'Your card was declined.'
}

async function findIntent(stripe: Stripe, invoice: Stripe.Invoice | null) {
  const payment = invoice?.payments?.data.find(({ is_default }) => is_default)?.payment
  const intent = payment?.payment_intent
  if (!intent) return null
  return stripe.paymentIntents.retrieve(stripeId(intent))
}

function expanded(invoice: Stripe.Subscription['latest_invoice']) {
  return typeof invoice === 'string' ? null : invoice
}

async function settle({ db, now }: BillingServices, attempt: Attempt, state: Attempt['state']) {
  await updateAttempt(db, attempt, { state, now: now() })
}
