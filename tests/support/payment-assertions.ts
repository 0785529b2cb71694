import { expect } from 'vitest'
import { paidInvoices, subscriptionChanges, subscriptions } from '#server/db/schema.ts'
import { findSubscription } from '#server/payments/mirror/subscription-row.ts'
import { isRunning } from '#server/payments/mirror/subscription-state.ts'
import type { Person } from './payment-people.ts'
import type { PaymentWorld } from './payment-world.ts'
import {
  belongsTo,
  findRefunds,
  isLive,
  isPayable,
  latestInvoiceOf,
  listSubscriptions,
  refundedCents,
  type StripeState,
  subscriptionOf,
} from './payments-at-stripe.ts'

/** How long access may continue without a payment, in seconds. */
const GRACE_SECONDS = 3 * 86_400

/**
 * Checks that our server has started at most one subscription for each person. A subscription that
 * waits for its first payment counts too. This check must succeed at any moment.
 */
export async function expectNoSecondSubscription(world: PaymentWorld, people: Person[]) {
  const live = (await listSubscriptions(world)).filter(isLive)
  for (const person of people) {
    const addedAtStripe = new Set(person.duplicates.map(({ second }) => second))
    const own = live.filter(belongsTo(person)).filter(({ id }) => !addedAtStripe.has(id))
    expect(own.length, 'subscriptions of one person that can be charged').toBeLessThanOrEqual(1)
  }
}

/**
 * Checks that every access has a reason, that nothing was paid twice, and that a stopped
 * subscription was not charged again. This check must succeed once our server has caught up with
 * all events.
 */
export async function expectCorrectState(
  world: PaymentWorld,
  person: Person,
  { hasAccess, stripeState }: { hasAccess: boolean; stripeState: StripeState },
) {
  const now = world.now().getTime() / 1000
  const row = await findSubscription(world.db, person.id)
  const periods = paidPeriods(stripeState)
  const isPaid = periods.some(
    ({ start, end, isRefunded }) => start <= now && now < end && !isRefunded,
  )
  const isGiven = row?.paymentProvider === 'manual' && hasGift(person, world.now())
  const reasons = { isPaid, isInGrace: isInGrace(stripeState, now), isGiven }

  if (hasAccess) expect(Object.values(reasons), 'a reason for access').toContain(true)
  else expect(reasons).toMatchObject({ isPaid: false, isInGrace: false })
  const { length } = stripeState.subscriptions.filter(isLive)
  expect(length, 'subscriptions of one person that can be charged').toBeLessThanOrEqual(1)
  expectNothingPaidTwice(periods)
  expectDuplicatesRefunded(person, stripeState)
  if (!person.canEndEarly) expect(periods.filter(({ isShortened }) => isShortened)).toEqual([])
  expectNothingPaidAfterStop(person, stripeState)
  if (person.adminDecision)
    expect(hasAccess, 'as was decided').toBe(person.adminDecision === 'granted')
}

/**
 * Checks that our server has recorded every cent that was paid, and every cent that was refunded.
 * This check must succeed once our server has caught up with all events.
 */
export async function expectRevenue(world: PaymentWorld) {
  const paid = await world.withoutFaults((stripe) =>
    stripe.invoices.list({ status: 'paid', limit: 100 }).autoPagingToArray({ limit: 1000 }),
  )
  const refunds = await findRefunds(world)
  const recorded = await world.db.select().from(paidInvoices)
  const sorted = (payments: string[]) => payments.sort()
  expect(
    sorted(
      recorded.map(({ id, amountCents, refundedCents: back }) => `${id} ${amountCents}-${back}`),
    ),
  ).toEqual(
    sorted(paid.map((one) => `${one.id} ${one.amount_paid}-${refundedCents(refunds, one)}`)),
  )
}

/**
 * Checks that each logged change of a subscription was possible in the state before it, and that
 * the changes lead to the current state. This check must succeed at any moment.
 */
export async function expectConsistentChangeLog({ db }: PaymentWorld, people: Person[]) {
  // Read both tables in one snapshot. Our server may still be processing events and write between
  // two reads.
  const { rows, changes } = await db.transaction(
    async (tx) => ({
      rows: await tx.select().from(subscriptions),
      changes: await tx.select().from(subscriptionChanges).orderBy(subscriptionChanges.id),
    }),
    { isolationLevel: 'repeatable read' },
  )
  for (const { id } of people) {
    const row = rows.find(({ userId }) => userId === id)
    const own = changes.filter(({ userId }) => userId === id)
    const state = own.reduce(nextState, 'none')
    expect(state, own.map(({ kind }) => kind).join()).toBe(
      row && isRunning(row) ? row.status : 'none',
    )
    if (state !== 'none') expect(own.at(-1)?.paymentProvider).toBe(row?.paymentProvider)
  }
}

