import { and, eq, inArray, like, or, sql } from 'drizzle-orm'
import { criterionRecord, houseRecord, idOfRecord } from '#contract/note-choices.ts'
import { SHARED_FIELDS } from '#contract/shortlist-limits.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { noteFields, shortlistHouses, shortlistShares } from '#server/db/schema.ts'
import { hasValue } from '#server/notes/has-value.ts'
import type { ShortlistRow } from './owner-access.ts'

/**
 * Matches the fields that a person may share from their notes about houses. Pins are never shared.
 */
const isShareable = and(
  like(noteFields.record, houseRecord('%')),
  or(...SHARED_FIELDS.map((pattern) => like(noteFields.field, pattern))),
  hasValue,
)

/**
 * Joins people's answers about sharing notes with the houses on the shortlist. Leaves out answers
 * for houses that are off the list.
 */
export const isOnList = and(
  eq(shortlistHouses.shortlistId, shortlistShares.shortlistId),
  eq(shortlistHouses.listingId, shortlistShares.listingId),
)

/**
 * Stores the person's answer to the question whether to share their notes on a house. Does nothing
 * for a house that is not on the list.
 */
export async function answerSharing(
  tx: Transaction,
  { shortlistId, listingId, userId }: Omit<typeof shortlistShares.$inferInsert, 'isShared'>,
  isShared: boolean,
) {
  const [house] = await tx
    .select()
    .from(shortlistHouses)
    .where(
      and(eq(shortlistHouses.shortlistId, shortlistId), eq(shortlistHouses.listingId, listingId)),
    )
    .for('share')
  if (!house) return
  await tx
    .insert(shortlistShares)
    .values({ shortlistId, listingId, userId, isShared })
    .onConflictDoUpdate({
      target: [shortlistShares.shortlistId, shortlistShares.listingId, shortlistShares.userId],
      set: { isShared },
    })
}

/**
 * Ends the sharing of notes on a house that is taken off the list. Without this, notes that a
 * person wrote while the house was off the list would be shared as soon as the house is put back.
 * An answer against sharing stays stored.
 */
export async function endSharing(
  tx: Transaction,
  {
    shortlistId,
    listingId,
  }: Pick<typeof shortlistShares.$inferSelect, 'shortlistId' | 'listingId'>,
) {
  await tx
    .delete(shortlistShares)
    .where(
      and(
        eq(shortlistShares.shortlistId, shortlistId),
        eq(shortlistShares.listingId, listingId),
        eq(shortlistShares.isShared, true),
      ),
    )
}

/**
 * Reads the fields that a person shares with their partner, for one house or for all houses of the
 * list.
 */
export async function readShared(
  db: Database,
  { id }: ShortlistRow,
  userId: string,
  {
    listingId,
    fields,
  }: { listingId?: string | undefined; fields?: readonly string[] | undefined } = {},
) {
  return db
    .select({
      listingId: shortlistShares.listingId,
      field: noteFields.field,
      value: noteFields.value,
      at: noteFields.at,
    })
    .from(shortlistShares)
    .innerJoin(shortlistHouses, isOnList)
    .innerJoin(
      noteFields,
      and(
        eq(noteFields.userId, shortlistShares.userId),
        eq(noteFields.record, sql`${houseRecord('')} || ${shortlistShares.listingId}`),
      ),
    )
    .where(
      and(
        eq(shortlistShares.shortlistId, id),
        eq(shortlistShares.userId, userId),
        eq(shortlistShares.isShared, true),
        listingId === undefined ? undefined : eq(shortlistShares.listingId, listingId),
        fields && inArray(noteFields.field, [...fields]),
        isShareable,
      ),
    )
    .orderBy(noteFields.field)
}

/**
 * Maps each house to the person's answer to the question whether to share their notes: true for
 * yes, false for no. The map also contains refusals for houses that are off the list.
 */
export async function readAnswers(db: Database, { id }: ShortlistRow, userId: string) {
  const rows = await db
    .select({ listingId: shortlistShares.listingId, isShared: shortlistShares.isShared })
    .from(shortlistShares)
    .where(and(eq(shortlistShares.shortlistId, id), eq(shortlistShares.userId, userId)))
    .orderBy(shortlistShares.listingId)
  return new Map(rows.map(({ listingId, isShared }) => [listingId, isShared]))
}

/** The houses of the list that have shareable notes by the person. */
export async function findNoted(db: Database, { id }: ShortlistRow, userId: string) {
  const record = sql`${houseRecord('')} || ${shortlistHouses.listingId}`
  const first = db
    .select({ field: noteFields.field })
    .from(noteFields)
    .where(and(eq(noteFields.userId, userId), eq(noteFields.record, record), isShareable))
    .limit(1)
  const rows = await db
    // For each house, this subquery reads only one note. A join would read all notes.
    .select({ listingId: shortlistHouses.listingId, field: sql<string | null>`(${first})` })
    .from(shortlistHouses)
    .where(eq(shortlistHouses.shortlistId, id))
  return new Set(rows.flatMap(({ listingId, field }) => (field === null ? [] : listingId)))
}

/**
 * Reads the ids and names of the person's own criteria, but only those that have a rating in
 * `fields`.
 */
export async function criteriaOf(db: Database, userId: string, fields: { field: string }[]) {
  const records = fields.flatMap(({ field }) =>
    field.startsWith('rating.') ? criterionRecord(field.slice('rating.'.length)) : [],
  )
  if (records.length === 0) return []
  const rows = await db
    .select({ record: noteFields.record, value: noteFields.value })
    .from(noteFields)
    .where(
      and(
        eq(noteFields.userId, userId),
        inArray(noteFields.record, records),
        eq(noteFields.field, 'name'),
      ),
    )
  return rows.flatMap(({ record, value }) =>
    typeof value === 'string' ? { id: idOfRecord(record), name: value } : [],
  )
}
