import { formatLongDay } from '#client/format/days.ts'
import type { UserSubscription } from '#contract/users.ts'

const isOpen = ({ status }: UserSubscription) => status === 'active' || status === 'cancelled'
const isComplimentary = ({ payment_provider: provider }: UserSubscription) => provider === 'manual'

const ASKS = {
  label: 'Bank asks about a payment',
  sentence:
    'Their bank asks about a payment. No money was taken back. Answer the bank in Stripe’s dashboard.',
}
const DISPUTED = {
  label: 'Payment disputed',
  sentence:
    'They dispute a payment at their bank, which took the money back. This ended their access and their subscription.',
}
/**
 * The objection of a bank by its status at Stripe. Other statuses mean that the bank has withdrawn
 * its objection.
 */
const OBJECTIONS = new Map([
  ['warning_needs_response', ASKS],
  ['warning_under_review', ASKS],
  ['needs_response', DISPUTED],
  ['under_review', DISPUTED],
  ['appeal_needs_response', DISPUTED],
  ['appeal_under_review', DISPUTED],
  [
    'lost',
    {
      label: 'Dispute lost',
      sentence: 'Their bank decided a dispute for them, and the money stays with them.',
    },
  ],
  [
    'won',
    {
      label: 'Dispute won',
      sentence:
        'Their bank decided a dispute for you, and the money is back. The dispute ended their access, so you can give them the time that they paid for.',
    },
  ],
])

/** The objection of the person's bank to a payment: a label and a sentence. */
export function describeObjection({ dispute }: UserSubscription) {
  return OBJECTIONS.get(dispute ?? '')
}

export function describeStanding(subscription: UserSubscription) {
  const { status, ends_at: end, payment_failed: hasFailed, payment_due: isDue } = subscription
  if (subscription.confirm_url) return 'Their bank asks them to confirm their last payment.'
  if (hasFailed) return 'Their last payment failed, and their card will be tried again.'
  if (subscription.is_paused && isOpen(subscription)) {
    const { resumes_at: resumesAt } = subscription
    const until = resumesAt ? ` until ${formatLongDay(resumesAt)}` : ''
    return `Payments are paused${until}. They keep their access, and are not charged meanwhile.`
  }
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
