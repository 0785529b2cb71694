import { BLANK, type Reading, read, unread } from './reading.ts'

/** Maximum length of a text. No real field of a listing is longer. */
const MAX_LENGTH = 20_000
/**
 * Maximum length of a text that states a price or an area, with remarks. Parsing a longer text
 * could block the server, because the patterns for prices and areas take quadratic time.
 */
export const MAX_FIGURE_LENGTH = 1000

/**
 * Matches characters that only a damaged text has: NUL, lone surrogates and U+FFFD. Also matches 31
 * combining marks in a row. No language has so many, and normalising them takes quadratic time
 * (https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format).
 */
const DAMAGED = /[\0\p{Cs}\ufffd]|\p{M}{31}/u
/**
 * Matches zero-width characters, marks that reorder text, and all control characters except line
 * feed and tab.
 */
const INVISIBLE =
  /(?![\n\t])[\p{Cc}\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu

const DASHES_OR_MASK = /^[-‐-―−ー~*×?.]+$/u
const UNKNOWN_WORDS = new Set([
  ...['不詳', '不明', '詳細不明', '指定なし', '未定', 'なし', '無し', '非公開', '未登記', '調査中'],
  ...[
    '要確認',
    '築年不詳',
    '築年不明',
    '建築年不詳',
    '建築年不明',
    '該当なし',
    '未入力',
    '記載なし',
  ],
  ...['n/a', 'na', 'nil', 'none', 'null', 'undefined', 'nan', 'unknown', 'tbd', 'tba'],
  ...['<na>', 'nat', 'inf', '-inf', 'infinity', '-infinity'],
  ...['not specified', 'not available', 'not applicable', 'not stated'],
])

const LONGEST_UNKNOWN = 20
/** Matches texts that mean an unknown value, such as 面積不明 and 構造未記入. */
const UNKNOWN_FIELD = /^\p{Script=Han}{1,6}(?:不明|不詳|未定|未記入|非公開|要確認)$/u

export function readText(value: unknown): Reading<string> {
  switch (typeof value) {
    case 'undefined':
      return BLANK
    case 'number':
      return Number.isFinite(value) ? read(String(value)) : unread('is not a number')
    case 'string':
      return cleanText(value)
    case 'boolean':
      return unread('is a yes or no, but must be text')
    default:
      if (value === null) return BLANK
      return unread(`is ${Array.isArray(value) ? 'a list' : 'an object'}, but must be text`)
  }
}

function cleanText(written: string): Reading<string> {
  if (written.length > MAX_LENGTH) return unread(`is longer than ${MAX_LENGTH} characters`)
  if (DAMAGED.test(written)) return unread('contains damaged characters')
  const visible = isPlain(written)
    ? written
    : written.replace(/\r\n?/g, '\n').replace(INVISIBLE, '').normalize('NFC')
  const text = visible.trim()
  return text === '' || statesNothing(text) ? BLANK : read(text)
}

/**
 * Whether a text contains only printable ASCII characters, so that normalising would not change it.
 * Most values are such texts, so this check saves time.
 */
function isPlain(text: string) {
  return /^[ -~]*$/.test(text)
}

/** Whether a text only means "unknown": `-`, `不詳`, `指定なし`, `＊＊＊＊`, `N/A`. */
function statesNothing(text: string) {
  if (text.length > LONGEST_UNKNOWN) return false
  const words = toHalfWidth(text).toLowerCase()
  return DASHES_OR_MASK.test(words) || UNKNOWN_WORDS.has(words) || UNKNOWN_FIELD.test(words)
}

/** Reads a text as one line of at most `max` characters. */
export function readLine(max: number) {
  return (text: string): Reading<string> => {
    const line = text.replace(/\s+/g, ' ')
    return line.length > max ? unread(`is longer than ${max} characters`) : read(line)
  }
}

/** Converts digits, letters and signs to half width: `４ＬＤＫ` → `4LDK`, `㎡` → `m2`, `￥` → `¥`. */
export function toHalfWidth(text: string) {
  const narrow = isPlain(text) ? text : text.normalize('NFKC')
  return narrow.replace(/\s+/g, ' ').trim()
}

/** Removes text in brackets, such as the tsubo beside the square metres. */
export function withoutBrackets(text: string) {
  return text.replace(/[([{【〔][^()[\]{}【】〔〕]*[)\]}】〕]/g, ' ').trim()
}

export function shorten(value: unknown, max = 80) {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text === undefined) return ''
  return text.length > max ? `${text.slice(0, max)}…` : text
}
