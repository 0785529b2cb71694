import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm'
import { listings } from '#server/db/schema.ts'
import { publishChanges } from '#server/history/publish-changes.ts'
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
        const isGone = inArray(listings.id, gone)
        // Lock the listings in the order of their ids, as every other writer does. In another order,
        // two writers could wait for each other.
        const { id } = listings
        await tx.select({ id }).from(listings).where(isGone).orderBy(asc(id)).for('update')
        // Check the condition again in the update, because an administrator may have changed the
        // state of a listing since it was read.
        const rows = await tx
          .update(listings)
          .set({ withdrawnAt: now })
          .where(and(isOthers, isGone))
          .returning({ id })
        const change = { kind: 'gone' as const, before: {}, after: {}, changedAt: now }
        await publishChanges(
          tx,
          rows.map((row) => ({ ...change, listingId: row.id })),
        )
      })
    }
    if (page.length < PAGE) return withdrawn
    last = page.at(-1)?.id ?? last
  }
}
