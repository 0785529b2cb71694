import type Stripe from 'stripe'
import type { PaymentResult } from '#contract/payments.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { BillingServices } from '#server/payments/billing-services.ts'
import { adoptCustomer } from '#server/payments/mirror/customer.ts'
import { closeAllIncomplete, endNow } from '#server/payments/mirror/end-at-stripe.ts'
import { isBought, isDue, isLive, isOwed } from '#server/payments/mirror/subscription-state.ts'
import { findAtStripe, mirror } from '#server/payments/mirror/sync.ts'
import { type PaymentLock, withPaymentLock } from '#server/payments/payment-lock.ts'
import {
  explaining,
  explainPayment,
  isDeclined,
  isRefused,
} from '#server/payments/stripe-errors.ts'
import { stripeId } from '#server/payments/stripe-id.ts'
import { ACTIVATED, settleByStripe } from './apply-subscription.ts'
import { attachCard, type Card } from './attach-card.ts'
import {
  type Attempt,
  findUnsettledAttempt,
  hasPaidWith,
  isRepeat,
  openAttempt,
  stepOf,
  updateAttempt,
} from './attempts.ts'
import { refuseAdmin, refuseBlocked } from './payers.ts'
import { countingFailures } from './payment-limits.ts'
import { CREATION, settleAttempt } from './settle-attempt.ts'

/**
 * Pays with a card. The state at Stripe decides what the card pays for, because the page may be
 * stale. The card pays for a new subscription, or for the unpaid invoice of the current
 * subscription. If the card resumes a cancelled subscription, nothing is due yet.
 */
export function subscribe(
  services: BillingServices,
  { userId, token, ip }: { userId: string; token: string; ip: string },
): Promise<PaymentResult> {
  return withPaymentLock(services, userId, async (lock) => {
    refuseAdmin(lock.user)
    refuseBlocked(lock.user)
    return countingFailures(services, { userId, ip }, () =>
      explaining(explainPayment, () => pay(services, lock, token)),
    )
  })
}

async function pay(
  services: BillingServices,
  lock: PaymentLock,
  token: string,
): Promise<PaymentResult> {
  const { db, now, payments } = services
  const unsettled = await findUnsettledAttempt(db, lock.user.id)
  const repeated = unsettled && isRepeat(unsettled, token, now()) ? unsettled : undefined
  await adoptCustomer(services, lock.user)
  if (unsettled && !repeated) await settleAttempt(services, lock, unsettled)
  const found = await withoutLeftovers(services, lock, { keep: repeated })
  const { row, current } = await mirror(services, lock, found)
  if (isBought(row)) {
    // The user has already paid. If this request retries an earlier attempt, that attempt succeeded
    // but its response was lost. So save and return its success.
    if (repeated) await updateAttempt(db, repeated, { state: 'succeeded', now: now() })
    if (await hasPaidWith(db, { userId: lock.user.id, token, now: now() })) return ACTIVATED
    throw new Refusal(409, 'You already have an active subscription')
  }
  // Save the attempt before the requests that pay, so that a retry reuses their idempotency keys.
  const attempt = repeated ?? (await openAttempt(db, { userId: lock.user.id, token, now: now() }))
  try {
    if (attempt.state === 'requires_action') return await settleByStripe(services, lock, attempt)
    await payments.checkPrice()
    return await proceed(services, lock, { attempt, token, current })
  } catch (error) {
    if (isDeclined(error) || isRefused(error)) {
      await updateAttempt(db, attempt, { state: 'failed', now: now() })
    }
    throw error
  }
}

/**
 * Returns the user's subscriptions at Stripe. First closes incomplete subscriptions of earlier
 * payment attempts, because a bank may still confirm them and charge the user. If an attempt is
 * being retried, it is passed as `keep`. In this case, closes no subscription, because the retry
 * needs the subscription of this attempt.
 */
async function withoutLeftovers(
  { payments: { stripe } }: BillingServices,
  lock: PaymentLock,
  { keep }: { keep: Attempt | undefined },
) {
  const find = () => findAtStripe(stripe, lock.user.stripeCustomerId)
  const found = await find()
  if (keep) return found
  return (await closeAllIncomplete(stripe, lock, found)) ? find() : found
}

interface Step {
  attempt: Attempt
  token: string
  /** The user's current subscription at Stripe. */
  current: Stripe.Subscription | undefined
}

