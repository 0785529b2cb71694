import { MAX_SUGGESTIONS, type Suggestion } from '#contract/places.ts'
import { keysOf, type Names, readTyped, type Typed } from './suggestion-keys.ts'

/**
 * The minimum length of a text that may contain a typo. One changed letter in a shorter text would
 * match too many names.
 */
const MIN_LETTERS = 4

const LATIN = 'abcdefghijklmnopqrstuvwxyz'
const HIRAGANA = Array.from({ length: 0x3096 - 0x3041 + 1 }, (_, offset) =>
  String.fromCharCode(0x3041 + offset),
).join('')

export interface Suggestible extends Omit<Suggestion, 'count'> {
  names: Names[]
  /** Keys of the areas in which the place lies. */
  areas: string[]
}

interface Found {
  place: Suggestible
  isExact: boolean
}

export type SuggestionIndex = Awaited<ReturnType<typeof createSuggestionIndex>>

interface Entry {
  key: string
  place: Suggestible
}

/** Lets other work run. Called between two short pieces of work. */
export type Pause = () => Promise<void>

/** After this many places, the index pauses. */
const PAUSE_INTERVAL_PLACES = 500

/** Finds places by the beginning of their names, in a sorted list of the keys of all names. */
export async function createSuggestionIndex(places: Suggestible[], pause: Pause) {
  const entries = await sortedEntries(places, pause)

  const byRef = new Map(places.map((place) => [place.ref, place]))

  function find(typed: Typed) {
    const all = findWithTypos(typed)
    const stations = all.filter(({ place }) => place.kind === 'station')
    return typed.isStation && stations.length > 0 ? stations : all
  }

  /**
   * Finds places whose name begins with the text. If there are none, corrects one typo in the text
   * and finds places whose name begins with the corrected text. If there are some, but none of
   * their names equals the text, adds places whose whole name equals the corrected text.
   */
  function findWithTypos({ keys, areas }: Typed) {
    const literal = startingWith(keys, areas)
    if (literal.some(({ isExact }) => isExact)) return literal
    const corrected = startingWith(keys.flatMap(corrections), areas)
    if (literal.length === 0) return corrected
    const places = new Set(literal.map(({ place }) => place))
    const others = corrected.filter(({ place, isExact }) => isExact && !places.has(place))
    return [...literal, ...others.map(({ place }) => ({ place, isExact: false }))]
  }

  function startingWith(keys: string[], areas: string[]) {
    const found = new Map<Suggestible, Found>()
    for (const key of keys) {
      for (let at = firstFrom(key); entries[at]?.key.startsWith(key); at++) {
        const entry = entries[at]
        if (!entry || !isIn(entry.place, areas)) continue
        const isExact = entry.key === key || found.get(entry.place)?.isExact === true
        found.set(entry.place, { place: entry.place, isExact })
      }
    }
    return [...found.values()]
  }

  /** The index of the first entry whose key does not come before `key`. */
  function firstFrom(key: string) {
    let [low, high] = [0, entries.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((entries[middle]?.key ?? '') < key) low = middle + 1
      else high = middle
    }
    return low
  }

  /**
   * The places that match a text. Places whose name equals the text come first. Within each group,
   * places with more houses come first. If the text is a reference, such as `38214`, the only match
   * is the place with this reference. A page whose URL contains the reference uses this to show the
   * place's name.
   * @param counts the numbers of houses by the `ref` of a place.
   */
  return function suggest(text: string, counts: ReadonlyMap<string, number>): Suggestion[] {
    const referred = byRef.get(text)
    const found =
      referred && referred.kind !== 'region'
        ? [{ place: referred, isExact: true }]
        : find(readTyped(text))
    return found
      .map((found) => ({ ...found, count: counts.get(found.place.ref) ?? 0 }))
      .sort(
        (one, other) =>
          Number(other.isExact) - Number(one.isExact) ||
          other.count - one.count ||
          KINDS.indexOf(one.place.kind) - KINDS.indexOf(other.place.kind) ||
          (one.place.ref < other.place.ref ? -1 : 1),
      )
      .slice(0, MAX_SUGGESTIONS)
      .map(({ place: { names: _, areas: __, ...place }, count }) => ({ ...place, count }))
  }
}

/**
 * The keys of all names in ascending order. Sorts the keys of each first character by themselves,
 * because sorting all of them at once would block other requests for a second.
 */
async function sortedEntries(places: Suggestible[], pause: Pause) {
  const byStart = new Map<string, Entry[]>()
  for (const [at, place] of places.entries()) {
    if (at % PAUSE_INTERVAL_PLACES === 0) await pause()
    for (const key of place.names.flatMap(keysOf)) {
      const start = key.charAt(0)
      const group = byStart.get(start)
      if (group) group.push({ key, place })
      else byStart.set(start, [{ key, place }])
    }
  }
  const sorted: Entry[] = []
  for (const start of [...byStart.keys()].sort()) {
    await pause()
    const group = byStart.get(start) ?? []
    group.sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
    for (const entry of group) sorted.push(entry)
  }
  return sorted
}

const KINDS = ['region', 'prefecture', 'municipality', 'oaza', 'station']

function isIn({ areas }: Suggestible, wanted: string[]) {
  return wanted.every((key) => areas.some((area) => area.startsWith(key)))
}

/**
 * All texts of which `key` may be a typo. Each of them differs from `key` by one letter that is
 * removed, added or replaced, or by two neighbouring letters that are exchanged. `key` consists of
 * lower-case Latin letters or of hiragana. Kanji have no alphabet, so a key with kanji has no
 * corrections.
 */
function corrections(key: string): string[] {
  const letters = /^[a-z]+$/.test(key) ? LATIN : /^[\u3041-\u3096]+$/.test(key) ? HIRAGANA : ''
  if (key.length < MIN_LETTERS || letters === '') return []
  const found: string[] = []
  for (let at = 0; at <= key.length; at++) {
    const [before, after] = [key.slice(0, at), key.slice(at)]
    for (const letter of letters) found.push(before + letter + after)
    if (after === '') continue
    found.push(before + after.slice(1))
    for (const letter of letters) found.push(before + letter + after.slice(1))
    if (after.length > 1) found.push(before + after[1] + after[0] + after.slice(2))
  }
  return found
}
