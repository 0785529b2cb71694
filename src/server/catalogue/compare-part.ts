import { and, eq, lte, sql } from 'drizzle-orm'
import type { CataloguePart } from '#contract/catalogue.ts'
import { anyOf } from '#server/db/any-of.ts'
import type { Database } from '#server/db/database.ts'
import { isReadable } from '#server/db/readable.ts'
import { listingRecords, listings } from '#server/db/schema.ts'
import { isOffered } from '#server/listings/offered.ts'
import { openStoredBlock } from './stored-blocks.ts'
import type { Tier } from './tiers.ts'

/** How many houses are read at once. The embedded database does nothing else meanwhile. */
export const BATCH = 200
/** For how many houses one query tells whether they have changed. */
const ASKED_AT_ONCE = 1000

/** Called between two batches of work. Throws if the build must end. */
export type Pause = () => Promise<void>

export interface Comparing {
  db: Database
  tier: Tier
  /** The revision of the previous edition. Undefined if each house must be compared. */
  since: number | undefined
  pause: Pause
}

/** A block of the previous edition, after the comparison with the current listings. */
export interface ComparedPart {
  part: CataloguePart
  rows: number
  /** The ids of the houses that still count, because they have not changed. */
  living: string[]
  /** How many houses of the block counted in the previous edition, and do not count any more. */
  lost: number
  /** Whether the block contains a house that nobody may see any more. */
  hasHidden: boolean
}

/**
 * Finds the rows of a block that count in the previous edition, and equal the current listings.
 * Returns undefined if the block is missing or damaged, so that its houses move to a new block.
 */
export async function comparePart(
  comparing: Comparing,
  part: CataloguePart,
): Promise<ComparedPart | undefined> {
  const { db, tier, pause } = comparing
  const bytes = await openStoredBlock(db, part.hash)
  if (!bytes) return undefined
  const { ids, findCurrent } = tier.open(bytes)
  const states = await readStates(comparing, ids)
  const wasGone = new Set(part.gone)
  const counted = [...ids.keys()].filter((row) => !wasGone.has(row))
  const current = new Set(counted.filter((row) => states.get(ids[row] ?? '') === 'unchanged'))
  const marked = counted.filter((row) => states.get(ids[row] ?? '') === 'marked')
  for (let start = 0; start < marked.length; start += BATCH) {
    for (const row of await findCurrent(marked.slice(start, start + BATCH))) current.add(row)
    await pause()
  }
  const living = ids.filter((_, row) => current.has(row))
  const houses = living.length
  const gone = [...ids.keys()].filter((row) => !current.has(row))
  return {
    ...{ part: { ...part, houses, gone }, rows: ids.length, living },
    lost: part.houses - houses,
    hasHidden: states.size < ids.length,
  }
}

type State = 'unchanged' | 'marked' | 'withdrawn'

/**
 * Whether houses have been marked as changed since the previous edition, or are not offered any more.
 * Leaves out houses that are hidden, for example because their source has opted out, or deleted.
 */
async function readStates({ db, since, pause }: Comparing, ids: string[]) {
  const states = new Map<string, State>()
  const isUnchanged = since === undefined ? sql`false` : lte(listingRecords.markedIn, since)
  for (let start = 0; start < ids.length; start += ASKED_AT_ONCE) {
    const rows = await db
      .select({
        id: listings.id,
        state: sql<State>`case when not (${isOffered}) then 'withdrawn'
          when ${isUnchanged} then 'unchanged' else 'marked' end`,
      })
      .from(listings)
      .leftJoin(listingRecords, eq(listingRecords.listingId, listings.id))
      .where(and(isReadable, eq(listings.id, anyOf(ids.slice(start, start + ASKED_AT_ONCE)))))
    for (const { id, state } of rows) states.set(id, state)
    await pause()
  }
  return states
}
