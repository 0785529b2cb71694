import { setImmediate as othersFirst } from 'node:timers/promises'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { splitAskedPrice } from '#server/db/asked-price.ts'
import type { Database } from '#server/db/database.ts'
import { listings } from '#server/db/schema.ts'
import { readRevision } from './catalogue.ts'
import type { BitCondition, Condition, PriceCondition } from './conditions.ts'
import { type Bounds, bucketOf, type Histogram, ORDERINGS, readBounds } from './landmarks.ts'
import { MARK_COLUMNS, type MarkColumn, toMarkCounts } from './marks.ts'
import { isOffered } from './offered.ts'

/** The number of listings in one part. A part is read and scanned as a unit. */
const PART = 4096
const INDEXES = Uint16Array.from({ length: PART }, (_, index) => index)

const { id, city, layout, askedPrice, buildingArea, landArea, constructionYear } = listings
const { signs, tags, moreTags } = listings
const COLUMNS = { city, layout, askedPrice, buildingArea, landArea, constructionYear }
const BITS = { signs, tags, moreTags }
type Column = keyof typeof COLUMNS
type SortField = keyof typeof ORDERINGS

/**
 * The columns to read. The id and the creation time only determine the buckets, so memory does not
 * keep them.
 */
const READ = { ...COLUMNS, ...BITS, id, moment: ORDERINGS.createdAt.toNumber.as('moment') }

/** The values of one part, column by column. All its listings are in one prefecture. */
interface Values extends Record<Column, (string | number | null)[]>, Record<MarkColumn, number[]> {
  id: string[]
  moment: number[]
}

interface Part {
  prefecture: string | null
  size: number
  /**
   * An unknown value is NaN. A text is stored as a number. A price in dollars is stored as
   * {@link ofCents}.
   */
  columns: Record<Column, Float64Array>
  bits: Record<MarkColumn, Int32Array>
  /** For each sort order, the bucket of each listing. */
  buckets: Record<SortField, Uint16Array>
}

interface Range {
  column: Column
  min: number
  max: number
}

export type ListingColumns = ReturnType<typeof createColumns>

/** Holds the filter columns and buckets of all offered listings in memory: 64 bytes per listing. */
function createColumns(bounds: Record<SortField, Bounds>) {
  const parts: Part[] = []
  const codes = new Map<string, number>()

  function toNumber(value: string | number | null) {
    if (value === null) return Number.NaN
    if (typeof value === 'number') return value
    const code = codes.get(value) ?? codes.size
    codes.set(value, code)
    return code
  }

  function toRange(
    condition: Exclude<Condition, BitCondition | PriceCondition | { column: 'prefecture' }>,
  ): Range {
    if (!('is' in condition)) {
      const { column, min = -Infinity, max = Infinity } = condition
      return { column, min, max }
    }
    const code = codes.get(condition.is) ?? Number.NaN
    return { column: condition.column, min: code, max: code }
  }

  /** Yields each part with the indexes of its listings that meet all conditions. */
  function* find(conditions: Condition[]) {
    const places: string[] = []
    const ranges: Range[] = []
    const masks: BitCondition[] = []
    const prices: PriceCondition[] = []
    for (const condition of conditions) {
      if ('all' in condition) masks.push(condition)
      else if ('yen' in condition) prices.push(condition)
      else if (condition.column === 'prefecture') places.push(condition.is)
      else ranges.push(toRange(condition))
    }
    for (const part of parts) {
      if (places.every((place) => place === part.prefecture)) {
        yield { found: findIn(part, { ranges, prices, masks }), part }
      }
    }
  }

  return {
    /** Adds at most {@link PART} listings. */
    add(prefecture: string | null, { id: ids, moment, ...values }: Values) {
      const bits = mapBits((column) => Int32Array.from(values[column]))
      const columns = mapColumns((column) => new Float64Array(values[column].map(toNumber)))
      const buckets = {
        createdAt: toBuckets(moment, ids, bounds.createdAt),
        sale_price: toBuckets(columns.askedPrice, ids, bounds.sale_price),
      }
      columns.askedPrice = columns.askedPrice.map(toSigned)
      parts.push({ prefecture, size: ids.length, columns, bits, buckets })
    },

    /** How many listings meet all conditions. */
    count(conditions: Condition[]) {
      let count = 0
      for (const { found } of find(conditions)) count += found.length
      return count
    },

    /** For each mark, the number of listings that meet all conditions and have the mark. */
    countMarks(conditions: Condition[]) {
      const counts = mapBits(() => new Uint32Array(32))
      for (const { found, part } of find(conditions)) {
        for (const column of MARK_COLUMNS) tally(part.bits[column], found, counts[column])
      }
      return toMarkCounts(({ column, bit }) => counts[column][31 - Math.clz32(bit)] ?? 0)
    },

    /** The number of matching listings in each bucket of a sort order. */
    histogram(conditions: Condition[], order: SortField): Histogram {
      const { known, unknown } = bounds[order]
      const counts = new Uint32Array(known.length + unknown.length + 2)
      for (const { found, part } of find(conditions)) {
        const buckets = part.buckets[order]
        for (const index of found) {
          const bucket = buckets[index] ?? 0
          counts[bucket] = (counts[bucket] ?? 0) + 1
        }
      }
      return { bounds: bounds[order], counts }
    },
  }
}

