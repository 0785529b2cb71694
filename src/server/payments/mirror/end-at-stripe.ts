import type Stripe from 'stripe'
import type { PaymentLock } from '#server/payments/payment-lock.ts'
import { isMissing, isRefused } from '#server/payments/stripe-errors.ts'
import { isStopped, STOPPED } from './subscription-state.ts'

/**
 * Ends a subscription whose first payment was never made. Voids the subscription's invoice first.
 * If the payer has just paid the invoice, Stripe refuses to void it, and the subscription stays.
 */
export async function closeIncomplete(stripe: Stripe, { id, latest_invoice }: Stripe.Subscription) {
  try {
    if (latest_invoice) await stripe.invoices.voidInvoice(idOf(latest_invoice))
  } catch (error) {
    if (!isRefused(error)) throw error
    // Stripe refused to void the invoice. Either the invoice was paid, or an earlier run voided the
    // invoice but stopped before it cancelled the subscription.
    const { status } = await stripe.subscriptions.retrieve(id)
    if (status !== 'incomplete') return
  }
  try {
    await stripe.subscriptions.cancel(id)
  } catch (error) {
    if (!isRefused(error)) throw error
  }
}

/** Closes all incomplete subscriptions of the list `found`. Returns whether there were any. */
export async function closeAllIncomplete(
  stripe: Stripe,
  { assertHeld }: PaymentLock,
  found: Stripe.Subscription[],
) {
  const incomplete = found.filter(({ status }) => status === 'incomplete')
  for (const subscription of incomplete) {
    assertHeld()
    await closeIncomplete(stripe, subscription)
  }
  return incomplete.length > 0
}

/**
 * Ends a subscription immediately if its current period is unpaid. First voids the unpaid invoice,
 * or stops automatic charges if the invoice is a draft. If the invoice has just been paid, the
 * subscription stays, and the function returns false.
 */
export async function endUnpaid(stripe: Stripe, id: string) {
  for (const invoice of await unpaidInvoices(stripe, id)) {
    if (!(await stopInvoice(stripe, invoice))) return false
  }
  await endNow(stripe, id)
  return true
}

/** Stops automatic charges of an invoice. Returns false if the invoice is already paid. */
async function stopInvoice(stripe: Stripe, invoice: Stripe.Invoice) {
  const id = idOf(invoice)
  try {
    if (invoice.status === 'draft') {
      // Do not void the draft yet. The draft marks the period as unpaid until the subscription
      // ends.
      const { status } = await stopDraft(stripe, id)
      if (status !== 'open') return status !== 'paid'
    }
    await stripe.invoices.voidInvoice(id)
    return true
  } catch (error) {
    if (!isRefused(error)) throw error
    const { status } = await stripe.invoices.retrieve(id)
    return status !== 'paid'
  }
}

/** Ends a subscription immediately, without a refund and without further charges. */
export async function endNow(stripe: Stripe, id: string) {
  // Stop drafts first. Otherwise Stripe would charge them if this process died after the
  // subscription has ended, because nothing looks for drafts of ended subscriptions.
  for (const invoice of await unpaidInvoices(stripe, id)) {
    if (invoice.status === 'draft' && !isStopped(invoice)) await stopDraft(stripe, idOf(invoice))
  }
  try {
    await stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false })
  } catch (error) {
    // Ignore a subscription that has ended meanwhile.
    if (!isMissing(error)) throw error
  }
  await voidInvoices(stripe, id)
}

/** Stops the automatic charge of a draft, and marks the draft as stopped by Engawa. */
async function stopDraft(stripe: Stripe, id: string) {
  try {
    return await stripe.invoices.update(id, { auto_advance: false, metadata: { [STOPPED]: 'yes' } })
  } catch (error) {
    // Stripe may have finalized or charged the draft meanwhile.
    if (!isRefused(error)) throw error
    return stripe.invoices.retrieve(id)
  }
}

async function voidInvoices(stripe: Stripe, subscription: string) {
  for (const invoice of await unpaidInvoices(stripe, subscription)) {
    try {
      // Finalize a draft first. Stripe cannot void a draft, and would charge the draft of a renewal
      // after one hour.
      if (invoice.status === 'draft') {
        await stripe.invoices.finalizeInvoice(idOf(invoice), { auto_advance: false })
      }
      await stripe.invoices.voidInvoice(idOf(invoice))
    } catch (error) {
      // Ignore an invoice that was paid or voided meanwhile.
      if (!isRefused(error)) throw error
    }
  }
}

async function unpaidInvoices(stripe: Stripe, subscription: string) {
  const { data } = await stripe.invoices.list({ subscription, limit: 20 })
  return data.filter(({ status }) => status === 'draft' || status === 'open')
}

function idOf(object: string | { id?: string }) {
  const id = typeof object === 'string' ? object : object.id
  if (!id) throw new Error('An invoice of a subscription has no id')
  return id
}
