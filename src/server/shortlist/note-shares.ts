import { and, eq, gte, inArray, isNotNull, like, or, sql } from 'drizzle-orm'
import { criterionRecord, houseRecord, idOfRecord } from '#contract/kit-choices.ts'
import { SHARED_FIELDS } from '#contract/shortlist-limits.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { kitFields, shortlistHouses, shortlistShares } from '#server/db/schema.ts'
import type { ShortlistRow } from './owner-access.ts'

/** The start of sharing if a person shares all notes, including old ones. */
const EVER = new Date(0)

/**
 * Matches the fields of notes on houses that a person may share. Pins are never shared.
 */
const isShareable = and(
  like(kitFields.record, houseRecord('%')),
  or(...SHARED_FIELDS.map((pattern) => like(kitFields.field, pattern))),
  isNotNull(kitFields.value),
  // A cleared field is stored as the JSON value null.
  sql`${kitFields.value} <> 'null'`,
)

/**
 * Starts sharing future notes on these houses, for each person who has no notes on them yet. If a
 * person already has notes, the screen asks whether to share them.
 */
export async function shareNewNotes(
  tx: Transaction,
  { id, ownerId, partnerId }: ShortlistRow,
  listingIds: string[],
  now: Date,
) {
  if (partnerId === null || listingIds.length === 0) return
  for (const userId of [ownerId, partnerId]) {
    const written = await earliestNotes(tx, userId, listingIds)
    const blank = listingIds.filter((listingId) => !written.has(listingId))
    if (blank.length === 0) continue
    await tx
      .insert(shortlistShares)
      .values(blank.map((listingId) => ({ shortlistId: id, listingId, userId, since: now })))
      .onConflictDoNothing()
  }
}

/**
 * Shares all the person's notes on a house, or none. Does nothing if the house is not on the list.
 */
export async function setSharing(
  tx: Transaction,
  { shortlistId, listingId, userId }: Omit<typeof shortlistShares.$inferSelect, 'since'>,
  shared: boolean,
) {
  const isOf = and(
    eq(shortlistShares.shortlistId, shortlistId),
    eq(shortlistShares.listingId, listingId),
    eq(shortlistShares.userId, userId),
  )
  if (!shared) {
    await tx.delete(shortlistShares).where(isOf)
    return
  }
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
    .values({ shortlistId, listingId, userId, since: EVER })
    .onConflictDoUpdate({
      target: [shortlistShares.shortlistId, shortlistShares.listingId, shortlistShares.userId],
      set: { since: EVER },
    })
}

/** Reads the fields that a person shares on one house, or on all houses of the list. */
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
      field: kitFields.field,
      value: kitFields.value,
      at: kitFields.at,
    })
    .from(shortlistShares)
    .innerJoin(
      kitFields,
      and(
        eq(kitFields.userId, shortlistShares.userId),
        eq(kitFields.record, sql`${houseRecord('')} || ${shortlistShares.listingId}`),
        gte(kitFields.at, shortlistShares.since),
      ),
    )
    .where(
      and(
        eq(shortlistShares.shortlistId, id),
        eq(shortlistShares.userId, userId),
        listingId === undefined ? undefined : eq(shortlistShares.listingId, listingId),
        fields && inArray(kitFields.field, [...fields]),
        isShareable,
      ),
    )
    .orderBy(kitFields.field)
}

/** When the person began to share their notes, by house. */
export async function readShares(db: Database, { id }: ShortlistRow, userId: string) {
  const rows = await db
    .select()
    .from(shortlistShares)
    .where(and(eq(shortlistShares.shortlistId, id), eq(shortlistShares.userId, userId)))
  return new Map(rows.map(({ listingId, since }) => [listingId, since]))
}

export function sharingOf(since: Date | undefined) {
  if (!since) return 'private'
  return since.getTime() === EVER.getTime() ? 'all' : 'new'
}

/** The time of the person's earliest shareable note on each house. */
export async function earliestNotes(
  db: Database | Transaction,
  userId: string,
  listingIds: string[],
) {
  if (listingIds.length === 0) return new Map<string, Date>()
  const rows = await db
    .select({ record: kitFields.record, at: sql`min(${kitFields.at})`.mapWith(kitFields.at) })
    .from(kitFields)
    .where(
      and(
        eq(kitFields.userId, userId),
        inArray(kitFields.record, listingIds.map(houseRecord)),
        isShareable,
      ),
    )
    .groupBy(kitFields.record)
  return new Map(rows.map(({ record, at }) => [idOfRecord(record), at]))
}

/** Reads the names of a person's own criteria that these ratings use. */
export async function criteriaOf(db: Database, userId: string, fields: { field: string }[]) {
  const records = fields.flatMap(({ field }) =>
    field.startsWith('rating.') ? criterionRecord(field.slice('rating.'.length)) : [],
  )
  if (records.length === 0) return []
  const rows = await db
    .select({ record: kitFields.record, value: kitFields.value })
    .from(kitFields)
    .where(
      and(
        eq(kitFields.userId, userId),
        inArray(kitFields.record, records),
        eq(kitFields.field, 'name'),
      ),
    )
  return rows.flatMap(({ record, value }) =>
    typeof value === 'string' ? { id: idOfRecord(record), name: value } : [],
  )
}
