import { and, asc, eq, isNull } from 'drizzle-orm'
import type { CataloguePart } from '#contract/catalogue.ts'
import type { Database } from '#server/db/database.ts'
import { listings } from '#server/db/schema.ts'
import { isOffered } from '#server/listings/offered.ts'
import {
  BATCH,
  type ComparedPart,
  type Comparing,
  comparePart,
  type Pause,
} from './compare-part.ts'
import { storeBlock } from './stored-blocks.ts'
import type { Tier } from './tiers.ts'
import { findWorn } from './worn-blocks.ts'

/**
 * Makes the blocks of a new edition from those of the previous one. A house that has not changed stays
 * in its block, so that devices need not download it again. Holds one block and the ids of all houses
 * in memory. Also returns the hashes of the blocks with hidden houses, which devices must not get any more.
 */
export async function buildParts(
  comparing: Comparing,
  previous: CataloguePart[],
): Promise<{ parts: CataloguePart[]; withHidden: string[] }> {
  const { db, tier, pause } = comparing
  const compared: ComparedPart[] = []
  for (const part of previous.filter(({ tier: name }) => name === tier.name)) {
    const found = await comparePart(comparing, part)
    if (found) compared.push(found)
  }
  const worn = findWorn(compared, tier)
  const kept = compared.filter((one) => !worn.has(one))
  const known = new Set(kept.flatMap(({ living }) => living))
  const parts = kept.map(({ part }) => part)
  for await (const { prefecture, ids } of chunksOfNew(db, tier, known)) {
    const { block, houses } = await tier.write(batchesOf(ids, pause), prefecture)
    if (houses === 0) continue
    const stored = await storeBlock(db, block)
    const place = tier.isByPrefecture ? { prefecture } : {}
    parts.push({ tier: tier.name, ...place, ...stored, houses, gone: [] })
    await pause()
  }
  const withHidden = compared.flatMap(({ part, hasHidden }) => (hasHidden ? part.hash : []))
  return { parts, withHidden }
}

/** Yields the ids of the offered houses that no block contains, in chunks of one block each. */
async function* chunksOfNew(db: Database, tier: Tier, known: ReadonlySet<string>) {
  let ids: string[] = []
  for (const { prefecture } of await findPrefectures(db)) {
    for (const id of await findIds(db, prefecture)) {
      if (known.has(id)) continue
      ids.push(id)
      if (ids.length < tier.maxRows) continue
      yield { prefecture, ids }
      ids = []
    }
    if (!tier.isByPrefecture || ids.length === 0) continue
    yield { prefecture, ids }
    ids = []
  }
  if (ids.length > 0) yield { prefecture: null, ids }
}

async function* batchesOf(ids: string[], pause: Pause) {
  for (let start = 0; start < ids.length; start += BATCH) {
    yield ids.slice(start, start + BATCH)
    await pause()
  }
}

function findPrefectures(db: Database) {
  const { prefecture } = listings
  return db.selectDistinct({ prefecture }).from(listings).where(isOffered).orderBy(prefecture)
}

/** The ids of the offered houses of a prefecture. Neighbours in this order have similar values. */
async function findIds(db: Database, prefecture: string | null) {
  const isIn =
    prefecture === null ? isNull(listings.prefecture) : eq(listings.prefecture, prefecture)
  const rows = await db
    .select({ id: listings.id })
    .from(listings)
    .where(and(isOffered, isIn))
    .orderBy(asc(listings.city), asc(listings.place), asc(listings.id))
  return rows.map(({ id }) => id)
}
