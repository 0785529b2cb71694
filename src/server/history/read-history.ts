import { and, asc, gt, inArray } from 'drizzle-orm'
import type { History, ListingChange } from '#contract/history.ts'
import type { ListingRecord } from '#contract/listings.ts'
import type { Database } from '#server/db/database.ts'
import { listingChanges, sightings } from '#server/db/schema.ts'

type ChangeRow = typeof listingChanges.$inferSelect

export async function addHistory(db: Database, record: ListingRecord): Promise<ListingRecord> {
  const histories = await readHistories(db, [record._id])
  return { ...record, history: histories.get(record._id) }
}

export async function addHistories(db: Database, records: ListingRecord[]) {
  const histories = await readHistories(
    db,
    records.map(({ _id }) => _id),
  )
  return records.map((record) => ({ ...record, history: histories.get(record._id) }))
}

async function readHistories(db: Database, ids: string[]): Promise<Map<string, History>> {
  if (ids.length === 0) return new Map()
  const seen = await db.select().from(sightings).where(inArray(sightings.listingId, ids))
  const seenAt = new Map(seen.map((row) => [row.listingId, row.seenAt.toISOString()]))
  const changes = await readChanges(db, ids)
  return new Map(
    ids.map((id) => [
      id,
      { seen_at: seenAt.get(id), changes: (changes.get(id) ?? []).map(toChange) },
    ]),
  )
}

/** The number of listings whose changes one query reads. */
const PAGE = 5000

/** The changes of each listing after the change `since`, by the listing's id, the oldest first. */
export async function readChanges(db: Database, ids: string[], since = 0) {
  const changes = new Map<string, ChangeRow[]>()
  const { id, listingId } = listingChanges
  for (let start = 0; start < ids.length; start += PAGE) {
    const page = ids.slice(start, start + PAGE)
    const rows = await db
      .select()
      .from(listingChanges)
      .where(and(inArray(listingId, page), gt(id, since)))
      .orderBy(asc(id))
    for (const row of rows) {
      const before = changes.get(row.listingId)
      if (before) before.push(row)
      else changes.set(row.listingId, [row])
    }
  }
  return changes
}

function toChange({ kind, changedAt, before, after }: ChangeRow): ListingChange {
  const change = { kind, at: changedAt.toISOString() }
  if (kind === 'price') {
    return { ...change, yen_before: numberIn(before.priceYen), yen_after: numberIn(after.priceYen) }
  }
  if (kind === 'facts') return { ...change, fields: Object.keys(after) }
  if (kind === 'photos') {
    return {
      ...change,
      photos_before: numberIn(before.photos) ?? 0,
      photos_after: numberIn(after.photos) ?? 0,
    }
  }
  return change
}

function numberIn(value: unknown) {
  return typeof value === 'number' ? value : null
}
