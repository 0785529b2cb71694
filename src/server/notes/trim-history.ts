import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { MAX_NOTE_HISTORY, MAX_NOTE_HISTORY_BYTES } from '#contract/note-limits.ts'
import type { Transaction } from '#server/db/database.ts'
import { notebooks, noteHistory } from '#server/db/schema.ts'

/**
 * A history that exceeds its maximum size is cut to this share of the maximum. Without this margin,
 * the next change would cut the history again.
 */
const SHARE_AFTER_CUT = 0.9

/**
 * The history contains the former values of fields. If one of these fields has too many former
 * values, deletes its oldest ones. If the person's whole history is still too large, deletes the
 * oldest former values of all fields.
 */
export async function trimHistory(
  tx: Transaction,
  userId: string,
  fields: readonly { record: string; field: string }[],
  historyBytes: number,
) {
  const own = eq(noteHistory.userId, userId)
  const bytes = sql<number>`coalesce(octet_length(${noteHistory.value}), 0)`
  const ranked = tx
    .select({
      changeId: noteHistory.changeId,
      rank: sql<number>`row_number() over (
        partition by ${noteHistory.record}, ${noteHistory.field}
        order by ${noteHistory.at} desc, ${noteHistory.changeId} desc
      )`.as('rank'),
    })
    .from(noteHistory)
    .where(
      and(
        own,
        or(
          ...fields.map(({ record, field }) =>
            and(eq(noteHistory.record, record), eq(noteHistory.field, field)),
          ),
        ),
      ),
    )
    .as('ranked')
  const removed = await tx
    .delete(noteHistory)
    .where(
      and(
        own,
        inArray(
          noteHistory.changeId,
          tx
            .select({ changeId: ranked.changeId })
            .from(ranked)
            .where(sql`${ranked.rank} > ${MAX_NOTE_HISTORY}`),
        ),
      ),
    )
    .returning({ bytes })
  let left = historyBytes - removed.reduce((sum, { bytes }) => sum + Number(bytes), 0)
  if (left > MAX_NOTE_HISTORY_BYTES) left = await cutOldest(tx, userId)
  if (left !== historyBytes) {
    await tx.update(notebooks).set({ historyBytes: left }).where(eq(notebooks.userId, userId))
  }
}

/**
 * Deletes the oldest entries of the person's history until the history is small enough. Resolves
 * with the remaining size in bytes.
 */
async function cutOldest(tx: Transaction, userId: string) {
  const own = eq(noteHistory.userId, userId)
  const summed = tx
    .select({
      changeId: noteHistory.changeId,
      sum: sql<number>`sum(octet_length(${noteHistory.value})) over (
        order by ${noteHistory.at} desc, ${noteHistory.changeId} desc
      )`.as('sum'),
    })
    .from(noteHistory)
    .where(own)
    .as('summed')
  await tx.delete(noteHistory).where(
    and(
      own,
      inArray(
        noteHistory.changeId,
        tx
          .select({ changeId: summed.changeId })
          .from(summed)
          .where(sql`${summed.sum} > ${MAX_NOTE_HISTORY_BYTES * SHARE_AFTER_CUT}`),
      ),
    ),
  )
  const [counted] = await tx
    .select({ bytes: sql`coalesce(sum(octet_length(${noteHistory.value})), 0)`.mapWith(Number) })
    .from(noteHistory)
    .where(own)
  return counted?.bytes ?? 0
}
