import type { SubscriptionRow, UserRow } from '#server/auth/sessions.ts'
import type { Mail } from '#server/mail/mail.ts'
import {
  accessEndedMail,
  cancelledMail,
  confirmPaymentMail,
  paymentFailedMail,
  startedMail,
} from './subscription-mails.ts'
import { isPaid, isRunning } from './subscription-state.ts'

interface Change {
  before: SubscriptionRow | null
  after: SubscriptionRow
  now: Date
}

/** The mails to send when a subscription changes. */
export function mailsAbout(person: UserRow, change: Change, siteUrl: string): Mail[] {
  const { before, after, now } = change
  if (hasStarted(change) && after.endsAt) {
    return [startedMail(person, { nextBillingAt: after.endsAt }, siteUrl)]
  }
  if (before?.status === 'active' && after.status === 'cancelled' && after.endsAt) {
    const facts = { endsAt: after.endsAt, isOwed: isOwed(after) }
    return [cancelledMail(person, facts, siteUrl)]
  }
  const { confirmUrl } = after
  const isAsked = confirmUrl !== null && before?.confirmUrl !== confirmUrl
  const question = isAsked
    ? [
        confirmPaymentMail(
          person,
          { accessUntil: isRunning(after) ? after.endsAt : null, confirmUrl },
          siteUrl,
        ),
      ]
    : []
  if (before && isRunning(before) && !isRunning(after)) {
    const facts = { endedAt: after.endsAt ?? now, isOwed: isOwed(after) }
    return [accessEndedMail(person, facts, siteUrl), ...question]
  }
  if (isAsked) return question
  const hasFailed = before?.stripeStatus !== 'past_due' && after.stripeStatus === 'past_due'
  if (hasFailed && isRunning(after) && after.endsAt) {
    return [paymentFailedMail(person, { accessUntil: after.endsAt }, siteUrl)]
  }
  return []
}

/** Whether a card may still be charged for the current period. */
function isOwed({ stripeStatus, isPaymentDue }: SubscriptionRow) {
  return isPaymentDue || stripeStatus === 'past_due'
}

/** Whether a paid subscription starts. False if it only renews or resumes. */
function hasStarted({ before, after }: Change) {
  if (after.status !== 'active' || after.override || !isPaid(after.stripeStatus)) return false
  const isNew = before?.stripeSubscriptionId !== after.stripeSubscriptionId
  return isNew || !before || !isRunning(before)
}
