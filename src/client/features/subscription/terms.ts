import type { Subscription } from '#contract/subscription.ts'
import { formatDay } from './dates.ts'
import { isComplimentary, isOwed, type Standing } from './standing.ts'

/**
 * A sentence with the amount and date of the next charge. Undefined if the usual terms apply:
 * `charge` is due now, and then every month.
 */
export function describeNextCharge(
  subscription: Subscription | null,
  standing: Standing | null,
  charge: string,
) {
  if (!subscription) return undefined
  const { ends_at } = subscription
  if (standing === 'cancelled' && ends_at && !isComplimentary(subscription)) {
    return `Nothing is charged today. ${charge} is charged on ${formatDay(ends_at)}, and then every month until you cancel.`
  }
  if (isOwed(subscription)) {
    return `${charge} is charged now, for the new month, and then every month until you cancel.`
  }
  return undefined
}
