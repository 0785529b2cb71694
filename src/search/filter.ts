import { signedCents } from './asked-price.ts'
import type { BitCondition, Condition, PlaceCondition, PriceCondition } from './conditions.ts'
import { type Column, PART_SIZE, type Part } from './part.ts'
import { isPlaceCondition, meets, meetsAll, type PlaceEntry } from './place-entries.ts'

const INDEXES = Uint16Array.from({ length: PART_SIZE }, (_, index) => index)

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
export interface Filter {
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

interface Compiled {
  /** Each list has the prefectures of one condition. A part must be in one prefecture of each list. */
  prefectures: (readonly string[])[]
  filter: Filter
}

/**
 * The listings of one part (a batch of listings) that meet all conditions. `indexes` holds their
 * positions in the part.
 */
export interface Found {
  part: Part
  indexes: Uint16Array
}

/**
 * Groups the search conditions by what they apply to: a part (a batch of listings in one
 * prefecture), a place, or a single listing. `codeOf` returns the code of a text in the columns,
 * or NaN if no listing has the text.
 */
export function compile(
  conditions: Condition[],
  codeOf: (text: string) => number,
  entries: readonly PlaceEntry[],
): Compiled {
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
    else if ('notAll' in condition)
      filter.except = compile(condition.notAll, codeOf, entries).filter
    else if ('stated' in condition) {
      alternatives.push({
        mask: condition.stated,
        placeEntries: entriesWhere(entries, (entry) => meets(entry, condition.reach)),
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
    filter.placeEntries = entriesWhere(entries, (entry) => meetsAll(entry, ofPlaces))
  }
  return { prefectures, filter }
}

/** For each place with listings, 1 if the place meets the condition, otherwise 0. */
function entriesWhere(entries: readonly PlaceEntry[], isMet: (entry: PlaceEntry) => boolean) {
  return Uint8Array.from(entries, (entry) => Number(isMet(entry)))
}

/**
 * Returns the indexes of the listings in one part (a batch of listings) that meet all conditions of
 * the filter. Writes them at the start of `free`, which has room for all listings of the part.
 */
export function findIn(
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
    const [dearest, cheapest] = [signedCents(cents.max), signedCents(cents.min)]
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
export function without(indexes: Uint16Array, removed: Uint16Array) {
  let [kept, next] = [0, 0]
  for (const index of indexes) {
    while ((removed[next] ?? PART_SIZE) < index) next += 1
    if (removed[next] !== index) {
      indexes[kept] = index
      kept += 1
    }
  }
  return indexes.subarray(0, kept)
}
