import { setImmediate as othersFirst } from 'node:timers/promises'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { askedCents, askedYen, splitAskedPrice } from '#server/db/asked-price.ts'
import type { Database } from '#server/db/database.ts'
import { listings } from '#server/db/schema.ts'
import {
  type Bounds,
  bucketOf,
  findBuckets,
  type Key,
  ORDERINGS,
  type Order,
  type PositionRange,
  readBounds,
  sortBucket,
  sum,
} from './buckets.ts'
import { readRevision } from './catalogue.ts'
import type { CityCount } from './cities.ts'
import {
  type BitCondition,
  type Condition,
  type PlaceCondition,
  type PriceCondition,
  STATED_BOUNDS,
} from './conditions.ts'
import type { PlaceCount } from './count.ts'
import { MARK_COLUMNS, type MarkColumn, type MarkCount, mapMarks } from './marks.ts'
import { isOffered } from './offered.ts'
import { type PackedTexts, packTexts } from './packed-texts.ts'
import {
  isPlaceCondition,
  type KeyedPlaceEntry,
  meets,
  meetsAll,
  type PlaceEntry,
} from './place-entries.ts'

/**
 * The number of listings in one part of the in-memory columns. Listings are read and scanned part
 * by part.
 */
const PART = 4096
const INDEXES = Uint16Array.from({ length: PART }, (_, index) => index)

const { id, city, layout, askedPrice, buildingArea, landArea, constructionYear } = listings
const { signs, tags, moreTags, place, stationMetres, shinkansenMetres } = listings
const COLUMNS = {
  ...{ city, layout, askedPrice, buildingArea, landArea, constructionYear },
  ...{ stationMetres, shinkansenMetres },
  builtBy: STATED_BOUNDS.builtBy.as('built_by'),
  stationLeast: STATED_BOUNDS.stationLeast.as('station_least'),
  stationMost: STATED_BOUNDS.stationMost.as('station_most'),
  shinkansenLeast: STATED_BOUNDS.shinkansenLeast.as('shinkansen_least'),
  shinkansenMost: STATED_BOUNDS.shinkansenMost.as('shinkansen_most'),
}
const BITS = { signs, tags, moreTags }
type Column = keyof typeof COLUMNS
type SortField = keyof typeof ORDERINGS

/** {@link KeyedPlaceEntry.key}. A radius of 0 means that the coordinate is the one of the house itself. */
const entryKey = sql<string | null>`case when ${listings.radiusMetres} = 0
  then concat(${place}, '@', ${listings.latitude}, ',', ${listings.longitude})
  else ${place} end`.as('entry_key')

/**
 * The columns to read for each listing. The columns that are the same for all listings of a place
 * are read once for each place.
 */
const READ = {
  ...COLUMNS,
  ...BITS,
  id,
  entryKey,
  moment: ORDERINGS.createdAt.toNumber.as('moment'),
}

/**
 * The values of one part, which is a batch of listings in one prefecture. Each column is an array.
 */
interface Values extends Record<Column, (string | number | null)[]>, Record<MarkColumn, number[]> {
  id: string[]
  /** The keys of the place entries. */
  entryKey: (string | null)[]
  moment: number[]
}

interface Part {
  prefecture: string | null
  size: number
  ids: PackedTexts
  /**
   * The columns contain numbers only: NaN for an unknown value, a code for a text, and a negative
   * number for a price in dollars.
   */
  columns: Record<Column, Float64Array>
  bits: Record<MarkColumn, Int32Array>
  /** The creation times in milliseconds since the epoch. */
  moments: Float64Array
  /**
   * For each listing, the index of its `PlaceEntry` in the list of all place entries. An entry is a
   * place with listings.
   */
  placeEntries: Uint32Array
  /**
   * For each sort order, the bucket (section of the sorted catalogue) to which each listing
   * belongs.
   */
  buckets: Record<SortField, Uint16Array>
}

interface Range {
  column: Column
  min: number
  max: number
}

/**
 * A condition on a column: its value must be one of several texts. In memory, a number stands for
 * each text, and `codes` holds these numbers.
 */
