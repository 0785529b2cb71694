import { asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type {
  listDuplicates as contract,
  DuplicatePair,
  DuplicateSide,
} from '#contract/duplicates.ts'
import type { Database } from '#server/db/database.ts'
import { duplicates, listings } from '#server/db/schema.ts'
import { selectRows, toCardRecord, toRecords } from '#server/listings/listing-records.ts'
import { isWaiting, one, other } from '#server/listings/waiting-pairs.ts'

/** The conditions of the two lists. */
const CONDITIONS: Record<z.output<typeof contract.input>['show'], SQL | undefined> = {
  waiting: isWaiting,
  decided: inArray(duplicates.state, ['folded', 'different']),
}

export async function listDuplicates(
  db: Database,
  { show, page, limit }: z.output<typeof contract.input>,
) {
  const isShown = CONDITIONS[show]
  const { state, link, decidedBy, at } = duplicates
  const [ofOne, ofOther] = [eq(one.id, duplicates.one), eq(other.id, duplicates.other)]
  const pairs = await db
    .select({ state, link, decidedBy, at, one: one.id, other: other.id, into: one.foldedInto })
    .from(duplicates)
    .innerJoin(one, ofOne)
    .innerJoin(other, ofOther)
    .where(isShown)
    // Imports fold many pairs, which would bury what administrators have decided.
    .orderBy(sql`${decidedBy} is null`, desc(at), asc(duplicates.one), asc(duplicates.other))
    .limit(limit)
    .offset((page - 1) * limit)
  const [total] = await db
    .select({ count: count() })
    .from(duplicates)
    .innerJoin(one, ofOne)
    .innerJoin(other, ofOther)
    .where(isShown)
  const sides = await readSides(
    db,
    pairs.flatMap(({ one, other }) => [one, other]),
  )
  return {
    results: pairs.flatMap((pair) => toPair(pair, sides) ?? []),
    total_count: total?.count ?? 0,
  }
}

async function readSides(db: Database, ids: string[]) {
  if (ids.length === 0) return new Map<string, DuplicateSide>()
  const rows = await selectRows(db).where(inArray(listings.id, ids))
  const records = toRecords(rows).map(toCardRecord)
  return new Map(
    records.flatMap((listing, at): [string, DuplicateSide][] => {
      const source = rows[at]?.source
      return source === undefined ? [] : [[listing._id, { source, listing }]]
    }),
  )
}

type PairRow = typeof duplicates.$inferSelect & {
  /** The listing into which `one` is folded. */
  into: string | null
}

function toPair(
  { state, link, decidedBy, at, one, other, into }: PairRow,
  sides: ReadonlyMap<string, DuplicateSide>,
): DuplicatePair | null {
  const [first, second] = [sides.get(one), sides.get(other)]
  if (!first || !second) return null
  return {
    state,
    has_same_link: link !== null,
    decided_by: decidedBy,
    at: at.toISOString(),
    sides: into === null ? [first, second] : [second, first],
  }
}
