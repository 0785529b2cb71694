import type { SubscriptionRow } from '#server/auth/sessions.ts'
import type { Transaction } from '../db/database.ts'
import { subscriptionChanges } from '../db/schema.ts'
import { isGift, isRunning } from './subscription-state.ts'

/** What of a row tells who has a subscription. */
type Terms = Pick<SubscriptionRow, 'status' | 'endsAt' | 'paymentProvider' | 'stripeSubscriptionId'>

type Change = Pick<typeof subscriptionChanges.$inferSelect, 'kind' | 'paymentProvider' | 'at'>

/**
 * What became of a person's subscription between two states of their row. A null `after` is that
 * of somebody who is deleted. An end that is noticed later is dated with the end.
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

/** Writes down what `changesBetween` finds, in the transaction that changes the row. */
export async function writeChanges(
  tx: Transaction,
  userId: string,
  { before, after, now }: { before: Terms | null; after: Terms | null; now: Date },
) {
  const changes = changesBetween(before, after, now)
  if (changes.length === 0) return
  await tx.insert(subscriptionChanges).values(changes.map((change) => ({ ...change, userId })))
}

/** Whether it is the one that was had before, and not another that was begun since. */
function isSame(had: Terms, has: Terms, now: Date) {
  if (had.paymentProvider !== has.paymentProvider) return false
  // The id that a gift bears is that of what was paid before.
  if (isGift(had)) return had.endsAt === null || had.endsAt > now
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