/** The state of a subscription after a change. Fails if the change is impossible in this state. */
function nextState(state: string, { kind }: { kind: keyof typeof TRANSITIONS }) {
  const { from, to } = TRANSITIONS[kind]
  expect(from, `${state} before ${kind}`).toContain(state)
  return to
}

const TRANSITIONS = {
  started: { from: ['none'], to: 'active' },
  cancelled: { from: ['active'], to: 'cancelled' },
  reactivated: { from: ['cancelled'], to: 'active' },
  ended: { from: ['active', 'cancelled'], to: 'none' },
}

/**
 * The periods that were paid, in seconds. If a subscription ends early, its last period ends at the
 * same time.
 */
function paidPeriods({ subscriptions, invoices, refunds }: StripeState) {
  const periods = invoices
    .filter(({ status }) => status === 'paid')
    .map((invoice) => {
      const period = invoice.lines.data[0]?.period ?? { start: 0, end: 0 }
      const owner = subscriptions.find(({ id }) => id === subscriptionOf(invoice))
      const ended = owner?.ended_at ?? Number.POSITIVE_INFINITY
      return {
        start: period.start,
        end: Math.min(period.end, ended),
        isShortened: ended < period.end,
        isRefunded: refundedCents(refunds, invoice) === invoice.amount_paid,
      }
    })
  return periods.sort((one, other) => one.start - other.start || one.end - other.end)
}

function expectNothingPaidTwice(periods: ReturnType<typeof paidPeriods>) {
  const notRefunded = periods.filter(({ isRefunded }) => !isRefunded)
  for (const [index, { start }] of notRefunded.entries()) {
    const before = notRefunded[index - 1]
    if (before)
      expect(start, 'paid again before the time was over').toBeGreaterThanOrEqual(before.end)
  }
}

/**
 * If an operator adds a second subscription at Stripe, the person pays twice for one month, and our
 * server must refund one of the two payments completely. Our server itself never charges anybody
 * twice, so it must refund no other payment as a duplicate.
 */
function expectDuplicatesRefunded({ duplicates }: Person, { invoices, refunds }: StripeState) {
  const refundedInvoices = new Set(
    refunds.filter(({ reason }) => reason === 'duplicate').map(({ invoice }) => invoice),
  )
  expect(refundedInvoices.size, 'months refunded because they were paid twice').toBe(
    duplicates.length,
  )
  for (const duplicate of duplicates) {
    const refunded = invoices.filter(
      (one) =>
        duplicate.invoices.includes(one.id) &&
        refundedInvoices.has(one.id ?? '') &&
        refundedCents(refunds, one) === one.amount_paid,
    )
    expect(refunded.length, 'refunded of two payments for one month').toBe(1)
  }
}

/**
 * After our server has confirmed that a subscription is stopped, nothing more is charged, and no
 * earlier invoice can still be paid.
 */
function expectNothingPaidAfterStop({ stopped }: Person, { invoices }: StripeState) {
  if (!stopped) return
  const paidBefore = stopped.stripeState.invoices.filter(({ status }) => status === 'paid')
  const known = new Set(paidBefore.map(({ id }) => id))
  const charged = invoices.filter(({ id, status }) => status === 'paid' && !known.has(id))
  expect(charged, 'charged after it was stopped').toEqual([])
  const stillPayable = invoices.filter(
    (one) => stopped.unpaidInvoices.has(one.id) && isPayable(one),
  )
  expect(stillPayable, 'can still be paid after it was stopped').toEqual([])
}

/**
 * Whether the current month is unpaid and within its grace period. A refunded month has no grace
 * period.
 */
function isInGrace({ subscriptions, invoices }: StripeState, now: number) {
  return subscriptions.some((subscription) => {
    const { status, items } = subscription
    const start = items.data[0]?.current_period_start ?? 0
    const latest = invoices.find(({ id }) => id === latestInvoiceOf(subscription))
    const isUnpaid = latest?.status !== 'paid' && (status === 'active' || status === 'past_due')
    return isUnpaid && start <= now && now < start + GRACE_SECONDS
  })
}

function hasGift({ gifts }: Person, now: Date) {
  return gifts.some((until) => until === null || until > now)
}