async function proceed(
  services: BillingServices,
  lock: PaymentLock,
  { attempt, token, current }: Step,
) {
  const { stripe } = services.payments
  const card = await attachCard(services, lock, attempt, token)
  if (!current || !isLive(current)) return begin(services, lock, card)
  if (isOwed(current)) return payOwed(services, lock, { ...card, subscription: current })
  if (current.status === 'paused') {
    lock.assertHeld()
    await endNow(stripe, current.id)
    return begin(services, lock, card)
  }
  return resume(services, lock, { ...card, subscription: current })
}

/** Creates a subscription and charges its first month. */
async function begin(
  services: BillingServices,
  lock: PaymentLock,
  { attempt, customer, method }: Card,
) {
  const { db, now, payments } = services
  const creating = await updateAttempt(db, attempt, { isCreating: true, now: now() })
  const { id } = await payments.stripe.subscriptions.create(
    {
      customer,
      items: [{ price: payments.settings.priceId }],
      default_payment_method: method,
      payment_behavior: 'allow_incomplete',
      off_session: false,
      payment_settings: {
        payment_method_types: ['card'],
        save_default_payment_method: 'on_subscription',
      },
      metadata: { user_id: lock.user.id, attempt_id: attempt.id },
    },
    stepOf(attempt, CREATION, lock),
  )
  const noted = await updateAttempt(db, creating, {
    stripeSubscriptionId: id,
    isCreating: false,
    // Clear the setup intent that an earlier run of this payment attempt may have created.
    setupIntentId: null,
    now: now(),
  })
  return settleByStripe(services, lock, noted)
}

/**
 * Pays the unpaid invoice of the current subscription. A new subscription would cause a second
 * charge.
 */
async function payOwed(
  services: BillingServices,
  lock: PaymentLock,
  { attempt, method, subscription }: Card & { subscription: Stripe.Subscription },
) {
  const { db, now, payments } = services
  await payments.stripe.subscriptions.update(
    subscription.id,
    { default_payment_method: method, ...(subscription.cancel_at_period_end && GOING_ON) },
    stepOf(attempt, 'update', lock),
  )
  const noted = await updateAttempt(db, attempt, {
    stripeSubscriptionId: subscription.id,
    setupIntentId: null,
    now: now(),
  })
  const invoice = stripeId(subscription.latest_invoice)
  if (!invoice) throw new Error(`Nothing is owed for the subscription ${subscription.id}`)
  if (isDue(subscription))
    await finalize(payments.stripe, invoice, stepOf(attempt, 'finalize', lock))
  try {
    await payments.stripe.invoices.pay(
      invoice,
      { payment_method: method, off_session: false },
      stepOf(attempt, 'pay', lock),
    )
  } catch (error) {
    // Continue if the bank asks for a confirmation, because `settleByStripe` handles that case.
    if (!isDeclined(error) || error.code !== 'invoice_payment_intent_requires_action') throw error
  }
  return settleByStripe(services, lock, noted)
}

/** Finalizes a draft invoice, because a draft cannot be paid. */
async function finalize(stripe: Stripe, invoice: string, step: Stripe.RequestOptions) {
  try {
    await stripe.invoices.finalizeInvoice(invoice, {}, step)
  } catch (error) {
    // Ignore the refusal, because Stripe has already finalized this draft. Stripe finalizes each
    // draft an hour after its creation.
    if (!isRefused(error)) throw error
  }
}

const GOING_ON = { cancel_at_period_end: false }

/**
 * Resumes a cancelled subscription. Nothing is charged today. A setup intent asks the bank to allow
 * later charges, because renewals happen without the person.
 */
async function resume(
  services: BillingServices,
  lock: PaymentLock,
  { attempt, customer, method, subscription }: Card & { subscription: Stripe.Subscription },
) {
  const { db, now, payments } = services
  const { id } = await payments.stripe.setupIntents.create(
    {
      customer,
      payment_method: method,
      confirm: true,
      usage: 'off_session',
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      metadata: { user_id: lock.user.id },
    },
    stepOf(attempt, 'setup', lock),
  )
  const noted = await updateAttempt(db, attempt, {
    setupIntentId: id,
    stripeSubscriptionId: subscription.id,
    now: now(),
  })
  return settleByStripe(services, lock, noted)
}
