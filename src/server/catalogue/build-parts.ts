import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { CataloguePart } from '#contract/catalogue.ts'
import type { Database } from '#server/db/database.ts'
import { isReadable } from '#server/db/readable.ts'
import { listings } from '#server/db/schema.ts'
import { isOffered } from '#server/listings/offered.ts'
import { openStoredBlock, storeBlock } from './stored-blocks.ts'
import type { Tier } from './tiers.ts'
import { type ComparedPart, findWorn } from './worn-blocks.ts'

/** How many houses are read at once. The embedded database does nothing else meanwhile. */
const BATCH = 200

/** Called between two batches of work. Throws if the build must end. */
export type Pause = () => Promise<void>

/**
 * Makes the blocks of a new edition from those of the previous one. A house that has not changed stays
 * in its block, so that devices need not download it again. Holds one block and the ids of all houses
 * in memory. Also returns the hashes of the blocks with hidden houses, which devices must not get any more.
 */
export async function buildParts(
  db: Database,
  tier: Tier,
  previous: CataloguePart[],
  pause: Pause,
): Promise<{ parts: CataloguePart[]; withHidden: string[] }> {
  const known = new Set<string>()
  const compared: ComparedPart[] = []
  for (const part of previous.filter(({ tier: name }) => name === tier.name)) {
    const found = await comparePart(db, tier, part, known, pause)
    if (found) compared.push(found)
  }
  const worn = findWorn(compared, tier)
  for (const { ids } of worn) for (const id of ids) known.delete(id)
  const parts = compared.filter((one) => !worn.has(one)).map(({ part }) => part)
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

/**
 * Finds the rows of a block that equal the current listings, and adds their ids to `known`. Returns
 * undefined if the block is missing or damaged, so that its houses move to a new block.
 */
async function comparePart(
  db: Database,
  tier: Tier,
  part: CataloguePart,
  known: Set<string>,
  pause: Pause,
): Promise<ComparedPart | undefined> {
  const bytes = await openStoredBlock(db, part.hash)
  if (!bytes) return undefined
  const { ids, findCurrent } = tier.compare(bytes)
  const gone: number[] = []
  const living: string[] = []
  let hasHidden = false
  for (let start = 0; start < ids.length; start += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, ids.length - start) }, (_, at) => start + at)
    const current = new Set(await findCurrent(rows))
    const changed = rows.filter((row) => !current.has(row)).map((row) => ids[row] ?? '')
    hasHidden ||= await someAreHidden(db, changed)
    for (const row of rows) {
      const id = ids[row] ?? ''
      // A house whose former values have come back equals the rows of two blocks. Only one counts.
      if (!current.has(row) || known.has(id)) {
        gone.push(row)
        continue
      }
      known.add(id)
      living.push(id)
    }
    await pause()
  }
  const houses = living.length
  return {
    ...{ part: { ...part, houses, gone }, rows: ids.length },
    ...{ ids: living, lost: part.houses - houses, hasHidden },
  }
}

/** Whether some of the listings are hidden, for example because their source has opted out, or deleted. */
async function someAreHidden(db: Database, ids: string[]) {
  if (ids.length === 0) return false
  const isOneOf = inArray(listings.id, ids)
  return (await db.$count(listings, and(isOneOf, isReadable))) < ids.length
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
