import { setImmediate as othersFirst } from 'node:timers/promises'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { listings } from '#server/db/schema.ts'
import { readRevision } from './catalogue.ts'
import type { Condition } from './conditions.ts'
import { type Bounds, bucketOf, type Histogram, ORDERINGS, readBounds } from './landmarks.ts'
import { isOffered } from './offered.ts'

/** The number of listings in one part, which is read and scanned as a unit. */
const PART = 4096
const INDEXES = Uint16Array.from({ length: PART }, (_, index) => index)

const { id, city, layout, priceCents, buildingArea, landArea, constructionYear } = listings
const COLUMNS = { city, layout, priceCents, buildingArea, landArea, constructionYear }
type Column = keyof typeof COLUMNS
type SortField = keyof typeof ORDERINGS

/** The columns to read. Id and creation time are not kept: they only determine the buckets. */
const READ = { ...COLUMNS, id, moment: ORDERINGS.createdAt.toNumber.as('moment') }

/** The values of some listings of one prefecture, column by column. */
interface Values extends Record<Column, (string | number | null)[]> {
  id: string[]
  moment: number[]
}

interface Part {
  prefecture: string | null
  size: number
  /** NaN for an unknown value. A text is stored as a number. */
  columns: Record<Column, Float64Array>
  /** The bucket of each listing in each order. */
  buckets: Record<SortField, Uint16Array>
}

interface Range {
  column: Column
  min: number
  max: number
}

export type ListingColumns = ReturnType<typeof createColumns>

/** All listings' filter columns and buckets in each order, in memory: 52 bytes per listing. */
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

  function toRange(condition: Exclude<Condition, { column: 'prefecture' }>): Range {
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
    for (const condition of conditions) {
      if (condition.column === 'prefecture') places.push(condition.is)
      else ranges.push(toRange(condition))
    }
    for (const part of parts) {
      if (places.every((place) => place === part.prefecture)) {
        yield { found: findIn(part, ranges), part }
      }
    }
  }

  return {
    /** Adds at most {@link PART} listings. */
    add(prefecture: string | null, { id: ids, moment, ...values }: Values) {
      const columns = mapColumns((column) => new Float64Array(values[column].map(toNumber)))
      const buckets = {
        createdAt: toBuckets(moment, ids, bounds.createdAt),
        sale_price: toBuckets(columns.priceCents, ids, bounds.sale_price),
      }
      parts.push({ prefecture, size: ids.length, columns, buckets })
    },

    /** How many listings meet all conditions. */
    count(conditions: Condition[]) {
      let count = 0
      for (const { found } of find(conditions)) count += found.length
      return count
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

function toBuckets(values: Float64Array | number[], ids: string[], bounds: Bounds) {
  return Uint16Array.from(ids, (id, index) =>
    bucketOf({ value: values[index] ?? Number.NaN, id }, bounds),
  )
}

/** The indexes in a part of the listings whose values lie in all ranges. */
function findIn({ size, columns }: Part, ranges: Range[]) {
  if (ranges.length === 0) return INDEXES.subarray(0, size)
  const found = INDEXES.slice(0, size)
  let count = size
  for (const { column, min, max } of ranges) {
    const values = columns[column]
    let kept = 0
    for (let at = 0; at < count; at++) {
      const index = found[at] ?? 0
      const value = values[index] ?? Number.NaN
      found[kept] = index
      // Adds 0 or 1 instead of using an `if`. The processor cannot predict the result, so an `if`
      // would take eight times as long.
      kept += Number(value >= min) & Number(value <= max)
    }
    count = kept
  }
  return found.subarray(0, count)
}

/**
 * Reads the columns of all offered listings and their catalogue revision; null if the catalogue
 * changes meanwhile. Other queries and requests can run in between.
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

/** Reads parts as JSON arrays per column: reading rows takes ten times as long. */
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
    .select({ ...mapColumns(list), id: list('id'), moment: list('moment') })
    .from(rows)
    .groupBy(rows.part)
}

function mapColumns<T>(map: (column: Column) => T): Record<Column, T> {
  return {
    city: map('city'),
    layout: map('layout'),
    priceCents: map('priceCents'),
    buildingArea: map('buildingArea'),
    landArea: map('landArea'),
    constructionYear: map('constructionYear'),
  }
}
