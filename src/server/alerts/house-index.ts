import { askedCents, askedYen } from '#search/asked-price.ts'
import type { BitCondition, Condition, PriceCondition } from '#search/conditions.ts'
import { meets } from '#search/place-entries.ts'
import { type House, type HouseSet, houseSets, type NumberColumn } from './house-sets.ts'

/**
 * The candidates of a search: the houses in all sets of `within` and in none of `outside`. Each of them
 * must still be compared with the conditions in `unchecked`.
 */
interface Candidates {
  within: HouseSet[]
  outside: HouseSet[]
  unchecked: UncheckedCondition[]
}

/** A condition that the sets check only roughly or not, so each candidate is compared with it. */
type UncheckedCondition = Exclude<
  Condition,
  { is: string } | { among: unknown } | { mask: number } | { around: unknown } | { notAll: unknown }
>

interface Range {
  min?: number | undefined
  max?: number | undefined
}

/**
 * An index of houses that tells whether a search may find one of them. The sets of houses
 * that meet a condition are bits, so a search is compared with 32 houses at a time. The candidates are
 * then compared one by one with the conditions in `unchecked`, until one of them meets all of these.
 *
 * The index ignores the conditions `around` and `notAll`, so it can only find too much: it may report
 * a search that finds none of the houses, but never misses a search that finds one.
 */
export function indexHouses(unsorted: readonly House[]) {
  const houses = byPlace(unsorted)
  const sets = houseSets(houses)

  function addRange({ within, outside }: Candidates, column: NumberColumn, range: Range) {
    const { min = -Infinity, max = Infinity } = range
    if (max !== Infinity) within.push(sets.atMost(column, max))
    const below = min === -Infinity ? undefined : sets.below(column, min)
    if (below) outside.push(below)
  }

  function addMarks({ within, outside }: Candidates, { column, mask, wanted }: BitCondition) {
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const bit = rest & -rest
      const side = wanted & bit ? within : outside
      side.push(sets.marked(column, bit))
    }
  }

  function add(candidates: Candidates, condition: Condition) {
    const { within, unchecked } = candidates
    if ('is' in condition) within.push(sets.having(condition.column, condition.is))
    else if ('among' in condition) {
      const { column, among } = condition
      within.push(sets.union(among.map((text) => sets.having(column, text))))
    } else if ('mask' in condition) addMarks(candidates, condition)
    else if ('around' in condition || 'notAll' in condition) return
    else {
      unchecked.push(condition)
      if ('yen' in condition) {
        const { column, yen, cents } = condition
        addRange(candidates, column, {
          min: Math.min(askedYen(yen.min), askedCents(cents.min)),
          max: Math.max(askedYen(yen.max), askedCents(cents.max)),
        })
      } else if ('distance' in condition) {
        const { distance, metres, certainty } = condition
        if (certainty === 'sure') within.push(sets.atMost(distance, metres))
      } else if (!('stated' in condition)) addRange(candidates, condition.column, condition)
    }
  }

  return {
    /** Whether a search with these conditions may find one of the houses. */
    mayFind(conditions: readonly Condition[]) {
      const candidates: Candidates = { within: [sets.all], outside: [], unchecked: [] }
      for (const condition of conditions) add(candidates, condition)
      const { within, unchecked } = candidates
      let [start, end] = [0, sets.all.words.length]
      for (const { first, words } of within) {
        start = Math.max(start, first)
        end = Math.min(end, first + words.length)
      }
      for (let at = start; at < end; at++) {
        let bits = commonBits(candidates, at)
        for (; bits !== 0; bits &= bits - 1) {
          const house = houses[at * 32 + 31 - Math.clz32(bits & -bits)]
          if (house && meetsAll(house, unchecked)) return true
        }
      }
      return false
    },
  }
}

/** The bits of the houses in one word that are in all sets of `within` and in none of `outside`. */
function commonBits({ within, outside }: Candidates, at: number) {
  let bits = -1
  for (let set = 0; set < within.length && bits !== 0; set++) {
    const { first, words } = within[set] as HouseSet
    bits &= words[at - first] as number
  }
  for (let set = 0; set < outside.length && bits !== 0; set++) {
    const { first, words } = outside[set] as HouseSet
    bits &= ~(words[at - first] as number)
  }
  return bits
}

function meetsAll(house: House, conditions: readonly UncheckedCondition[]) {
  for (const condition of conditions) if (!isMet(house, condition)) return false
  return true
}

function isMet(house: House, condition: UncheckedCondition) {
  if ('yen' in condition) return hasPrice(house, condition)
  if ('distance' in condition) return meets(house, condition)
  if ('stated' in condition) {
    const { column, mask, wanted } = condition.stated
    return (house[column] & mask) === wanted || meets(house, condition.reach)
  }
  const { column, min = -Infinity, max = Infinity } = condition
  const value = house[column]
  return value !== null && value >= min && value <= max
}

/** Whether the price is in the bounds of its own currency. */
function hasPrice({ askedPrice }: House, { yen, cents }: PriceCondition) {
  if (askedPrice === null) return false
  const [bounds, asked] = askedPrice % 2 === 0 ? [yen, askedYen] : [cents, askedCents]
  return askedPrice >= asked(bounds.min) && askedPrice <= asked(bounds.max)
}

/** Sorts the houses by place. The houses of a place are then neighbours, so their set has few words. */
function byPlace(houses: readonly House[]) {
  const groups = new Map<string, House[]>()
  for (const house of houses) {
    const key = `${house.prefecture}/${house.city}/${house.place}`
    const group = groups.get(key)
    if (group) group.push(house)
    else groups.set(key, [house])
  }
  return [...groups.keys()].sort().flatMap((key) => groups.get(key) ?? [])
}
