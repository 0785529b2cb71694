import type { OazaReading } from '#server/places/official-oaza.ts'
import type { Dictionary } from './dictionary.ts'
import { createNameReader, spellName } from './station-names.ts'

const UNKNOWN = { kana: '', english: '' }

/**
 * The maximum number of consecutive letters in the English name of an oaza (district), where a
 * hyphen ends the count. People cannot read a longer word at a glance, so an oaza with such a name
 * gets no English name.
 */
const MAX_LETTERS_WITHOUT_HYPHEN = 16
/**
 * Matches the name of a former town at the beginning of the name of an oaza (district): `笠置町` in
 * `笠置町毛呂窪`.
 */
const FORMER_TOWN = /^(.+?[町村区])(.+)$/u

/**
 * Returns a function that reads the names of oaza (districts). A reading is sure if three
 * conditions are met. The dictionary contains the whole name. All entries for the name agree,
 * including entries for names of persons. No other oaza in Japan has the name. For example, the
 * reading of 新町 is not sure, because it is Shinmachi in one town and Aramachi in the next. Names in
 * kana are always sure.
 */
export function createOazaReading(dictionary: Dictionary): OazaReading {
  const readName = createNameReader(dictionary)

  /**
   * Separates a former town from the rest of the name: `カサギチョウケロクボ` of 笠置町毛呂窪 becomes
   * `Kasagicho-Kerokubo`.
   */
  function divide(name: string, kana: string) {
    const [, town, rest] = name.match(FORMER_TOWN) ?? []
    if (!town || !rest) return null
    const end = [...(dictionary.get(rest) ?? [])].find((reading) => kana.endsWith(reading))
    if (!end || end.length === kana.length) return null
    return `${spellName(town, kana.slice(0, -end.length))}-${spellName(rest, end)}`
  }

  return function readOaza(name, isUnique) {
    const readings = dictionary.get(name)
    const isKana = /^[\p{Script=Hiragana}ー]+$/u.test(name)
    if (!isKana && !(isUnique && readings?.size === 1)) return UNKNOWN
    const reading = readName(name)
    if (!reading) return UNKNOWN
    const english = divide(name, reading.kana) ?? reading.latin
    const longest = Math.max(...english.split('-').map(({ length }) => length))
    const kana = toHiragana(reading.kana)
    return { kana, english: longest > MAX_LETTERS_WITHOUT_HYPHEN ? '' : english }
  }
}

function toHiragana(kana: string) {
  return kana.replace(/[ァ-ヶ]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0x60))
}
