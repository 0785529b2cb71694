import { askedCents, askedYen, splitAskedPrice } from '#server/db/asked-price.ts'
import type { BitCondition, Condition, PriceCondition } from '#server/listings/conditions.ts'
import { meets } from '#server/listings/place-entries.ts'
import { type House, type HouseSet, houseSets, type NumberColumn } from './house-sets.ts'

/** The houses of a set or, if `inverted` is -1, all others. The words of an inverted set begin at 0. */
interface Candidates extends HouseSet {
  inverted: 0 | -1
}

/**
 * An index of houses that tells whether a search may find one of them. Each condition has a set of
 * candidates, so a search is compared with 32 houses at a time. The houses that are candidates of all
 * conditions are then compared one by one, until one of them meets the conditions.
 *
 * The index ignores circles, and the condition that a house is not surely near enough. So it may
 * report a search that finds none of the houses, but never misses a search that finds one.
 */
export function indexHouses(unsorted: readonly House[]) {
  // The houses of a prefecture or a city are neighbours, so their sets have few words.
  const houses = unsorted.toSorted(byPlace)
  const sets = houseSets(houses)

  function candidatesOf(condition: Condition): Candidates[] {
    if ('around' in condition || 'notAll' in condition) return []
    if ('stated' in condition) {
      const { stated, reach } = condition
      if (reach.certainty === 'possible') return []
      const bit = stated.wanted & -stated.wanted
      const near = sets.atMost(reach.distance, reach.metres)
      return [only(sets.union([sets.marked(stated.column, bit), near]))]
    }
    if ('distance' in condition) {
      const { distance, metres, certainty } = condition
      return certainty === 'sure' ? [only(sets.atMost(distance, metres))] : []
    }
    if ('mask' in condition) return marked(condition)
    if ('is' in condition) return [only(sets.among(condition.column, [condition.is]))]
    if ('among' in condition) return [only(sets.among(condition.column, condition.among))]
    if ('yen' in condition) {
      const { column, yen, cents } = condition
      return ranged(
        column,
        Math.min(askedYen(yen.min), askedCents(cents.min)),
        Math.max(askedYen(yen.max), askedCents(cents.max)),
      )
    }
    return ranged(condition.column, condition.min, condition.max)
  }

  function marked({ column, mask, wanted }: BitCondition) {
    const found: Candidates[] = []
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const bit = rest & -rest
      const set = sets.marked(column, bit)
      found.push(wanted & bit ? only(set) : except(set))
    }
    return found
  }

  function ranged(column: NumberColumn, min = -Infinity, max = Infinity) {
    const below = sets.below(column, min)
    return [only(sets.atMost(column, max)), ...(below ? [except(below)] : [])]
  }

  return {
    /** Whether a search with these conditions may find one of the houses. */
    mayFind(conditions: readonly Condition[]) {
      const candidates = [only(sets.all), ...conditions.flatMap(candidatesOf)]
      let [start, end] = [0, sets.all.words.length]
      for (const { first, words, inverted } of candidates) {
        if (inverted) continue
        start = Math.max(start, first)
        end = Math.min(end, first + words.length)
      }
      for (let at = start; at < end; at++) {
        let bits = -1
        for (const { first, words, inverted } of candidates) {
          bits &= (words[at - first] ?? 0) ^ inverted
        }
        for (; bits !== 0; bits &= bits - 1) {
          const house = houses[at * 32 + 31 - Math.clz32(bits & -bits)]
          if (house && conditions.every((condition) => mayMeet(house, condition))) return true
        }
      }
      return false
    },
  }
}

function only(set: HouseSet): Candidates {
  return { first: set.first, words: set.words, inverted: 0 }
}

function except(set: HouseSet): Candidates {
  return { first: set.first, words: set.words, inverted: -1 }
}

function mayMeet(house: House, condition: Condition): boolean {
  if ('around' in condition || 'notAll' in condition) return true
  if ('stated' in condition) {
    return mayMeet(house, condition.stated) || mayMeet(house, condition.reach)
  }
  if ('distance' in condition) return meets(house, condition)
  if ('mask' in condition) return (house[condition.column] & condition.mask) === condition.wanted
  if ('is' in condition) return house[condition.column] === condition.is
  if ('among' in condition) return condition.among.some((text) => text === house[condition.column])
  if ('yen' in condition) return hasPrice(house, condition)
  const { column, min = -Infinity, max = Infinity } = condition
  const value = house[column]
  return value !== null && value >= min && value <= max
}

/** Whether the price is in the bounds of its own currency. */
function hasPrice({ askedPrice }: House, { yen, cents }: PriceCondition) {
  const price = splitAskedPrice(askedPrice ?? Number.NaN)
  const { min, max } = price.yen === undefined ? cents : yen
  const amount = price.yen ?? price.cents
  return amount >= min && amount <= max
}

function byPlace(one: House, other: House) {
  return (
    compareTexts(one.prefecture, other.prefecture) ||
    compareTexts(one.city, other.city) ||
    compareTexts(one.place, other.place)
  )
}

function compareTexts(one: string | null, other: string | null) {
  if (one === other) return 0
  return (one ?? '') < (other ?? '') ? -1 : 1
}
