import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { OfferStatus } from '#contract/choices.ts'
import type { Transaction } from '#server/db/database.ts'
import { listings } from '#server/db/schema.ts'
import { publishChanges } from '#server/history/publish-changes.ts'
import { lockFolds } from '#server/listings/apply-folds.ts'
import { findDuplicatesWithout } from '#server/listings/find-duplicates.ts'
import { followsImports } from '#server/listings/offered.ts'
import type { Writing } from './write.ts'

/** The number of listings that one query reads. */
const PAGE = 5000

/** Withdraws the source's listings that are not in `ids`, and returns their number. */
export async function withdrawOthers(
  { db, source, now, dryRun }: Writing,
  ids: ReadonlySet<string>,
) {
  const isOthers = and(eq(listings.source, source), isNull(listings.withdrawnAt), followsImports)
  let withdrawn = 0
  let last = ''
  for (;;) {
    const page = await db
      .select({ id: listings.id })
      .from(listings)
      .where(and(isOthers, gt(listings.id, last)))
      .orderBy(asc(listings.id))
      .limit(PAGE)
    const gone = page.filter(({ id }) => !ids.has(id)).map(({ id }) => id)
    withdrawn += gone.length
    if (gone.length > 0 && !dryRun) {
      await db.transaction(async (tx) => {
        const isGone = await lock(tx, gone)
        // Check the condition again in the update, because an administrator may have changed the
        // state of a listing since it was read.
        const rows = await tx
          .update(listings)
          .set({ withdrawnAt: now })
          .where(and(isOthers, isGone))
          .returning({ id: listings.id })
        const ids = rows.map(({ id }) => id)
        await findDuplicatesWithout(tx, ids, now)
        await publishWithdrawn(tx, ids, now, ids)
      })
    }
    if (page.length < PAGE) return withdrawn
    last = page.at(-1)?.id ?? last
  }
}

/**
 * Withdraws the source's listings that the file says are no longer offered, and saves their status.
 * Returns how many of them were offered until now.
 */
export async function withdrawClosed(
  { db, source, now, dryRun }: Writing,
  closed: ReadonlyMap<string, OfferStatus>,
) {
  const isOwn = and(eq(listings.source, source), followsImports)
  const ids = [...closed.keys()].sort()
  let withdrawn = 0
  for (let start = 0; start < ids.length; start += PAGE) {
    const page = ids.slice(start, start + PAGE)
    const { id, withdrawnAt, status } = listings
    const known = await db
      .select({ id, withdrawnAt, status })
      .from(listings)
      .where(and(isOwn, inArray(listings.id, page)))
    withdrawn += known.filter(({ withdrawnAt }) => withdrawnAt === null).length
    const changed = known.filter((row) => !row.withdrawnAt || row.status !== closed.get(row.id))
    if (changed.length === 0 || dryRun) continue
    await db.transaction(async (tx) => {
      const isChanged = await lock(
        tx,
        changed.map(({ id }) => id),
      )
      const isFresh = and(isOwn, isChanged, isNull(withdrawnAt))
      const fresh = await tx.select({ id }).from(listings).where(isFresh)
      for (const status of new Set(closed.values())) {
        const withStatus = page.filter((id) => closed.get(id) === status)
        await tx
          .update(listings)
          .set({
            status,
            withdrawnAt: sql`coalesce(${withdrawnAt}, ${sql.param(now, withdrawnAt)})`,
          })
          .where(and(isOwn, isChanged, inArray(id, withStatus)))
      }
      const ids = fresh.map(({ id }) => id)
      await findDuplicatesWithout(tx, ids, now)
      await publishWithdrawn(
        tx,
        ids,
        now,
        changed.map(({ id }) => id),
      )
    })
  }
  return withdrawn
}

/**
 * Locks listings in the order of their ids, as every other writer does. In another order, two
 * writers could wait for each other.
 */
async function lock(tx: Transaction, ids: string[]) {
  await lockFolds(tx)
  const isOneOf = inArray(listings.id, ids)
  const { id } = listings
  await tx.select({ id }).from(listings).where(isOneOf).orderBy(asc(id)).for('update')
  return isOneOf
}

/** `changed` are the listings whose records have changed: also those with a new status only. */
function publishWithdrawn(tx: Transaction, ids: string[], now: Date, changed: string[]) {
  const change = { kind: 'gone' as const, before: {}, after: {}, changedAt: now }
  return publishChanges(
    tx,
    ids.map((listingId) => ({ ...change, listingId })),
    changed,
  )
}
