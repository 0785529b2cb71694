import { nameKey } from '#normalise/name-key.ts'
import { romanise } from '#normalise/romanise.ts'
import { spellingKey } from '#normalise/spelling-key.ts'

/** The names of a place in Japanese, in kana and in English. A name may be empty. */
export interface Names {
  japanese: string
  kana: string
  english: string
}

/** Match the word at the end of a place's name that tells its kind, such as `city`. */
const ENDINGS = {
  japanese: /(?<=..)(?:都|府|県|市|区|町|村|駅|地方)$/,
  kana: /(?<=..)(?:けん|し|く|ちょう|まち|むら|そん|えき|ちほう)$/,
  latin:
    /(?<=.)[ -](?:city|ward|town|village|prefecture|region|station|shi|ku|ch[oō]u?|machi|mura|son|ken|fu|eki)\.?$/i,
}
const STATION = /(?:駅|えき|[ -](?:station|eki)\.?)$/i
const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const KANA = /^[\p{Script=Hiragana}\p{Script=Katakana}ー\s]+$/u

/** The keys under which a place is found: each name with and without the word for its kind. */
export function keysOf({ japanese, kana, english }: Names): string[] {
  const parts = english.replace(/ \(.*\)$/, '').split(', ')
  return unique([
    ...forms(nameKey(japanese), ENDINGS.japanese),
    // Add the ward's name without its city, because people often type only 北区.
    ...forms(nameKey(japanese.replace(/^.+市(?=.+区$)/, '')), ENDINGS.japanese),
    ...forms(kanaKey(kana), ENDINGS.kana),
    spellingKey(romanise(kana)),
    ...forms(parts.join(' '), ENDINGS.latin).map(spellingKey),
    ...parts.flatMap((part, at) => (at === 0 ? forms(part, ENDINGS.latin).map(spellingKey) : [])),
    spellingKey(parts.toReversed().join(' ')),
  ])
}

/** A parsed search text. */
export interface Typed {
  /**
   * The keys for the search. A place matches if one of the place's own keys begins with a key for
   * the search. The first key is the closest to the typed text.
   */
  keys: string[]
  /** Keys of the areas in which the place must lie, such as `ehime` of `Seiyo, Ehime`. */
  areas: string[]
  /** Whether the text ends in a word for a station, such as `駅`. */
  isStation: boolean
}

export function readTyped(text: string): Typed {
  const [name = '', ...areas] = text
    .normalize('NFKC')
    .trim()
    .split(/\s*[,、]\s*/)
  return {
    keys: typedKeys(name),
    areas: areas.flatMap((area) => typedKeys(area).at(-1) ?? []),
    isStation: STATION.test(name),
  }
}

function typedKeys(name: string) {
  if (KANA.test(name)) return unique(forms(kanaKey(name), ENDINGS.kana))
  if (JAPANESE.test(name)) return unique(forms(nameKey(name), ENDINGS.japanese))
  const keys = forms(name, ENDINGS.latin).map(spellingKey)
  // The key of `Tamba` is `tanba`, because `m` before `b` becomes `n`. If a person has only typed
  // `Tam`, the `b` is missing, so search for both `tam` and `tan`.
  return unique(keys.flatMap((key) => [key, key.replace(/m$/, 'n')]))
}

function forms(name: string, ending: RegExp) {
  return [name, name.replace(ending, '')]
}

function kanaKey(kana: string) {
  const plain = kana.normalize('NFKC').replace(/\s/g, '')
  return plain.replace(/[ァ-ヶ]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0x60))
}

function unique(keys: string[]) {
  return [...new Set(keys)].filter((key) => key !== '')
}
