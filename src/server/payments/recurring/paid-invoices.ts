import { utc } from '@date-fns/utc/utc'
import { fromUnixTime } from 'date-fns/fromUnixTime'
import { getUnixTime } from 'date-fns/getUnixTime'
import { subDays } from 'date-fns/subDays'
import { and, desc, eq, inArray, ne, or } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Database } from '#server/db/database.ts'
import { paidInvoices, users } from '#server/db/schema.ts'
import type { BillingServices } from '#server/payments/billing-services.ts'
import { isMissing } from '#server/payments/stripe-errors.ts'
import { stripeId } from '#server/payments/stripe-id.ts'
import { sinceLastSuccess } from './since-last-success.ts'

/**
 * How far back to list invoices. Stripe lists an invoice by its creation date, and may charge it up
 * to two months later.
 */
const TRIED_DAYS = 62
const BATCH = 100
/** The maximum number of payments in a list, enough for two years of monthly payments. */
const SHOWN = 24

/** Saves all paid invoices of a customer, including those whose events never arrived. */
export async function notePaymentsOf(services: BillingServices, customer: string) {
  try {
    await notePayments(services, { customer })
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

/**
 * Saves all invoices paid since the last successful run. The first run saves every paid invoice.
 * Returns the number of invoices that were not saved before.
 */
export function noteAllPayments(services: BillingServices) {
  return sinceLastSuccess(services, 'stripe.payments', (last) =>
    notePayments(services, last ? { created: since(last) } : {}),
  )
}

function since(ranAt: Date) {
  return { gte: getUnixTime(subDays(ranAt, TRIED_DAYS, { in: utc })) }
}

async function notePayments(
  { db, payments: { stripe } }: BillingServices,
  which: Pick<Stripe.InvoiceListParams, 'customer' | 'created'>,
) {
  let unknown = 0
  let batch: Stripe.Invoice[] = []
  for await (const invoice of stripe.invoices.list({ ...which, status: 'paid', limit: BATCH })) {
    batch.push(invoice)
    if (batch.length < BATCH) continue
    unknown += await note(db, batch)
    batch = []
  }
  return unknown + (await note(db, batch))
}

/**
 * Saves invoices that are not saved yet. The saved invoices stay when the user is deleted. Skips
 * invoices of other products in the same Stripe account.
 */
async function note(db: Database, invoices: Stripe.Invoice[]) {
  if (invoices.length === 0) return 0
  const customers = invoices.flatMap((invoice) => stripeId(invoice.customer) ?? [])
  const buyers = invoices.flatMap((invoice) => buyerOf(invoice) ?? [])
  const people = await db
    .select({ id: users.id, customer: users.stripeCustomerId })
    .from(users)
    .where(or(inArray(users.stripeCustomerId, customers), inArray(users.id, buyers)))
  const paid = invoices.flatMap((invoice) => {
    const buyer = buyerOf(invoice)
    const person =
      people.find(({ customer }) => customer !== null && customer === stripeId(invoice.customer)) ??
      people.find(({ id }) => id === buyer)
    if (!person && !buyer) return []
    const paidAt = invoice.status_transitions.paid_at ?? invoice.created
    return {
      id: invoice.id,
      userId: person?.id ?? null,
      amountCents: invoice.amount_paid,
      paidAt: fromUnixTime(paidAt),
    }
  })
  if (paid.length === 0) return 0
  const added = await db
    .insert(paidInvoices)
    .values(paid)
    .onConflictDoNothing()
    .returning({ id: paidInvoices.id })
  return added.length
}

/** The last payments of a person, newest first. */
export function findPayments(db: Database, userId: string) {
  return db
    .select()
    .from(paidInvoices)
    .where(eq(paidInvoices.userId, userId))
    .orderBy(desc(paidInvoices.paidAt), desc(paidInvoices.id))
    .limit(SHOWN)
}

/** Saves how much of a payment is refunded so far. Returns whether the amount is new. */
export async function noteRefund(db: Database, invoice: string, cents: number) {
  const noted = await db
    .update(paidInvoices)
    .set({ refundedCents: cents })
    .where(and(eq(paidInvoices.id, invoice), ne(paidInvoices.refundedCents, cents)))
    .returning({ id: paidInvoices.id })
  return noted.length > 0
}

/** The user id from the subscription's metadata, which Stripe keeps after the user is deleted. */
function buyerOf({ parent }: Stripe.Invoice) {
  return parent?.subscription_details?.metadata?.user_id ?? null
}
