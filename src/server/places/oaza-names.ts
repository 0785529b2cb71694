import { kanjiToDigits } from '#contract/kanji-numbers.ts'
import { nameKey } from '#normalise/name-key.ts'
import type { Oaza } from './stored-places.ts'

/**
 * The oaza (districts) of one municipality. The keys are the forms of the names that addresses use.
 */
export type OazaNames = Map<string, Oaza>

/** `大字` and `字` only mean "section of a village". Addresses and registers often omit them. */
const OAZA_WORD = /^大?字/

/**
 * What may follow the name of an oaza (district) in an address: nothing, a number, or a word that
 * begins the next part of the address. Any other text may belong to a longer name. For example, 大手
 * is not the oaza of 大手町1.
 */
const NEXT_PART =
  /^(?:$|[\d\-–−ー(,、甲乙丙丁イロハニホ]|大?字|第\d|地割|番|[一二三四五六七八九十百]+(?:丁目|番|条|線|区|地割|号|$))/u

/** Kanji numerals that number a street or a block, as in 北二条西 (Kita 2 Jo Nishi). */
const NUMERALS = /[一二三四五六七八九十]+(?=丁目|条|線|号|番|区)/g

/** The form in which names of oaza are compared. The numerals of blocks become digits: 北2条西. */
function oazaKey(name: string) {
  return nameKey(name).replace(NUMERALS, (numeral) => kanjiToDigits(numeral))
}

export function oazaNames(places: Oaza[]): OazaNames {
  const names: OazaNames = new Map(places.map((place) => [oazaKey(place.japanese), place]))
  for (const place of places) {
    const short = oazaKey(place.japanese).replace(OAZA_WORD, '')
    // Also add the name of the oaza (district) without 大字 or 字, unless another oaza already has
    // this name.
    if (short !== '' && !names.has(short)) names.set(short, place)
  }
  return names
}

/**
 * Finds the oaza (district) at the beginning of `rest`, which is the part of an address after its
 * municipality.
 */
export function findOaza(names: OazaNames, rest: string): Oaza | null {
  const key = oazaKey(rest)
  return findAt(names, key) ?? findAt(names, key.replace(OAZA_WORD, ''))
}

function findAt(names: OazaNames, rest: string) {
  for (let length = Math.min(LONGEST_OAZA, rest.length); length > 0; length -= 1) {
    const place = names.get(rest.slice(0, length))
    if (place && NEXT_PART.test(rest.slice(length))) return place
  }
  return null
}

/**
 * Maximum length of a name to look up. The longest name of an oaza (district) has 15 characters.
 */
const LONGEST_OAZA = 20