/**
 * Counts the set bits of the found listings. Loops over the set bits only, because most listings
 * have few.
 */
function tally(bits: Int32Array, found: Uint16Array, counts: Uint32Array) {
  for (const index of found) {
    let rest = bits[index] ?? 0
    while (rest !== 0) {
      const place = 31 - Math.clz32(rest & -rest)
      counts[place] = (counts[place] ?? 0) + 1
      rest &= rest - 1
    }
  }
}

function toBuckets(values: Float64Array | number[], ids: string[], bounds: Bounds) {
  return Uint16Array.from(ids, (id, index) =>
    bucketOf({ value: values[index] ?? Number.NaN, id }, bounds),
  )
}

/** Yen stay positive, and dollars become negative, so that a range never holds both currencies. */
function toSigned(asked: number) {
  const { yen, cents = Number.NaN } = splitAskedPrice(asked)
  return yen ?? ofCents(cents)
}

function ofCents(cents: number) {
  return -1 - cents
}

interface Wanted {
  ranges: Range[]
  prices: PriceCondition[]
  masks: BitCondition[]
}

/** The indexes of the part's listings that meet all conditions. */
function findIn({ size, columns, bits }: Part, { ranges, prices, masks }: Wanted) {
  if (ranges.length + prices.length + masks.length === 0) return INDEXES.subarray(0, size)
  const found = INDEXES.slice(0, size)
  let count = size
  for (const { column, min, max } of ranges) {
    const values = columns[column]
    let matching = 0
    for (let at = 0; at < count; at++) {
      const index = found[at] ?? 0
      const value = values[index] ?? Number.NaN
      found[matching] = index
      // Adds 0 or 1 instead of using an `if`. The processor cannot predict the result, so an `if`
      // would take eight times as long.
      matching += Number(value >= min) & Number(value <= max)
    }
    count = matching
  }
  for (const { column, yen, cents } of prices) {
    const values = columns[column]
    const [dearest, cheapest] = [ofCents(cents.max), ofCents(cents.min)]
    let matching = 0
    for (let at = 0; at < count; at++) {
      const index = found[at] ?? 0
      const value = values[index] ?? Number.NaN
      found[matching] = index
      matching +=
        (Number(value >= yen.min) & Number(value <= yen.max)) |
        (Number(value >= dearest) & Number(value <= cheapest))
    }
    count = matching
  }
  for (const { column, all } of masks) {
    const values = bits[column]
    let kept = 0
    for (let at = 0; at < count; at++) {
      const index = found[at] ?? 0
      found[kept] = index
      kept += Number(((values[index] ?? 0) & all) === all)
    }
    count = kept
  }
  return found.subarray(0, count)
}

/**
 * Reads the columns of all offered listings, and the catalogue revision they belong to. Returns
 * null if the catalogue changes meanwhile. It reads in many short queries, so other queries and
 * requests can run in between.
 */
export async function readColumns(db: Database) {
  const revision = await readRevision(db)
  const [createdAt, sale_price] = await Promise.all([
    readBounds(db, 'createdAt'),
    readBounds(db, 'sale_price'),
  ])
  const columns = createColumns({ createdAt, sale_price })
  for (const { prefecture } of await findPrefectures(db)) {
    for (const values of await readPrefecture(db, prefecture)) {
      columns.add(prefecture, values)
      await othersFirst()
    }
    if ((await readRevision(db)) !== revision) return null
  }
  return (await readRevision(db)) === revision ? { revision, columns } : null
}

function findPrefectures(db: Database) {
  return db.selectDistinct({ prefecture: listings.prefecture }).from(listings).where(isOffered)
}

/** Reads each part as one JSON array per column. Reading rows takes ten times as long. */
function readPrefecture(db: Database, prefecture: string | null): Promise<Values[]> {
  const rows = db
    .select({
      ...READ,
      part: sql`(row_number() over () - 1) / ${sql.raw(String(PART))}`.as('part'),
    })
    .from(listings)
    .where(
      and(
        isOffered,
        prefecture === null ? isNull(listings.prefecture) : eq(listings.prefecture, prefecture),
      ),
    )
    .as('rows')
  const list = <C extends keyof Values>(column: C): SQL<Values[C]> =>
    sql<Values[C]>`json_agg(${rows[column]})`
  return db
    .select({ ...mapColumns(list), ...mapBits(list), id: list('id'), moment: list('moment') })
    .from(rows)
    .groupBy(rows.part)
}

function mapBits<T>(map: (column: MarkColumn) => T): Record<MarkColumn, T> {
  return { signs: map('signs'), tags: map('tags'), moreTags: map('moreTags') }
}

function mapColumns<T>(map: (column: Column) => T): Record<Column, T> {
  return {
    city: map('city'),
    layout: map('layout'),
    askedPrice: map('askedPrice'),
    buildingArea: map('buildingArea'),
    landArea: map('landArea'),
    constructionYear: map('constructionYear'),
  }
}
