import { PREFECTURES } from '#contract/prefectures.ts'
import { type Reading, read, unread } from './reading.ts'
import { toHalfWidth } from './text.ts'

const byName = new Map(
  PREFECTURES.flatMap(({ value, japanese }) => [
    [value, value],
    [japanese, value],
    [japanese.replace(/[県府都]$/, ''), value],
  ]),
).set('gumma', 'gunma')

/** Reads `兵庫県`, `兵庫`, `Hyōgo`, `HYOGO`, `Hyougo`, `Hyogo Prefecture` and `Hyogo-ken` as `hyogo`. */
export function parsePrefecture(text: string): Reading<string> {
  const value = findPrefecture(text)
  return value ? read(value) : unread('is not a prefecture of Japan')
}

function findPrefecture(text: string) {
  const name = withoutMacrons(toHalfWidth(text)).toLowerCase()
  const bare = name.replace(/[ -](prefecture|pref\.?|ken|fu|to|metropolis)$/, '')
  return byName.get(bare) ?? byName.get(shortVowels(bare)) ?? byName.get(bare.replace('-', ''))
}

/** Splits off the prefecture at the start of a Japanese address or at the end of an English one. */
export function splitAddress(address: string) {
  const text = toHalfWidth(address).replace(/^〒? ?\d{3}-?\d{4} ?|^日本国?[、,]? ?/, '')
  const start = PREFECTURES.find(({ japanese }) => text.startsWith(japanese))
  if (start) return { prefecture: start.value, rest: text.slice(start.japanese.length).trim() }

  const pair = splitPair(text)
  if (pair) return pair
  const parts = text.split(/\s*,\s*/).filter((part) => !/^(japan|[\d-]*)$/i.test(part))
  const prefecture = findPrefecture(parts.at(-1)?.replace(/ \d{3}-?\d{4}$/, '') ?? '')
  return prefecture && parts.length > 1
    ? { prefecture, rest: parts.slice(0, -1).join(', ') }
    : { prefecture: null, rest: parts.join(', ') }
}

/** Splits a text with both prefecture and city: `Nagano / Anan` or `Anan / Nagano`. */
function splitPair(text: string) {
  const [first = '', last = '', ...others] = text.split(/\s*\/\s*/)
  if (last === '' || others.length > 0) return null
  const [atStart, atEnd] = [findPrefecture(first), findPrefecture(last)]
  if (atStart) return { prefecture: atStart, rest: last }
  return atEnd ? { prefecture: atEnd, rest: first } : null
}

/**
 * `Hyōgo` → `Hyogo`. Removes marks from Latin letters only, because a mark turns a Japanese letter
 * into another letter: か into が.
 */
function withoutMacrons(text: string) {
  return text
    .normalize('NFD')
    .replace(/([a-z])[\u0300-\u036f]+/gi, '$1')
    .normalize('NFC')
}

/**
 * Shortens long vowels, as English signs do: `hyougo`, `oosaka` and `ohita` become `hyogo`, `osaka`
 * and `oita`.
 */
function shortVowels(name: string) {
  return name.replace(/ou|oo|oh/g, 'o')
}
