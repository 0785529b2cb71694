import { setImmediate as othersFirst } from 'node:timers/promises'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ListingSearch } from '#contract/listings.ts'
import { readRevision } from './catalogue.ts'
import type { Condition } from './conditions.ts'
import type { Database } from './db/database.ts'
import { listings } from './db/schema.ts'
import { chooseBounds, type Histogram, toBuckets } from './landmarks.ts'
import { isOffered } from './offered.ts'

/** Listings that are read, kept and looked through at a time. */
const PART = 4096
const NO_BOUNDS = new Float64Array()
const NO_BUCKETS = new Uint16Array()
const INDEXES = Uint16Array.from({ length: PART }, (_, index) => index)

const { city, layout, priceCents, buildingArea, landArea, constructionYear } = listings
/** Milliseconds since the epoch. */
const createdAt = sql<number>`(extract(epoch from ${listings.createdAt}) * 1000)::bigint`
const COLUMNS = {
  ...{ city, layout, priceCents, buildingArea, landArea, constructionYear },
  createdAt: createdAt.as('created'),
}
type Column = keyof typeof COLUMNS

type SortField = ListingSearch['sort_by']
/** What searches are ordered by. */
export const ORDER_COLUMNS = {
  createdAt: 'createdAt',
  sale_price: 'priceCents',
} as const satisfies Record<SortField, Column>
type OrderColumn = (typeof ORDER_COLUMNS)[SortField]

/** The values of some listings of one prefecture, column by column. */
type Values = Record<Column, (string | number | null)[]>

interface Part {
  prefecture: string | null
  size: number
  /** NaN for what is unknown, and a number for each text. */
  columns: Record<Column, Float64Array>
  /** What the bounds of an order part its values into, once those are chosen. */
  buckets: Record<OrderColumn, Uint16Array>
}

interface Range {
  column: Column
  min: number
  max: number
}

export type ListingColumns = ReturnType<typeof createColumns>

/** The columns of listings that filters look at and searches are ordered by, in memory: 60 bytes for each. */
function createColumns() {
  const parts: Part[] = []
  const codes = new Map<string, number>()
  const bounds = { createdAt: NO_BOUNDS, priceCents: NO_BOUNDS }

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

  /** Hands over what each part has of the listings that meet all conditions, as indexes. */
  function find(conditions: Condition[], use: (found: Uint16Array, part: Part) => void) {
    const places: string[] = []
    const ranges: Range[] = []
    for (const condition of conditions) {
      if (condition.column === 'prefecture') places.push(condition.is)
      else ranges.push(toRange(condition))
    }
    for (const part of parts) {
      if (places.every((place) => place === part.prefecture)) use(findIn(part, ranges), part)
    }
  }

  return {
    /** Takes in at most {@link PART} listings. */
    add(prefecture: string | null, values: Values) {
      const columns = mapColumns((column) => new Float64Array(values[column].map(toNumber)))
      const buckets = { createdAt: NO_BUCKETS, priceCents: NO_BUCKETS }
      parts.push({ prefecture, size: values.city.length, columns, buckets })
    },

    /** Says that all listings are there. Others have their turn at this process meanwhile. */
    async complete() {
      for (const column of Object.values(ORDER_COLUMNS)) {
        bounds[column] = chooseBounds(parts.map(({ columns }) => columns[column]))
        for (const { columns, buckets } of parts) {
          await othersFirst()
          buckets[column] = toBuckets(columns[column], bounds[column])
        }
      }
    },

    /** How many listings meet all conditions. */
    count(conditions: Condition[]) {
      let count = 0
      find(conditions, (found) => {
        count += found.length
      })
      return count
    },

    /** How those that meet all conditions are spread over what they are ordered by. */
    histogram(conditions: Condition[], order: SortField): Histogram {
      const column = ORDER_COLUMNS[order]
      const counts = new Uint32Array(bounds[column].length + 2)
      find(conditions, (found, { buckets }) => {
        const bucketOf = buckets[column]
        for (const index of found) {
          const bucket = bucketOf[index] ?? 0
          counts[bucket] = (counts[bucket] ?? 0) + 1
        }
      })
      return { bounds: bounds[column], counts }
    },
  }
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
      // An `if` would take eight times as long: the processor cannot guess which way it goes.
      kept += Number(value >= min) & Number(value <= max)
    }
    count = kept
  }
  return found.subarray(0, count)
}

/**
 * Reads the columns of all offered listings, and which revision of the catalogue they are of; null
 * when it changed meanwhile. Others have their turn at the database and at this process in between.
 */
export async function readColumns(db: Database) {
  const revision = await readRevision(db)
  const columns = createColumns()
  for (const { prefecture } of await findPrefectures(db)) {
    for (const values of await readPrefecture(db, prefecture)) {
      columns.add(prefecture, values)
      await othersFirst()
    }
    if ((await readRevision(db)) !== revision) return null
  }
  await columns.complete()
  return (await readRevision(db)) === revision ? { revision, columns } : null
}

function findPrefectures(db: Database) {
  return db.selectDistinct({ prefecture: listings.prefecture }).from(listings).where(isOffered)
}

/** In parts that are quickly read: as rows they would take ten times as long. */
function readPrefecture(db: Database, prefecture: string | null): Promise<Values[]> {
  const rows = db
    .select({
      ...COLUMNS,
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
  return db
    .select(mapColumns((column) => sql<Values[Column]>`json_agg(${rows[column]})`))
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
    createdAt: map('createdAt'),
  }
}
