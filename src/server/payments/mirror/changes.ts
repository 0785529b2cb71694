import type { SubscriptionRow } from '#server/auth/sessions.ts'
import type { Transaction } from '#server/db/database.ts'
import { subscriptionChanges } from '#server/db/schema.ts'
import { isComplimentary, isRunning } from './subscription-state.ts'

/** The columns of a subscription that `changesBetween` compares. */
type Terms = Pick<SubscriptionRow, 'status' | 'endsAt' | 'paymentProvider' | 'stripeSubscriptionId'>

type Change = Pick<typeof subscriptionChanges.$inferSelect, 'kind' | 'paymentProvider' | 'at'>

/**
 * The changes between two states of a user's subscription row. A null `after` means that the user
 * is deleted. If the subscription ended before `now`, the change gets the date of the end.
 */
export function changesBetween(before: Terms | null, after: Terms | null, now: Date): Change[] {
  const had = before && isRunning(before) ? before : null
  const has = after && isRunning(after) ? after : null
  if (had && has && isSame(had, has, now)) return turned(had, has, now)
  return [
    ...(had ? [change('ended', had, earlier((has ? had : (after ?? had)).endsAt, now))] : []),
    ...(has ? [change('started', has, now)] : []),
    ...(has?.status === 'cancelled' ? [change('cancelled', has, now)] : []),
  ]
}

/** Adds the changes of a subscription to its history, in the transaction that changes its row. */
export async function writeChanges(
  tx: Transaction,
  userId: string,
  { before, after, now }: { before: Terms | null; after: Terms | null; now: Date },
) {
  const changes = changesBetween(before, after, now)
  if (changes.length === 0) return
  await tx.insert(subscriptionChanges).values(changes.map((change) => ({ ...change, userId })))
}

/** Whether both rows describe the same subscription. */
function isSame(had: Terms, has: Terms, now: Date) {
  if (had.paymentProvider !== has.paymentProvider) return false
  // Do not compare Stripe ids of complimentary access, because its row keeps the Stripe id of the
  // earlier subscription.
  if (isComplimentary(had)) return had.endsAt === null || had.endsAt > now
  return had.stripeSubscriptionId === has.stripeSubscriptionId
}

function turned(had: Terms, has: Terms, now: Date) {
  if (had.status === has.status) return []
  return [change(has.status === 'cancelled' ? 'cancelled' : 'reactivated', has, now)]
}

function change(kind: Change['kind'], { paymentProvider }: Terms, at: Date): Change {
  return { kind, paymentProvider, at }
}

function earlier(moment: Date | null, now: Date) {
  return moment && moment < now ? moment : now
}