interface Choice {
  column: Column
  codes: Set<number>
}

/** The conditions that each listing must meet, and the places that the filter includes. */
interface Filter {
  ranges: Range[]
  choices: Choice[]
  prices: PriceCondition[]
  masks: BitCondition[]
  /** A listing must have all bits of the mask, or lie in one of the places that have a 1. */
  alternatives: { mask: BitCondition; placeEntries: Uint8Array }[]
  /** A listing must not meet all conditions of this filter. */
  except: Filter | null
  /**
   * For each place with listings, 1 if the filter includes the place, otherwise 0. Null if the
   * filter has no condition on places.
   */
  placeEntries: Uint8Array | null
}

/**
 * The listings of one part (a batch of listings) that meet all conditions. `indexes` holds their
 * positions in the part.
 */
interface Found {
  part: Part
  indexes: Uint16Array
}

/**
 * The columns of distances that are the same for all listings of a place. These distances are
 * stored once for each place. The keys are the sort orders by these distances.
 */
const PLACE_COLUMN_OF = {
  airport_distance: 'airportMetres',
  sea_distance: 'seaMetres',
} as const

export type ListingColumns = ReturnType<typeof createColumns>

/**
 * Holds the filter columns, the sort columns, the buckets and the ids of all offered listings in
 * memory: about 143 bytes per listing.
 */
