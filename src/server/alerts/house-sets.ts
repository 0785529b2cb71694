import { firstFrom } from '#search/binary-search.ts'
import { computedOnce } from '#search/computed-once.ts'
import type { MarkColumn } from '#search/marks.ts'
import type { PlaceEntry } from '#search/place-entries.ts'
import type { STATED_BOUNDS } from '#server/listings/matching.ts'

export type TextColumn = 'prefecture' | 'place' | 'city' | 'layout'
export type NumberColumn =
  | Exclude<keyof PlaceEntry, TextColumn>
  | keyof typeof STATED_BOUNDS
  | ('askedPrice' | 'buildingArea' | 'landArea' | 'constructionYear')

/** The columns of a house that conditions compare. Null stands for an unknown value. */
export type House = Record<TextColumn, string | null> &
  Record<NumberColumn, number | null> &
  Record<MarkColumn, number>

/** A set of houses as bits, 32 in a word. It has no house before the word `first`, or after its words. */
export interface HouseSet {
  first: number
  words: Uint32Array
}

/** The houses in the order of a number, divided into steps of about equally many houses. */
interface Steps {
  /** The highest number of each step. */
  limits: Float64Array
  /** For each step, the houses whose number is at most the step's limit. */
  upTo: HouseSet[]
}

/** More steps would leave fewer candidates, but would not fit into the processor's cache. */
const STEPS = 128
const NO_HOUSES: HouseSet = { first: 0, words: new Uint32Array(0) }

/** Builds the sets of houses that have some value, each at its first use. */
export function houseSets(houses: readonly House[]) {
  const size = Math.ceil(houses.length / 32)
  const byText = new Map<TextColumn, Map<string, HouseSet>>()
  const byMark = new Map<string, HouseSet>()
  const bySteps = new Map<NumberColumn, Steps>()

  function toSet(indexes: Iterable<number>): HouseSet {
    const words = new Uint32Array(size)
    for (const at of indexes) addTo(words, at)
    return { first: 0, words }
  }

  function union(sets: readonly HouseSet[]): HouseSet {
    const [only = NO_HOUSES] = sets
    if (sets.length <= 1) return only
    const union = new Uint32Array(size)
    for (const { first, words } of sets) {
      for (let at = 0; at < words.length; at++) {
        union[first + at] = (union[first + at] ?? 0) | (words[at] ?? 0)
      }
    }
    return { first: 0, words: union }
  }

  function readTexts(column: TextColumn) {
    const indexes = new Map<string, number[]>()
    for (const [at, { [column]: text }] of houses.entries()) {
      if (text === null) continue
      const known = indexes.get(text)
      if (known) known.push(at)
      else indexes.set(text, [at])
    }
    return new Map([...indexes].map(([text, some]) => [text, trimmed(some)]))
  }

  /** Leaves out the words before the first and after the last house, of which a place has many. */
  function trimmed(indexes: readonly number[]): HouseSet {
    const [first, last] = [(indexes[0] ?? 0) >>> 5, (indexes.at(-1) ?? 0) >>> 5]
    return { first, words: toSet(indexes).words.slice(first, last + 1) }
  }

  function textsOf(column: TextColumn) {
    return computedOnce(byText, column, () => readTexts(column))
  }

  function readSteps(column: NumberColumn): Steps {
    const values = Float64Array.from(houses, (house) => house[column] ?? Number.NaN)
    const limits = limitsOf(values.filter((value) => !Number.isNaN(value)))
    const upTo = Array.from(limits, () => toSet([]))
    for (const [at, value] of values.entries()) {
      const step = upTo[firstFrom(limits, value)]
      if (step) addTo(step.words, at)
    }
    for (const [at, step] of upTo.entries()) {
      const before = upTo[at - 1]
      if (before) step.words = union([before, step]).words
    }
    return { limits, upTo }
  }

  function stepsOf(column: NumberColumn) {
    return computedOnce(bySteps, column, () => readSteps(column))
  }

  return {
    all: toSet(houses.keys()),
    union,

    having(column: TextColumn, text: string) {
      return textsOf(column).get(text) ?? NO_HOUSES
    },

    marked(column: MarkColumn, bit: number) {
      return computedOnce(byMark, `${column} ${bit}`, () =>
        toSet(houses.flatMap((house, at) => ((house[column] & bit) === 0 ? [] : at))),
      )
    },

    /**
     * A superset of the houses with a number of at most `max`: it may also contain houses of the same
     * step with a higher number.
     */
    atMost(column: NumberColumn, max: number) {
      const { limits, upTo } = stepsOf(column)
      return upTo[Math.min(firstFrom(limits, max), upTo.length - 1)] ?? NO_HOUSES
    },

    /**
     * A subset of the houses with a number below `min`: it has no house of the step that contains
     * `min`. Undefined if it is empty.
     */
    below(column: NumberColumn, min: number) {
      const { limits, upTo } = stepsOf(column)
      return upTo[firstFrom(limits, min) - 1]
    },
  }
}

function addTo(words: Uint32Array, house: number) {
  words[house >>> 5] = (words[house >>> 5] ?? 0) | (1 << (house & 31))
}

/** The values that end the steps. Equal values are in one step. */
function limitsOf(values: Float64Array) {
  const sorted = values.sort()
  const limits = new Set<number>()
  for (let step = 1; step <= STEPS; step++) {
    const limit = sorted[Math.ceil((step * sorted.length) / STEPS) - 1]
    if (limit !== undefined) limits.add(limit)
  }
  return Float64Array.from(limits)
}
