import { secondsInDay } from 'date-fns/constants'
import { cardOf } from './cards.ts'
import { newCharge } from './charge-object.ts'
import { openDispute } from './disputes.ts'
import { subscriptionOf } from './invoices.ts'
import { paymentIntentOf, paymentOf } from './payment-of-invoice.ts'
import type { Decline } from './refusals.ts'
import type { Invoice, PaymentIntent, PaymentMethod, Subscription } from './stripe-objects.ts'
import { endSubscription } from './subscription-end.ts'
import type { World } from './world.ts'

/** A bank's response to a payment. */
type Outcome = { kind: 'paid' } | { kind: 'authenticate' } | { kind: 'declined'; decline: Decline }

interface ChargeContext {
  /** Whether the customer is present to confirm the payment (on-session). */
  isOnSession: boolean
  /** Whether the customer has just confirmed the payment. */
  isAuthenticated?: boolean
  /** Whether Stripe's schedule started this payment attempt. Otherwise, a request started it. */
  isScheduled?: boolean
}

const NO_CARD: Decline = {
  code: 'resource_missing',
  message: 'There is no payment method to pay with.',
}

/** The response of a card's bank to a payment. */
export function authorizeCharge(
  { ledger }: World,
  method: PaymentMethod,
  { isOnSession, isAuthenticated = false }: ChargeContext,
): Outcome {
  const facts = ledger.cards.get(method.id)
  if (facts.isDetached) return { kind: 'declined', decline: NO_CARD }
  const { authentication, refusedOnCharge } = cardOf(facts.kind)
  const isKnown = authentication === 'once' && facts.isAuthenticated && !isOnSession
  if (authentication && !isAuthenticated && !isKnown) return { kind: 'authenticate' }
  if (refusedOnCharge) return { kind: 'declined', decline: refusedOnCharge }
  return { kind: 'paid' }
}

/** Tries to pay an open invoice, and updates the invoice, its payment and the subscription. */
export function collect(world: World, invoice: Invoice, chargeContext: ChargeContext): Outcome {
  const { ledger } = world
  const intent = openIntentOf(world, invoice)
  const method = intent.payment_method
    ? ledger.paymentMethods.find(intent.payment_method)
    : undefined
  const outcome: Outcome = method
    ? authorizeCharge(world, method, chargeContext)
    : { kind: 'declined', decline: NO_CARD }
  invoice.attempted = true
  if (method && outcome.kind === 'paid') {
    if (chargeContext.isAuthenticated) ledger.cards.get(method.id).isAuthenticated = true
    attachAfterPayment(world, method, invoice.customer)
    settlePayment(world, invoice, intent)
    const charge = intent.latest_charge && ledger.charges.find(intent.latest_charge)
    const { objection } = cardOf(ledger.cards.get(method.id).kind)
    if (charge && objection) openDispute(world, charge, objection)
  } else if (outcome.kind !== 'paid') {
    if (outcome.kind === 'authenticate') requireCustomerAction(world, invoice, intent)
    else refusePayment(world, intent, outcome.decline, method)
    countFailure(world, invoice, chargeContext)
  }
  return outcome
}

/** The payment intent of a finalized invoice. */
export function openIntentOf(world: World, { id }: Invoice) {
  const intent = paymentIntentOf(world, id)
  if (!intent) throw new Error(`Invoice ${id} has no payment`)
  return intent
}

/**
 * Attaches a payment method to the customer after a successful payment, unless it is attached
 * already.
 */
function attachAfterPayment({ emit }: World, method: PaymentMethod, customer: string | null) {
  if (method.customer !== null) return
  method.customer = customer
  emit('payment_method.attached', method)
}

function settlePayment(world: World, invoice: Invoice, intent: PaymentIntent) {
  const { emit } = world
  const at = world.time.of(invoice.customer)
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  intent.next_action = null
  intent.last_payment_error = null
  intent.latest_charge = world.ledger.charges.add(newCharge(intent, at)).id
  invoice.status = 'paid'
  invoice.amount_paid = invoice.amount_due
  invoice.amount_remaining = 0
  invoice.attempt_count = Math.max(1, invoice.attempt_count)
  invoice.next_payment_attempt = null
  invoice.status_transitions.paid_at = at
  const payment = paymentOf(world, invoice.id)
  if (payment) {
    payment.status = 'paid'
    payment.amount_paid = invoice.amount_due
    payment.status_transitions.paid_at = at
  }
  emit('payment_intent.succeeded', intent)
  emit('invoice.paid', invoice)
  emit('invoice.payment_succeeded', invoice)
  activateAfterPayment(world, subscriptionOf(world, invoice), intent.payment_method)
}

/** Activates a subscription whose first payment or renewal was unpaid until now. */
function activateAfterPayment({ emit }: World, subscription: Subscription, method: string | null) {
  if (!['incomplete', 'past_due', 'unpaid'].includes(subscription.status)) return
  const before = structuredClone(subscription)
  subscription.status = 'active'
  if (subscription.payment_settings?.save_default_payment_method === 'on_subscription') {
    subscription.default_payment_method = method
  }
  emit('customer.subscription.updated', subscription, before)
}

/** Marks a payment that the customer must confirm before it can succeed. */
function requireCustomerAction({ emit }: World, invoice: Invoice, intent: PaymentIntent) {
  intent.status = 'requires_action'
  intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} }
  emit('payment_intent.requires_action', intent)
  emit('invoice.payment_action_required', invoice)
}

function refusePayment(
  { emit }: World,
  intent: PaymentIntent,
  decline: Decline,
  method: PaymentMethod | undefined,
) {
  intent.status = 'requires_payment_method'
  intent.next_action = null
  intent.payment_method = null
  intent.last_payment_error = {
    type: 'card_error',
    ...decline,
    ...(method && { payment_method: structuredClone(method) }),
  }
  emit('payment_intent.payment_failed', intent)
}

/**
 * Counts a failed attempt to charge an invoice, and schedules the next automatic attempt. After the
 * last attempt, applies `rules.afterRetries` to a renewal. An attempt that a request started counts
 * only if it is the first attempt for the invoice.
 */
function countFailure(world: World, invoice: Invoice, { isScheduled = false }: ChargeContext) {
  const { rules, emit, time } = world
  const isRenewal = invoice.billing_reason === 'subscription_cycle'
  const isCounted = isScheduled || invoice.attempt_count === 0
  if (isCounted) {
    const wait =
      isRenewal && invoice.auto_advance ? rules.retryDays[invoice.attempt_count] : undefined
    invoice.attempt_count++
    invoice.next_payment_attempt =
      wait === undefined ? null : time.of(invoice.customer) + wait * secondsInDay
  }
  emit('invoice.payment_failed', invoice)
  if (!isRenewal) return

  const subscription = subscriptionOf(world, invoice)
  if (subscription.status === 'active') changeStatus(world, subscription, 'past_due')
  if (!isCounted || invoice.next_payment_attempt !== null || !invoice.auto_advance) return
  if (rules.afterRetries === 'canceled') {
    endSubscription(world, subscription, { reason: 'payment_failed' })
  } else {
    invoice.auto_advance = false
    changeStatus(world, subscription, rules.afterRetries)
  }
}

function changeStatus({ emit }: World, subscription: Subscription, status: 'past_due' | 'unpaid') {
  if (subscription.status === status) return
  const before = structuredClone(subscription)
  subscription.status = status
  emit('customer.subscription.updated', subscription, before)
}
