import { findPhones } from '#contract/phones.ts'
import { type Reading, read, unread } from './reading.ts'
import { toHalfWidth } from './text.ts'

const MAX_URL_LENGTH = 2000

/** Reads the telephone number in a text, such as `0123-45-6789`. */
export function parsePhone(text: string): Reading<string> {
  const number = findPhone(text)
  return number ? read(number) : unread('holds no telephone number')
}

/** The first telephone number in a text. */
export function findPhone(text: string) {
  return findPhones(toHalfWidth(text))[0] ?? null
}

/** Parses a URL. Accepts only `http:` and `https:`, because the URL becomes a link. */
export function parseUrl(text: string): Reading<string> {
  if (text.length > MAX_URL_LENGTH) return unread('is too long for a web address')
  if (!/^https?:\/\/[^\s/]/i.test(text) || !URL.canParse(text)) {
    return unread('is not an address that begins with http:// or https://')
  }
  const { href, username, password } = new URL(text)
  return username || password ? unread('is an address with a password in it') : read(href)
}

/**
 * The first URL in a text. The URL ends at Japanese brackets and words, which may follow without a
 * space.
 */
export function findUrl(text: string) {
  const [found = ''] = text.match(/https?:\/\/[!-~]+/i) ?? []
  const url = parseUrl(found.replace(/[)\].,;'"]+$/, ''))
  return url.kind === 'read' ? url.value : null
}
