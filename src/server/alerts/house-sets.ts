import type { STATED_BOUNDS } from '#server/listings/conditions.ts'
import type { MarkColumn } from '#server/listings/marks.ts'
import type { PlaceEntry } from '#server/listings/place-entries.ts'

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

/** The houses in the order of a number, in steps with about as many houses. */
interface Steps {
  /** The highest number of each step. */
  limits: Float64Array
  /** For each step, the houses whose number is at most the step's limit. */
  upTo: HouseSet[]
}

/** More steps would leave fewer candidates, but would not fit into the processor's cache. */
const STEPS = 128

/** Builds the sets of houses that have some value, each at its first use. */
export function houseSets(houses: readonly House[]) {
  const size = Math.ceil(houses.length / 32)
  const byText = new Map<TextColumn, Map<string, HouseSet>>()
  const byMark = new Map<string, HouseSet>()
  const bySteps = new Map<NumberColumn, Steps>()

  function toSet(indexes: Iterable<number>): HouseSet {
    const words = new Uint32Array(size)
    for (const at of indexes) words[at >>> 5] = (words[at >>> 5] ?? 0) | (1 << (at & 31))
    return { first: 0, words }
  }

  function union(sets: readonly HouseSet[]): HouseSet {
    const [only] = sets
    if (only && sets.length === 1) return only
    const words = new Uint32Array(size)
    for (const { first, words: added } of sets) {
      for (const [at, word] of added.entries()) words[first + at] = (words[first + at] ?? 0) | word
    }
    return { first: 0, words }
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

  function readSteps(column: NumberColumn): Steps {
    const known = [...houses.entries()].flatMap(([at, { [column]: value }]) =>
      value === null ? [] : { at, value },
    )
    known.sort((one, other) => one.value - other.value)
    const limits: number[] = []
    const upTo: HouseSet[] = []
    const taken = new Uint32Array(size)
    for (const [index, { at, value }] of known.entries()) {
      taken[at >>> 5] = (taken[at >>> 5] ?? 0) | (1 << (at & 31))
      const next = known[index + 1]
      const isFull = (index + 1) * STEPS >= (limits.length + 1) * known.length
      if (next && (!isFull || next.value === value)) continue
      limits.push(value)
      upTo.push({ first: 0, words: taken.slice() })
    }
    return { limits: Float64Array.from(limits), upTo }
  }

  function stepsOf(column: NumberColumn) {
    return computedOnce(bySteps, column, () => readSteps(column))
  }

  return {
    all: toSet(houses.keys()),
    union,

    /** The houses with one of the texts. */
    among(column: TextColumn, texts: readonly string[]) {
      const sets = computedOnce(byText, column, () => readTexts(column))
      return union(texts.flatMap((text) => sets.get(text) ?? []))
    },

    /** The houses that have a mark. */
    marked(column: MarkColumn, bit: number) {
      return computedOnce(byMark, `${column} ${bit}`, () =>
        toSet(houses.flatMap((house, at) => ((house[column] & bit) === 0 ? [] : at))),
      )
    },

    /** All houses with a number of at most `max`, and some with a higher one. */
    atMost(column: NumberColumn, max: number) {
      const { limits, upTo } = stepsOf(column)
      return upTo[Math.min(firstFrom(limits, max), upTo.length - 1)] ?? union([])
    },

    /** Houses with a number below `min`, but not all of them. Undefined if there are none. */
    below(column: NumberColumn, min: number) {
      const { limits, upTo } = stepsOf(column)
      return upTo[firstFrom(limits, min) - 1]
    },
  }
}

function computedOnce<K, V>(known: Map<K, V>, key: K, compute: () => V) {
  const value = known.get(key) ?? compute()
  known.set(key, value)
  return value
}

/** The index of the first of ascending numbers that is not below `least`, by binary search. */
function firstFrom(numbers: Float64Array, least: number) {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] ?? 0) >= least) high = middle
    else low = middle + 1
  }
  return low
}
