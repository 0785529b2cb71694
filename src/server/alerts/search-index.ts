import { setImmediate as othersFirst } from 'node:timers/promises'
import { askedCents, askedYen } from '#server/db/asked-price.ts'
import type { Condition } from '#server/listings/conditions.ts'
import type { MarkColumn } from '#server/listings/marks.ts'

/** The number columns of a house that conditions compare. */
export const NUMBERS = [
  ...(['askedPrice', 'buildingArea', 'landArea', 'constructionYear', 'builtBy'] as const),
  ...(['stationLeast', 'stationMost', 'shinkansenLeast', 'shinkansenMost'] as const),
  ...(['latitude', 'longitude', 'radiusMetres', 'airportMetres', 'seaMetres'] as const),
] as const
/** The text columns of a house that conditions compare. The groups of the index compare prefectures. */
export const TEXTS = ['city', 'layout', 'place'] as const

type NumberColumn = (typeof NUMBERS)[number]
type TextColumn = (typeof TEXTS)[number]

export type House = { prefecture: string | null } & Record<NumberColumn, number | null> &
  Record<TextColumn, string | null> &
  Record<MarkColumn, number>

/** A house as one number for each column. NaN stands for an unknown value, and meets no condition. */
type Values = Float64Array

const COLUMNS: readonly string[] = [...NUMBERS, ...TEXTS]
/** The number of houses that are compared before other requests get their turn. */
const HOUSES_AT_ONCE = 50
/** The key of the group with the searches that accept every prefecture. */
const EVERYWHERE = ''

/**
 * An index of searches, which tells the searches that may find one of some houses. It compares ranges,
 * single texts, marks and prefectures. It ignores circles, and distances that the remarks can state.
 * So it may report a search that finds none of the houses, but never misses a search that finds one.
 *
 * A search is in the group of each prefecture that it accepts. A house is compared only with the
 * searches of its own prefecture, and with those that accept every prefecture. A search that has been
 * reported is not compared again. So the time grows with the number of houses, times the number of
 * searches that no house has met yet.
 */
export function indexSearches(searches: readonly Condition[][]) {
  const codes = new Map<string, number>()
  const groups = new Map<string, number[]>()
  const starts = new Uint32Array(searches.length + 1)
  const ranges: { column: number[]; min: number[]; max: number[] } = {
    column: [],
    min: [],
    max: [],
  }
  const masks = searches.map((conditions) => conditions.filter((one) => 'mask' in one))

  function codeOf(text: string) {
    const code = codes.get(text) ?? codes.size
    codes.set(text, code)
    return code
  }

  for (const [search, conditions] of searches.entries()) {
    for (const prefecture of prefecturesOf(conditions)) {
      const group = groups.get(prefecture)
      if (group) group.push(search)
      else groups.set(prefecture, [search])
    }
    for (const { column, min, max } of conditions.flatMap((one) => toRange(one, codeOf))) {
      ranges.column.push(column)
      ranges.min.push(min)
      ranges.max.push(max)
    }
    starts[search + 1] = ranges.column.length
  }
  const columns = Uint8Array.from(ranges.column)
  const minima = Float64Array.from(ranges.min)
  const maxima = Float64Array.from(ranges.max)

  function toValues(house: House): Values {
    const numbers = NUMBERS.map((column) => house[column] ?? Number.NaN)
    const texts = TEXTS.map((column) => codes.get(house[column] ?? '') ?? Number.NaN)
    return Float64Array.from([...numbers, ...texts])
  }

  function mayMeet(search: number, values: Values, house: House) {
    const end = starts[search + 1] ?? 0
    for (let at = starts[search] ?? 0; at < end; at++) {
      const value = values[columns[at] ?? 0] ?? Number.NaN
      if (!(value >= (minima[at] ?? 0) && value <= (maxima[at] ?? 0))) return false
    }
    return masks[search]?.every(({ column, mask, wanted }) => (house[column] & mask) === wanted)
  }

  return {
    /** For each search, 1 if it may find one of the houses, otherwise 0. */
    async findAny(houses: readonly House[]) {
      const isFound = new Uint8Array(searches.length)
      const rest = new Map([...groups].map(([key, all]) => [key, Uint32Array.from(all)]))
      for (const [index, house] of houses.entries()) {
        if (index % HOUSES_AT_ONCE === 0) await othersFirst()
        const values = toValues(house)
        for (const key of [EVERYWHERE, house.prefecture ?? EVERYWHERE]) {
          const group = rest.get(key)
          if (!group) continue
          let kept = 0
          for (const search of group) {
            if (isFound[search]) continue
            if (mayMeet(search, values, house)) isFound[search] = 1
            else {
              group[kept] = search
              kept += 1
            }
          }
          rest.set(key, group.subarray(0, kept))
        }
      }
      return isFound
    },
  }
}

/** The prefectures that a search accepts, or {@link EVERYWHERE}. */
function prefecturesOf(conditions: Condition[]): readonly string[] {
  for (const condition of conditions) {
    if (!('column' in condition) || condition.column !== 'prefecture') continue
    if ('is' in condition) return [condition.is]
    if ('among' in condition) return condition.among
  }
  return [EVERYWHERE]
}

interface ColumnRange {
  column: number
  min: number
  max: number
}

/** The condition as a range of a column. Empty for a condition that the index ignores. */
function toRange(condition: Condition, codeOf: (text: string) => number): ColumnRange[] {
  if ('distance' in condition) {
    const { distance, metres, certainty } = condition
    return certainty === 'sure' ? range(distance, -Infinity, metres) : []
  }
  if (!('column' in condition) || 'mask' in condition || 'among' in condition) return []
  if ('yen' in condition) {
    const { column, yen, cents } = condition
    return range(
      column,
      Math.min(askedYen(yen.min), askedCents(cents.min)),
      Math.max(askedYen(yen.max), askedCents(cents.max)),
    )
  }
  if (!('is' in condition)) return range(condition.column, condition.min, condition.max)
  const code = codeOf(condition.is)
  return range(condition.column, code, code)
}

/** Empty for a column that is not in `COLUMNS`: the prefecture, by which the index groups searches. */
function range(name: string, min = -Infinity, max = Infinity): ColumnRange[] {
  const column = COLUMNS.indexOf(name)
  return column < 0 ? [] : [{ column, min, max }]
}
