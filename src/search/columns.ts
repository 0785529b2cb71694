import { SORT_FIELDS } from '#contract/listings.ts'
import { toAsked, toSigned } from './asked-price.ts'
import {
  type Bounds,
  bucketOf,
  chooseBounds,
  findBuckets,
  type Key,
  type Order,
  type PositionRange,
  sortBucket,
  sum,
} from './buckets.ts'
import type { BitCondition, Condition } from './conditions.ts'
import type { CityCount, PlaceCount } from './counts.ts'
import { compile, type Found, findIn, without } from './filter.ts'
import { meetAll, tally } from './mark-counts.ts'
import { MARK_COLUMNS, type MarkCount, mapMarks } from './marks.ts'
import { packNumbers } from './packed-numbers.ts'
import {
  mapBits,
  mapColumns,
  mapSortFields,
  PART_SIZE,
  type Part,
  type SortField,
  type Values,
} from './part.ts'
import type { PlaceEntry } from './place-entries.ts'

/**
 * The bounds between buckets are chosen from about this many listings. Sorting more of them would
 * make other requests wait.
 */
const SAMPLE_SIZE = 16_384

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
 * memory: about 120 bytes per listing. Add all listings, and then call `divide`.
 */
export function createColumns() {
  const parts: Part[] = []
  const bounds = mapSortFields((): Bounds => ({ known: [], unknown: [] }))
  const placeEntries: PlaceEntry[] = []
  const codes = new Map<string, number>()
  /**
   * The buffer into which `find` writes. Searches reuse the buffer, because allocating a new one
   * for each search takes longer.
   */
  let matches = new Uint16Array(0)
  const excepted = new Uint16Array(PART_SIZE)
  let listingCount = 0

  function toNumber(value: string | number | null) {
    if (value === null) return Number.NaN
    if (typeof value === 'number') return value
    const code = codes.get(value) ?? codes.size
    codes.set(value, code)
    return code
  }

  const codeOf = (text: string) => codes.get(text) ?? Number.NaN

  /**
   * Yields the indexes of the listings that meet all conditions, for one part (a batch of listings)
   * at a time. The indexes are valid until the next call.
   */
  function* find(conditions: Condition[]): Generator<Found> {
    const { prefectures, filter } = compile(conditions, codeOf, placeEntries)
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
        keys.get(bucket)?.push(keyOf(part, order, index))
      }
    }
    return [...keys.values()]
  }

  /** The bounds between the buckets of a sort order, chosen from a sample of the listings. */
  function boundsOf(order: SortField) {
    const interval = Math.ceil(listingCount / SAMPLE_SIZE)
    const sample = parts.flatMap((part) => {
      const size = Math.ceil(part.size / interval)
      return Array.from({ length: size }, (_, at) => keyOf(part, order, at * interval))
    })
    return chooseBounds(sample, interval)
  }

  function keyOf(part: Part, order: SortField, index: number): Key {
    return { value: sortValue(part, order, index), id: part.ids.at(index) }
  }

  /** The value of a listing in a sort column; NaN if it is unknown. */
  function sortValue(part: Part, order: SortField, index: number) {
    if (order === 'createdAt') return part.moments[index] ?? Number.NaN
    if (order === 'sale_price') return toAsked(part.columns.askedPrice[index] ?? Number.NaN)
    if (order === 'station_distance') return part.columns.stationMetres[index] ?? Number.NaN
    if (order === 'shinkansen_distance') return part.columns.shinkansenMetres[index] ?? Number.NaN
    const entry = placeEntries[part.placeEntries[index] ?? 0]
    return entry?.[PLACE_COLUMN_OF[order]] ?? Number.NaN
  }

  return {
    /** Adds a place, so that {@link add} can add its listings. Returns the index of the place. */
    addPlaceEntry(entry: PlaceEntry) {
      return placeEntries.push(entry) - 1
    },

    /** Adds a part: a batch of at most {@link PART_SIZE} listings. */
    add(prefecture: string | null, { ids, moment, placeEntry, ...values }: Values) {
      const bits = mapBits((column) => Int32Array.from(values[column]))
      const columns = mapColumns((column) => {
        const some = values[column]
        const numbers = some instanceof Float64Array ? some : Float64Array.from(some, toNumber)
        return packNumbers(column === 'askedPrice' ? numbers.map(toSigned) : numbers)
      })
      const moments = Float64Array.from(moment)
      const size = placeEntry.length
      listingCount += size
      parts.push({
        ...{ prefecture, size, ids },
        ...{ columns, bits, moments, placeEntries: Uint32Array.from(placeEntry) },
        buckets: mapSortFields(() => new Uint16Array(size)),
      })
    },

    /**
     * Divides the listings of each of these sort orders into buckets. Yields many times, so that the
     * caller can let other work run in between.
     */
    *divide(orders: readonly SortField[] = SORT_FIELDS) {
      for (const order of orders) {
        bounds[order] = boundsOf(order)
        yield
      }
      for (const part of parts) {
        for (const order of orders) {
          for (const index of part.buckets[order].keys()) {
            part.buckets[order][index] = bucketOf(keyOf(part, order, index), bounds[order])
          }
        }
        yield
      }
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
