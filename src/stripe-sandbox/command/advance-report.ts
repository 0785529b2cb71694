import { utc } from '@date-fns/utc/utc'
import { format } from 'date-fns/format'
import { fromUnixTime } from 'date-fns/fromUnixTime'
import * as z from 'zod/mini'
import type { ReadonlyDeep } from '../state/ledger.ts'
import type { Event, Invoice } from '../stripe-objects.ts'
import type { World } from '../world.ts'

/**
 * Sentences about the events that happened while the sandbox's time advanced from `from` to `to`.
 */
export const AdvanceReport = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  happened: z.array(z.object({ at: z.iso.datetime(), who: z.string(), what: z.string() })),
})
export type AdvanceReport = z.output<typeof AdvanceReport>

/** Describes the events that matter to people. All other events are left out. */
export function describeEvents(
  world: World,
  events: readonly ReadonlyDeep<Event>[],
): AdvanceReport['happened'] {
  return events.flatMap((event) => {
    const what = wordsFor(event)
    const { object } = event.data
    const customer = 'customer' in object ? object.customer : null
    const at = fromUnixTime(event.created).toISOString()
    return what === null ? [] : [{ at, who: nameOf(world, customer), what }]
  })
}

function wordsFor(event: ReadonlyDeep<Event>) {
  switch (event.type) {
    case 'invoice.created':
      return `is billed ${amountOf(event.data.object)} for the next month`
    case 'invoice.paid':
      return `pays ${amountOf(event.data.object)}`
    case 'invoice.payment_failed': {
      const next = event.data.object.next_payment_attempt
      const retry = next === null ? 'for the last time' : `to be tried again on ${dayOf(next)}`
      return `could not pay ${amountOf(event.data.object)}, ${retry}`
    }
    case 'customer.subscription.deleted':
      return 'has no subscription any more'
    case 'customer.subscription.updated':
      return event.data.object.status === 'incomplete_expired'
        ? 'never paid, and is given up'
        : null
    default:
      return null
  }
}

function nameOf({ ledger }: World, id: string | null) {
  const customer = id === null ? undefined : ledger.customers.find(id)
  return (customer && !customer.deleted && customer.email) || (id ?? 'somebody')
}

function amountOf({ amount_due }: Pick<Invoice, 'amount_due'>) {
  return `$${(amount_due / 100).toFixed(2)}`
}

function dayOf(seconds: number) {
  return format(fromUnixTime(seconds), 'yyyy-MM-dd', { in: utc })
}
