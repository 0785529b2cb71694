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

/**
 * The days to wait after each failed payment of a renewal before the next attempt. After the last
 * attempt, the subscription is cancelled. Use the same settings in Stripe's dashboard.
 */
const RETRY_DAYS = [3, 5, 7]

const NO_CARD: Decline = {
  code: 'resource_missing',
  message: 'There is no payment method to pay with.',
}

/** The response of a card's bank to a payment. */
function authorizeCharge(
  { ledger }: World,
  method: PaymentMethod,
  { isOnSession, isAuthenticated = false }: ChargeContext,
): Outcome {
  const facts = ledger.cards.get(method.id)
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
    settlePayment(world, invoice, intent)
    const charge = intent.latest_charge && ledger.charges.find(intent.latest_charge)
    const { objection } = cardOf(ledger.cards.get(method.id).kind)
    if (charge && objection) openDispute(world, charge, objection)
  } else if (outcome.kind !== 'paid') {
    if (outcome.kind === 'authenticate') requireCustomerAction(world, invoice, intent)
    else refusePayment(intent, outcome.decline, method)
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

function settlePayment(world: World, invoice: Invoice, intent: PaymentIntent) {
  const { emit } = world
  const at = world.time.seconds()
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
  emit('invoice.paid', invoice)
  activateAfterPayment(world, subscriptionOf(world, invoice), intent.payment_method)
}

/** Activates a subscription whose first payment or renewal was unpaid until now. */
function activateAfterPayment({ emit }: World, subscription: Subscription, method: string | null) {
  if (!['incomplete', 'past_due'].includes(subscription.status)) return
  subscription.status = 'active'
  if (subscription.payment_settings?.save_default_payment_method === 'on_subscription') {
    subscription.default_payment_method = method
  }
  emit('customer.subscription.updated', subscription)
}

/** Marks a payment that the customer must confirm before it can succeed. */
function requireCustomerAction({ emit }: World, invoice: Invoice, intent: PaymentIntent) {
  intent.status = 'requires_action'
  intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} }
  emit('invoice.payment_action_required', invoice)
}

function refusePayment(intent: PaymentIntent, decline: Decline, method: PaymentMethod | undefined) {
  intent.status = 'requires_payment_method'
  intent.next_action = null
  intent.payment_method = null
  intent.last_payment_error = {
    type: 'card_error',
    ...decline,
    ...(method && { payment_method: structuredClone(method) }),
  }
}

/**
 * Counts a failed attempt to charge an invoice, and schedules the next automatic attempt. After the
 * last attempt for a renewal, ends the subscription. An attempt that a request started counts only
 * if it is the first attempt for the invoice.
 */
function countFailure(world: World, invoice: Invoice, { isScheduled = false }: ChargeContext) {
  const { emit, time } = world
  const isRenewal = invoice.billing_reason === 'subscription_cycle'
  const isCounted = isScheduled || invoice.attempt_count === 0
  if (isCounted) {
    const wait = isRenewal && invoice.auto_advance ? RETRY_DAYS[invoice.attempt_count] : undefined
    invoice.attempt_count++
    invoice.next_payment_attempt = wait === undefined ? null : time.seconds() + wait * secondsInDay
  }
  emit('invoice.payment_failed', invoice)
  if (!isRenewal) return

  const subscription = subscriptionOf(world, invoice)
  if (subscription.status === 'active') {
    subscription.status = 'past_due'
    emit('customer.subscription.updated', subscription)
  }
  if (!isCounted || invoice.next_payment_attempt !== null || !invoice.auto_advance) return
  endSubscription(world, subscription, 'payment_failed')
}
