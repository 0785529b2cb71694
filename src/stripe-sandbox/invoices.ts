import { hostedInvoiceUrl } from './hosted-invoice.ts'
import { type InvoiceReason, newInvoice } from './invoice-object.ts'
import { customerOf } from './ownership.ts'
import { newInvoicePayment, newPaymentIntent } from './payment-intent-object.ts'
import { paymentIntentOf, paymentOf } from './payment-of-invoice.ts'
import type { Invoice, Subscription } from './stripe-objects.ts'
import type { World } from './world.ts'

/** Creates a draft invoice for the current period. */
export function draftInvoice(world: World, subscription: Subscription, reason: InvoiceReason) {
  const { ledger, emit, time } = world
  const customer = customerOf(world, subscription.customer)
  const earlier = ledger.invoices.all().filter((one) => one.customer === customer.id).length
  const at = time.seconds()
  const invoice = ledger.invoices.add(newInvoice({ subscription, customer, reason, earlier, at }))
  subscription.latest_invoice = invoice.id
  emit('invoice.created', invoice)
  return invoice
}

/** Finalizes a draft. A finalized invoice must be paid, and has a payment intent. */
export function finalizeInvoice(
  { ledger, time, siteUrl }: World,
  invoice: Invoice,
  method: string | null,
) {
  const at = time.seconds()
  invoice.status = 'open'
  invoice.automatically_finalizes_at = null
  invoice.effective_at = at
  invoice.ending_balance = 0
  invoice.status_transitions.finalized_at = at
  const intent = ledger.paymentIntents.add(newPaymentIntent(invoice, method, at))
  ledger.invoicePayments.add(newInvoicePayment(invoice, intent))
  invoice.hosted_invoice_url = hostedInvoiceUrl(siteUrl(), intent)
}

/** Voids an invoice, which can then never be paid. */
export function voidInvoice(world: World, invoice: Invoice) {
  const { emit, time } = world
  const at = time.seconds()
  invoice.status = 'void'
  invoice.status_transitions.voided_at = at
  stopCollecting(invoice)
  const intent = paymentIntentOf(world, invoice.id)
  const payment = paymentOf(world, invoice.id)
  if (intent && payment && intent.status !== 'succeeded') {
    intent.status = 'canceled'
    intent.cancellation_reason = 'void_invoice'
    intent.canceled_at = at
    intent.next_action = null
    payment.status = 'canceled'
    payment.status_transitions.canceled_at = at
  }
  emit('invoice.voided', invoice)
}

export function markUncollectible({ time }: World, invoice: Invoice) {
  invoice.status = 'uncollectible'
  invoice.status_transitions.marked_uncollectible_at = time.seconds()
  stopCollecting(invoice)
}

/** Stops automatic collection of an invoice. */
export function stopCollecting(invoice: Invoice) {
  invoice.auto_advance = false
  invoice.automatically_finalizes_at = null
  invoice.next_payment_attempt = null
}

export function invoicesOf(
  { ledger }: World,
  subscription: string,
  statuses: readonly Invoice['status'][],
) {
  return ledger.invoices.filter(
    ({ parent, status }) =>
      parent?.subscription_details?.subscription === subscription && statuses.includes(status),
  )
}

export function subscriptionOf({ ledger }: World, { id, parent }: Invoice) {
  const subscription = parent?.subscription_details?.subscription
  if (!subscription) throw new Error(`Invoice ${id} bills no subscription`)
  return ledger.subscriptions.get(subscription)
}

/** The id of the payment method that pays a subscription's invoices by default. */
export function defaultMethodOf(world: World, subscription: Subscription) {
  return (
    subscription.default_payment_method ??
    customerOf(world, subscription.customer).invoice_settings.default_payment_method
  )
}