function createColumns(bounds: Record<SortField, Bounds>) {
  const parts: Part[] = []
  const placeEntries: PlaceEntry[] = []
  const codes = new Map<string, number>()
  /**
   * The buffer into which `find` writes. Searches reuse the buffer, because allocating a new one
   * for each search takes longer.
   */
  let matches = new Uint16Array(0)
  const excepted = new Uint16Array(PART)
  let listingCount = 0

  function toNumber(value: string | number | null) {
    if (value === null) return Number.NaN
    if (typeof value === 'number') return value
    const code = codes.get(value) ?? codes.size
    codes.set(value, code)
    return code
  }

  const codeOf = (text: string) => codes.get(text) ?? Number.NaN

  /** For each place with listings, 1 if the place meets the condition, otherwise 0. */
  function entriesWhere(isMet: (entry: PlaceEntry) => boolean) {
    return Uint8Array.from(placeEntries, (entry) => Number(isMet(entry)))
  }

  /**
   * Groups the search conditions by what they apply to: a part (a batch of listings in one
   * prefecture), a place, or a single listing.
   */
  function compile(conditions: Condition[]) {
    const prefectures: (readonly string[])[] = []
    const filter: Filter = {
      ...{ ranges: [], choices: [], prices: [], masks: [], alternatives: [] },
      ...{ except: null, placeEntries: null },
    }
    const { ranges, choices, prices, masks, alternatives } = filter
    const ofPlaces: PlaceCondition[] = []
    for (const condition of conditions) {
      if (isPlaceCondition(condition)) ofPlaces.push(condition)
      else if ('mask' in condition) masks.push(condition)
      else if ('notAll' in condition) filter.except = compile(condition.notAll).filter
      else if ('stated' in condition) {
        alternatives.push({
          mask: condition.stated,
          placeEntries: entriesWhere((entry) => meets(entry, condition.reach)),
        })
      } else if ('yen' in condition) prices.push(condition)
      else if ('among' in condition) {
        const { column, among } = condition
        if (column === 'prefecture') prefectures.push(among)
        else {
          // The code of a text that occurs in no listing is NaN, like a missing value. Without this
          // filter, such a text would find the listings without a value.
          const codes = among.map(codeOf).filter((code) => !Number.isNaN(code))
          choices.push({ column, codes: new Set(codes) })
        }
      } else if (!('is' in condition)) {
        const { column, min = -Infinity, max = Infinity } = condition
        ranges.push({ column, min, max })
      } else if (condition.column === 'prefecture') prefectures.push([condition.is])
      else {
        const code = codeOf(condition.is)
        ranges.push({ column: condition.column, min: code, max: code })
      }
    }
    if (ofPlaces.length > 0) {
      filter.placeEntries = entriesWhere((entry) => meetsAll(entry, ofPlaces))
    }
    return { prefectures, filter }
  }

  /**
   * Yields the indexes of the listings that meet all conditions, for one part (a batch of listings)
   * at a time. The indexes are valid until the next call.
   */
  function* find(conditions: Condition[]): Generator<Found> {
    const { prefectures, filter } = compile(conditions)
    if (matches.length < listingCount) matches = new Uint16Array(listingCount)
    let free = matches
    for (const part of parts) {
      const { prefecture } = part
      const isIn = (some: readonly string[]) => prefecture !== null && some.includes(prefecture)
      if (!prefectures.every(isIn)) continue
      const all = findIn(part, filter, free)
      const indexes = filter.except ? without(all, findIn(part, filter.except, excepted)) : all
      free = free.subarray(indexes.length)
      yield { indexes, part }
    }
  }

  /**
   * For each wanted bucket (a section of the sorted catalogue), the sort keys of the found listings
   * in it.
   */
  function keysIn(wanted: number[], matching: Iterable<Found>, order: SortField) {
    const keys = new Map(wanted.map((bucket): [number, Key[]] => [bucket, []]))
    // Most listings are in buckets that are not wanted. Checking a bucket in the array `isWanted`
    // is faster than looking it up in `keys`.
    const isWanted = new Uint8Array(Math.max(-1, ...wanted) + 1)
    for (const bucket of wanted) isWanted[bucket] = 1
    for (const { indexes, part } of matching) {
      const buckets = part.buckets[order]
      for (const index of indexes) {
        const bucket = buckets[index] ?? 0
        if (!isWanted[bucket]) continue
        keys.get(bucket)?.push({ value: sortValue(part, order, index), id: part.ids.at(index) })
      }
    }
    return [...keys.values()]
  }

  /** The value of a listing in a sort column; NaN if it is unknown. */
  function sortValue(part: Omit<Part, 'buckets'>, order: SortField, index: number) {
    if (order === 'createdAt') return part.moments[index] ?? Number.NaN
    if (order === 'sale_price') return toAsked(part.columns.askedPrice[index] ?? Number.NaN)
    if (order === 'station_distance') return part.columns.stationMetres[index] ?? Number.NaN
    if (order === 'shinkansen_distance') return part.columns.shinkansenMetres[index] ?? Number.NaN
    const entry = placeEntries[part.placeEntries[index] ?? 0]
    return entry?.[PLACE_COLUMN_OF[order]] ?? Number.NaN
  }

  return {
    /**
     * Adds the places of a prefecture to the list of places, so that {@link add} can add their
     * listings. Returns the index of each place in the list.
     */
    addPlaceEntries(added: KeyedPlaceEntry[]) {
      return new Map(added.map((entry) => [entry.key, placeEntries.push(entry) - 1]))
    },

    /** Adds a part: a batch of at most {@link PART} listings. */
    add(
      prefecture: string | null,
      { id: ids, moment, entryKey: keys, ...values }: Values,
      entryOf: ReadonlyMap<string | null, number>,
    ) {
      const bits = mapBits((column) => Int32Array.from(values[column]))
      const columns = mapColumns((column) => new Float64Array(values[column].map(toNumber)))
      const moments = Float64Array.from(moment)
      // A place that is missing in `entryOf` was added while the columns were being read. Any entry
      // will do for it: the catalogue has a new revision now, so the columns are discarded.
      const own = Uint32Array.from(keys, (key) => entryOf.get(key) ?? 0)
      columns.askedPrice = columns.askedPrice.map(toSigned)
      const size = ids.length
      listingCount += size
      const part = {
        ...{ prefecture, size, ids: packTexts(ids) },
        ...{ columns, bits, moments, placeEntries: own },
      }
      const toBuckets = (order: SortField) =>
        Uint16Array.from(ids, (id, index) =>
          bucketOf({ value: sortValue(part, order, index), id }, bounds[order]),
        )
      const buckets: Part['buckets'] = {
        createdAt: toBuckets('createdAt'),
        sale_price: toBuckets('sale_price'),
        station_distance: toBuckets('station_distance'),
        shinkansen_distance: toBuckets('shinkansen_distance'),
        airport_distance: toBuckets('airport_distance'),
        sea_distance: toBuckets('sea_distance'),
      }
      parts.push({ ...part, buckets })
    },

    count(conditions: Condition[]) {
      let total = 0
      for (const { indexes } of find(conditions)) total += indexes.length
      return total
    },

    countCities(conditions: Condition[]): CityCount[] {
      const byPrefecture = new Map<string, Uint32Array>()
      for (const { indexes, part } of find(conditions)) {
        const { prefecture, columns } = part
        if (prefecture === null) continue
        const counts = byPrefecture.get(prefecture) ?? new Uint32Array(codes.size)
        byPrefecture.set(prefecture, counts)
        for (const index of indexes) {
          // The code of an unknown city is NaN. Writing to the index NaN changes no count.
          const code = columns.city[index] ?? Number.NaN
          counts[code] = (counts[code] ?? 0) + 1
        }
      }
      return [...byPrefecture].flatMap(([prefecture, counts]) =>
        [...codes].flatMap(([city, code]) => {
          const count = counts[code] ?? 0
          return count > 0 ? [{ prefecture, city, count }] : []
        }),
      )
    },

    countPlaces(conditions: Condition[]): PlaceCount[] {
      const counts = new Uint32Array(placeEntries.length)
      for (const { indexes, part } of find(conditions)) {
        for (const index of indexes) {
          const entry = part.placeEntries[index] ?? 0
          counts[entry] = (counts[entry] ?? 0) + 1
        }
      }
      return placeEntries.flatMap(({ prefecture, place }, at) => {
        const count = counts[at] ?? 0
        return count > 0 ? [{ prefecture, place, count }] : []
      })
    },

    /**
     * For each watch-out, good sign and tag, counts the listings that a search would find with each
     * state of its filter. `others` are all conditions except the ones on marks. One pass suffices:
     * a listing that misses one condition of `marks` would be found if this condition were reversed.
     */
    countMarks(others: Condition[], marks: BitCondition[]) {
      let total = 0
      const counts = mapBits(() => new Uint32Array(32))
      const missed = mapBits(() => new Uint32Array(32))
      const demanded = mapBits(() => 0)
      const excluded = mapBits(() => 0)
      for (const { column, mask, wanted } of marks) {
        demanded[column] = wanted
        excluded[column] = mask & ~wanted
      }
      for (const { indexes, part } of find(others)) {
        const found = meetAll(part, marks, indexes, missed)
        total += found.length
        for (const column of MARK_COLUMNS) tally(part.bits[column], found, counts[column])
      }
      return mapMarks(({ column, bit }): MarkCount => {
        const at = 31 - Math.clz32(bit)
        const reversed = missed[column][at] ?? 0
        if (demanded[column] & bit) return { only: total, without: reversed }
        if (excluded[column] & bit) return { only: reversed, without: total }
        const only = counts[column][at] ?? 0
        return { only, without: total - only }
      })
    },

    /**
     * Finds the listings that meet all conditions. Returns their number, and the ids of the
     * listings in a range of positions in a sort order.
     */
    findPage(conditions: Condition[], { sort_by, sort_order }: Order, range: PositionRange) {
      const { known, unknown } = bounds[sort_by]
      const isDescending = sort_order === 'desc'
      const counts = new Uint32Array(known.length + unknown.length + 2)
      const matching = [...find(conditions)]
      for (const { indexes, part } of matching) {
        const buckets = part.buckets[sort_by]
        for (const index of indexes) {
          const bucket = buckets[index] ?? 0
          counts[bucket] = (counts[bucket] ?? 0) + 1
        }
      }
      const histogram = { bounds: bounds[sort_by], counts }
      const { buckets, before } = findBuckets(histogram, range, isDescending)
      const keys = keysIn(buckets, matching, sort_by)
      const sorted = keys.flatMap((some) => sortBucket(some, isDescending))
      const ids = sorted.slice(range.start - before, range.end - before).map(({ id }) => id)
      return { ids, total: sum(counts) }
    },
  }
}

