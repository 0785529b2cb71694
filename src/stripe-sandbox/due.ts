import { secondsInHour } from 'date-fns/constants'
import { collect, openIntentOf } from './charging.ts'
import {
  defaultMethodOf,
  draftInvoice,
  finalizeInvoice,
  markUncollectible,
  stopCollecting,
  subscriptionOf,
  voidInvoice,
} from './invoices.ts'
import type { Invoice, Subscription } from './stripe-objects.ts'
import { endSubscription, expireIncomplete } from './subscription-end.ts'
import { onlyItem } from './subscription-object.ts'
import { addMonths } from './time.ts'
import type { World } from './world.ts'

/** How long a new subscription waits for its first payment before it expires. */
const INCOMPLETE_SECONDS = 23 * secondsInHour

/** An event that the sandbox runs at a set time, such as a renewal. */
interface Due {
  /** The time of the event in seconds since 1970. */
  at: number
  run: () => void
}

/** The next scheduled event. */
export function nextDue(world: World): Due | undefined {
  const { ledger } = world
  const due: Due[] = []
  for (const { id, status, created, items, ...one } of ledger.subscriptions.all()) {
    const { cancel_at, pause_collection: pause } = one
    if (pause?.resumes_at) {
      due.push({ at: pause.resumes_at, run: () => resume(world, ledger.subscriptions.get(id)) })
    }
    if (isRunning(status) && cancel_at !== null) {
      due.push({
        at: cancel_at,
        run: () => void endSubscription(world, ledger.subscriptions.get(id)),
      })
    }
    const periodEnd = items.data[0]?.current_period_end
    if (isRunning(status) && periodEnd !== undefined) {
      due.push({ at: periodEnd, run: () => renew(world, ledger.subscriptions.get(id)) })
    }
    if (status === 'incomplete') {
      const run = () => expireIncomplete(world, ledger.subscriptions.get(id))
      due.push({ at: created + INCOMPLETE_SECONDS, run })
    }
  }
  for (const invoice of ledger.invoices.all()) {
    if (!invoice.auto_advance) continue
    const at = findDueTime(invoice)
    if (at !== null) due.push({ at, run: () => charge(world, ledger.invoices.get(invoice.id)) })
  }
  return due.reduce<Due | undefined>(
    (first, one) => (first && first.at <= one.at ? first : one),
    undefined,
  )
}

/**
 * The time at which an invoice is charged automatically, in seconds since 1970. Null if no
 * automatic charge is scheduled.
 */
function findDueTime(
  invoice: Readonly<
    Pick<
      Invoice,
      'status' | 'billing_reason' | 'automatically_finalizes_at' | 'next_payment_attempt'
    >
  >,
) {
  if (invoice.status === 'draft') return invoice.automatically_finalizes_at
  const isRenewal = invoice.billing_reason === 'subscription_cycle'
  return invoice.status === 'open' && isRenewal ? invoice.next_payment_attempt : null
}

function isRunning(status: Subscription['status']) {
  return status === 'active' || status === 'past_due'
}

/** Starts the next period of a subscription at the end of the current one. */
function renew(world: World, subscription: Subscription) {
  const item = onlyItem(subscription)
  item.current_period_start = item.current_period_end
  item.current_period_end = addMonths(
    subscription.billing_cycle_anchor,
    item.current_period_start,
    1,
  )
  const invoice = draftInvoice(world, subscription, 'subscription_cycle')
  const { pause_collection: pause } = subscription
  if (pause) stopCollecting(invoice)
  if (pause?.behavior === 'mark_uncollectible') markUncollectible(world, invoice)
  if (pause?.behavior === 'void') voidInvoice(world, invoice)
  world.emit('customer.subscription.updated', subscription)
}

/** Resumes paused payments. The invoices of the pause stay uncollected. */
function resume(world: World, subscription: Subscription) {
  subscription.pause_collection = null
  world.emit('customer.subscription.updated', subscription)
}

/** Charges a renewal: the first attempt or a retry. */
function charge(world: World, invoice: Invoice) {
  const method = defaultMethodOf(world, subscriptionOf(world, invoice))
  if (invoice.status === 'draft') finalizeInvoice(world, invoice, method)
  else openIntentOf(world, invoice).payment_method = method
  collect(world, invoice, { isOnSession: false, isScheduled: true })
}
