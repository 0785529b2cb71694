import type Stripe from 'stripe'
import type { Held } from './payment-lock.ts'
import { isMissing, isRefused } from './stripe-errors.ts'

/**
 * Ends a subscription whose first payment was never made. Voids its invoice first: Stripe refuses
 * that for a paid invoice, so a payment at this very moment is not lost.
 */
export async function closeIncomplete(stripe: Stripe, { id, latest_invoice }: Stripe.Subscription) {
  try {
    if (latest_invoice) await stripe.invoices.voidInvoice(idOf(latest_invoice))
  } catch (error) {
    if (!isRefused(error)) throw error
    // Either the invoice was paid, or an earlier run stopped between the two steps.
    const { status } = await stripe.subscriptions.retrieve(id)
    if (status !== 'incomplete') return
  }
  try {
    await stripe.subscriptions.cancel(id)
  } catch (error) {
    if (!isRefused(error)) throw error
  }
}

/** Closes all incomplete subscriptions in `found`; returns whether there were any. */
export async function closeAllIncomplete(
  stripe: Stripe,
  { assertHeld }: Held,
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
 * Ends a subscription at once if its current period is unpaid. Stops the invoice first. If the
 * invoice was paid at this very moment, the subscription stays and the result is false.
 */
export async function endUnpaid(stripe: Stripe, id: string) {
  for (const invoice of await unpaidInvoices(stripe, id)) {
    if (!(await stopInvoice(stripe, invoice))) return false
  }
  await endNow(stripe, id)
  return true
}

/** Stops automatic charges of an invoice; false when it is already paid. */
async function stopInvoice(stripe: Stripe, invoice: Stripe.Invoice) {
  const id = idOf(invoice)
  try {
    if (invoice.status === 'draft') {
      // Do not void it yet: the draft marks the period as unpaid until the subscription ends.
      const { status } = await stripe.invoices.update(id, { auto_advance: false })
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

/** Ends a subscription at once, without a refund and without further charges. */
export async function endNow(stripe: Stripe, id: string) {
  try {
    await stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false })
  } catch (error) {
    // The subscription has ended meanwhile.
    if (!isMissing(error)) throw error
  }
  await voidInvoices(stripe, id)
}

async function voidInvoices(stripe: Stripe, subscription: string) {
  for (const invoice of await unpaidInvoices(stripe, subscription)) {
    try {
      // A renewal's invoice is a draft for its first hour, and Stripe charges it after that.
      if (invoice.status === 'draft') {
        await stripe.invoices.finalizeInvoice(idOf(invoice), { auto_advance: false })
      }
      await stripe.invoices.voidInvoice(idOf(invoice))
    } catch (error) {
      // The invoice was paid or voided meanwhile.
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
