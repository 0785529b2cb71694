import { asc, inArray } from 'drizzle-orm'
import type { History, ListingChange } from '#contract/history.ts'
import type { ListingRecord } from '#contract/listings.ts'
import type { Database } from '#server/db/database.ts'
import { listingChanges, sightings } from '#server/db/schema.ts'

type ChangeRow = typeof listingChanges.$inferSelect

/** Adds its history to a record. */
export async function addHistory(db: Database, record: ListingRecord): Promise<ListingRecord> {
  const histories = await readHistories(db, [record._id])
  return { ...record, history: histories.get(record._id) }
}

/** Adds its history to each record. */
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
  const changes = await db
    .select()
    .from(listingChanges)
    .where(inArray(listingChanges.listingId, ids))
    .orderBy(asc(listingChanges.id))
  const changesOf = new Map<string, ListingChange[]>()
  for (const row of changes) {
    changesOf.set(row.listingId, [...(changesOf.get(row.listingId) ?? []), toChange(row)])
  }
  const seenAt = new Map(seen.map((row) => [row.listingId, row.seenAt]))
  return new Map(
    ids.map((id) => [
      id,
      {
        seen_at: seenAt.get(id)?.toISOString(),
        changes: changesOf.get(id) ?? [],
      },
    ]),
  )
}

export function toChange({ kind, changedAt, before, after }: ChangeRow): ListingChange {
  const change = { kind, at: changedAt.toISOString() }
  if (kind === 'price') {
    return { ...change, yen_before: numberIn(before.priceYen), yen_after: numberIn(after.priceYen) }
  }
  if (kind === 'facts') return { ...change, fields: Object.keys(after) }
  if (kind === 'photos') {
    const counts = [numberIn(before.photos) ?? 0, numberIn(after.photos) ?? 0] as const
    return { ...change, photos_before: counts[0], photos_after: counts[1] }
  }
  return change
}

function numberIn(value: unknown) {
  return typeof value === 'number' ? value : null
}