/**
 * Returns the listings that meet all conditions on marks. Counts for each bit in `missed` the
 * listings that fail only because of this bit.
 */
function meetAll(
  { bits }: Part,
  marks: BitCondition[],
  indexes: Uint16Array,
  missed: Record<MarkColumn, Uint32Array>,
) {
  if (marks.length === 0) return indexes
  const found = new Uint16Array(indexes.length)
  let kept = 0
  for (const index of indexes) {
    let wrongColumn: MarkColumn | undefined
    let wrong = 0
    let isNear = true
    for (const { column, mask, wanted } of marks) {
      const differing = ((bits[column][index] ?? 0) & mask) ^ wanted
      if (differing === 0) continue
      isNear = wrong === 0 && (differing & (differing - 1)) === 0
      if (!isNear) break
      wrong = differing
      wrongColumn = column
    }
    if (isNear && wrongColumn) {
      const counts = missed[wrongColumn]
      const place = 31 - Math.clz32(wrong)
      counts[place] = (counts[place] ?? 0) + 1
    } else if (isNear) {
      found[kept] = index
      kept += 1
    }
  }
  return found.subarray(0, kept)
}

/**
 * For each bit, counts the found listings in which the bit is set. Loops over the set bits only,
 * because most listings have few set bits.
 */
