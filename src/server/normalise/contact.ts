import { type Reading, read, unread } from './reading.ts'
import { toHalfWidth } from './text.ts'

const MAX_URL_LENGTH = 2000

const SEPARATOR = '[ .()‐-―−ーｰ-]{0,2}'
const PHONE = new RegExp(
  `(?<![\\d-])(?:\\+\\d{1,3}${SEPARATOR})?(?:\\(\\d{1,4}\\)|\\d{1,4})(?:${SEPARATOR}\\d{2,4}){2,3}(?![\\d-])`,
  'g',
)

/** Reads the telephone number in a text, such as `0123-45-6789`. */
export function parsePhone(text: string): Reading<string> {
  const number = findPhone(text)
  return number ? read(number) : unread('holds no telephone number')
}

/**
 * The first telephone number in a text. Japanese ones start with 0 and have ten or eleven digits.
 */
export function findPhone(text: string) {
  const withoutLinks = toHalfWidth(text).replace(/https?:\S+/g, ' ')
  const number = withoutLinks.match(PHONE)?.find(isPhone)
  return number?.replace(/[‐-―−ーｰ]/g, '-').trim() ?? null
}

function isPhone(text: string) {
  const digits = text.replace(/\D/g, '')
  if (text.startsWith('+')) return digits.length >= 8 && digits.length <= 15
  return digits.startsWith('0') && (digits.length === 10 || digits.length === 11)
}

/** Reads a URL. Only `http:` and `https:`, because it becomes a link. */
export function parseUrl(text: string): Reading<string> {
  if (text.length > MAX_URL_LENGTH) return unread('is too long for an address on the web')
  if (!/^https?:\/\/[^\s/]/i.test(text) || !URL.canParse(text)) {
    return unread('is not an address that begins with http:// or https://')
  }
  const { href, username, password } = new URL(text)
  return username || password ? unread('is an address with a password in it') : read(href)
}

/** The first URL in a text. Japanese brackets and words may follow it without a space. */
export function findUrl(text: string) {
  const [found = ''] = text.match(/https?:\/\/[!-~]+/i) ?? []
  const url = parseUrl(found.replace(/[)\].,;'"]+$/, ''))
  return url.kind === 'read' ? url.value : null
}
