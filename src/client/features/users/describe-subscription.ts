import { formatLongDay } from '#client/format/days.ts'
import type { UserSubscription } from '#contract/users.ts'

const isOpen = ({ status }: UserSubscription) => status === 'active' || status === 'cancelled'
const isComplimentary = ({ payment_provider: provider }: UserSubscription) => provider === 'manual'

/** The payment state of a subscription. */
export function describeStanding(subscription: UserSubscription) {
  const { status, ends_at: end, payment_failed: hasFailed, payment_due: isDue } = subscription
  if (subscription.confirm_url) return 'Their bank asks them to confirm their last payment.'
  if (hasFailed) return 'Their last payment failed, and their card will be tried again.'
  if (isDue) return 'Their new month has begun, and their card is charged within the hour.'
  if (!isOpen(subscription)) return 'They have no access, and are not charged.'
  const until = end ? ` until ${formatLongDay(end)}` : ''
  if (isComplimentary(subscription))
    return `Access was given to them${until}. They are not charged.`
  return status === 'active'
    ? `They pay by card, and have paid${until}.`
    : `They have paid${until}, and are not charged again.`
}

/**
 * Describes each status that the administrator can set: how this status would change the user's
 * access and payments.
 */
export function afterStatus(subscription: UserSubscription) {
  const { status } = subscription
  const active = 'The status Active gives access with no payment and no end date.'
  if (!isOpen(subscription)) return active
  const inactive = isComplimentary(subscription)
    ? 'The status Inactive ends the person’s access immediately.'
    : 'The status Inactive ends the person’s access and subscription immediately, without a refund.'
  return status === 'active' ? inactive : `${active} ${inactive}`
}

export function afterPlan(subscription: UserSubscription) {
  return isOpen(subscription)
    ? 'The plan Free has the same effect as the status Inactive.'
    : 'The plan alone gives no access. Set the status to Active.'
}