function tally(bits: Int32Array, indexes: Uint16Array, counts: Uint32Array) {
  for (const index of indexes) {
    let rest = bits[index] ?? 0
    while (rest !== 0) {
      const place = 31 - Math.clz32(rest & -rest)
      counts[place] = (counts[place] ?? 0) + 1
      rest &= rest - 1
    }
  }
}

/**
 * Converts a price to a positive number if it is in yen, and to a negative number if it is in
 * dollars. So a range never contains prices in both currencies.
 */
function toSigned(asked: number) {
  const { yen, cents = Number.NaN } = splitAskedPrice(asked)
  return yen ?? ofCents(cents)
}

function ofCents(cents: number) {
  return -1 - cents
}

/** The reverse of {@link toSigned}. */
function toAsked(signed: number) {
  return signed >= 0 ? askedYen(signed) : askedCents(-1 - signed)
}

/**
 * Returns the indexes of the listings in one part (a batch of listings) that meet all conditions of
 * the filter. Writes them at the start of `free`, which has room for all listings of the part.
 */
function findIn(
  { size, columns, bits, placeEntries: own }: Part,
  filter: Filter,
  free: Uint16Array,
) {
  const { ranges, choices, prices, masks, alternatives, placeEntries } = filter
  const conditions = [...ranges, ...choices, ...prices, ...masks, ...alternatives]
  if (conditions.length === 0 && !placeEntries) return INDEXES.subarray(0, size)
  const found = free
  found.set(INDEXES.subarray(0, size))
  let count = size
  // Each loop adds 0 or 1 for a listing. An `if` would take eight times as long, because the
  // processor cannot predict whether a listing meets the condition.
  if (placeEntries) {
    let kept = 0
    for (let at = 0; at < count; at++) {
      const index = found[at] ?? 0
      found[kept] = index
      kept += placeEntries[own[index] ?? 0] ?? 0
    }
    count = kept
  }
  for (const { column, min, max } of ranges) {
    const values = columns[column]
    let matching = 0
    for (let at = 0; at < count; at++) {
      const index = found[at] ?? 0
      const value = values[index] ?? Number.NaN
      found[matching] = index
      matching += Number(value >= min) & Number(value <= max)
    }
    count = matching
  }
  for (const { column, codes } of choices) {
    const values = columns[column]
    let kept = 0
    for (let at = 0; at < count; at++) {
      const index = found[at] ?? 0
      found[kept] = index
      kept += Number(codes.has(values[index] ?? Number.NaN))
    }
    count = kept
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
  for (const { column, mask, wanted } of masks) {
    const values = bits[column]
    let kept = 0
    for (let at = 0; at < count; at++) {
      const index = found[at] ?? 0
      found[kept] = index
      kept += Number(((values[index] ?? 0) & mask) === wanted)
    }
    count = kept
  }
  for (const { mask: stated, placeEntries } of alternatives) {
    const values = bits[stated.column]
    let kept = 0
    for (let at = 0; at < count; at++) {
      const index = found[at] ?? 0
      found[kept] = index
      kept +=
        Number(((values[index] ?? 0) & stated.mask) === stated.wanted) |
        (placeEntries[own[index] ?? 0] ?? 0)
    }
    count = kept
  }
  return found.subarray(0, count)
}

/** Removes indexes from a list of indexes, in place. Both lists are in ascending order. */
function without(indexes: Uint16Array, removed: Uint16Array) {
  let [kept, next] = [0, 0]
  for (const index of indexes) {
    while ((removed[next] ?? PART) < index) next += 1
    if (removed[next] !== index) {
      indexes[kept] = index
      kept += 1
    }
  }
  return indexes.subarray(0, kept)
}

/**
 * Reads the columns of all offered listings, and the catalogue revision to which the columns
 * belong. Returns null if the catalogue changes meanwhile. Runs many short queries, so that other
 * queries and requests can run in between.
 */
export async function readColumns(db: Database) {
  const revision = await readRevision(db)
  const columns = createColumns(await readAllBounds(db))
  for (const { prefecture } of await findPrefectures(db)) {
    const entryOf = columns.addPlaceEntries(await readPlaceEntries(db, prefecture))
    for (const values of await readPrefecture(db, prefecture)) {
      columns.add(prefecture, values, entryOf)
      await othersFirst()
    }
    if ((await readRevision(db)) !== revision) return null
  }
  return (await readRevision(db)) === revision ? { revision, columns } : null
}

async function readAllBounds(db: Database): Promise<Record<SortField, Bounds>> {
  const read = (order: SortField) => readBounds(db, order)
  const [createdAt, sale_price, station_distance, ...ofPlaces] = await Promise.all([
    ...([read('createdAt'), read('sale_price'), read('station_distance')] as const),
    ...([read('shinkansen_distance'), read('airport_distance'), read('sea_distance')] as const),
  ])
  const [shinkansen_distance, airport_distance, sea_distance] = ofPlaces
  return {
    ...{ createdAt, sale_price, station_distance },
    ...{ shinkansen_distance, airport_distance, sea_distance },
  }
}

function findPrefectures(db: Database) {
  return db.selectDistinct({ prefecture: listings.prefecture }).from(listings).where(isOffered)
}

function isIn(prefecture: string | null) {
  return and(
    isOffered,
    prefecture === null ? isNull(listings.prefecture) : eq(listings.prefecture, prefecture),
  )
}

function readPlaceEntries(db: Database, prefecture: string | null): Promise<KeyedPlaceEntry[]> {
  const { latitude, longitude, radiusMetres, airportMetres, seaMetres } = listings
  const columns = { place, latitude, longitude, radiusMetres, airportMetres, seaMetres }
  return db
    .select({ key: entryKey, prefecture: listings.prefecture, ...columns })
    .from(listings)
    .where(isIn(prefecture))
    .groupBy(listings.prefecture, ...Object.values(columns))
}

/**
 * Reads each part (a batch of listings) as one JSON array per column. Reading rows takes ten times
 * as long.
 */
function readPrefecture(db: Database, prefecture: string | null): Promise<Values[]> {
  const rows = db
    .select({
      ...READ,
      part: sql`(row_number() over () - 1) / ${sql.raw(String(PART))}`.as('part'),
    })
    .from(listings)
    .where(isIn(prefecture))
    .as('rows')
  const list = <C extends keyof Values>(column: C): SQL<Values[C]> =>
    sql<Values[C]>`json_agg(${rows[column]})`
  const [id, keys, moment] = [list('id'), list('entryKey'), list('moment')]
  return db
    .select({ ...mapColumns(list), ...mapBits(list), id, entryKey: keys, moment })
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
    builtBy: map('builtBy'),
    stationMetres: map('stationMetres'),
    stationLeast: map('stationLeast'),
    stationMost: map('stationMost'),
    shinkansenMetres: map('shinkansenMetres'),
    shinkansenLeast: map('shinkansenLeast'),
    shinkansenMost: map('shinkansenMost'),
  }
}
