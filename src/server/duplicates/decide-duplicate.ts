import { and, inArray, ne } from 'drizzle-orm'
import type { DuplicateState } from '#contract/choices.ts'
import { type Actor, writeAudit } from '#server/audit/audit.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { duplicates, listings } from '#server/db/schema.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { publishChanges } from '#server/history/publish-changes.ts'
import { inventoryTitles } from '#server/inventory/inventory-titles.ts'
import { applyFolds, lockFolds } from '#server/listings/apply-folds.ts'

interface Decision {
  actor: Actor
  one: string
  other: string
  /** The state that the administrator saw. */
  seen: DuplicateState
  state: DuplicateState
}

const ACTIONS: Record<DuplicateState, string> = {
  folded: 'duplicate.fold',
  different: 'duplicate.separate',
  waiting: 'duplicate.reopen',
}

/**
 * Decides whether two listings are the same house, or undoes the decision with the state `waiting`.
 * @throws {Refusal} 404 if nobody asks about these listings, and 409 if another administrator has
 *   decided meanwhile, or if other decisions contradict this one.
 */
export async function decideDuplicate(
  { db, now }: { db: Database; now: () => Date },
  { actor, one, other, seen, state }: Decision,
) {
  const at = now()
  await db.transaction(async (tx) => {
    await lockFolds(tx)
    const isPair = and(
      inArray(duplicates.one, [one, other]),
      inArray(duplicates.other, [one, other]),
      ne(duplicates.one, duplicates.other),
    )
    const [pair] = await tx.select().from(duplicates).where(isPair)
    if (!pair) throw new Refusal(404, 'There is no such pair of listings')
    if (pair.state === state) return
    if (pair.state !== seen) {
      throw new Refusal(409, 'Another administrator has decided about this pair meanwhile')
    }
    await tx.update(duplicates).set({ state, decidedBy: actor.user.email, at }).where(isPair)
    const { shown, refused } = await applyFolds(tx, at, [pair.one, pair.other])
    if (refused.some(({ isDecided }) => isDecided)) {
      throw new Refusal(409, 'Other decisions about these houses contradict this one')
    }
    await writeAudit(tx, {
      actor,
      action: ACTIONS[state],
      target: { id: pair.one, name: await pairName(tx, pair) },
      before: { state: pair.state },
      after: { state, listings: [pair.one, pair.other] },
      at,
    })
    // A listing that was folded when it was imported is new to every search.
    const change = { kind: 'back' as const, before: {}, after: {}, changedAt: at }
    await publishChanges(
      tx,
      shown.map((listingId) => ({ ...change, listingId })),
      shown,
    )
  })
}

/** The titles of both listings, which the audit log shows. */
async function pairName(tx: Transaction, { one, other }: Pick<Decision, 'one' | 'other'>) {
  const rows = await tx
    .select()
    .from(listings)
    .where(inArray(listings.id, [one, other]))
  return inventoryTitles(rows).join(' and ')
}
