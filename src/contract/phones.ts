/** Finds telephone numbers in Japanese texts, and converts them for calls from abroad. */

const SEPARATOR = '[ .()‐-―−ーｰ-]{0,2}'
const PHONE = new RegExp(
  `(?<![\\d-])(?:\\+\\d{1,3}${SEPARATOR})?(?:\\(\\d{1,4}\\)|\\d{1,4})(?:${SEPARATOR}\\d{2,4}){2,3}(?![\\d-])`,
  'g',
)

/**
 * Finds the telephone numbers in a text of half-width characters, each number once. A Japanese
 * number starts with 0 and has ten or eleven digits.
 */
export function findPhones(text: string) {
  const withoutLinks = text.replace(/https?:[!-~]+/g, ' ')
  const numbers = (withoutLinks.match(PHONE) ?? [])
    .filter(isPhone)
    .map((number) => number.replace(/[‐-―−ーｰ]/g, '-').trim())
  const digits = numbers.map(digitsOf)
  return numbers.filter((_, at) => digits.indexOf(digits[at] ?? '') === at)
}

function isPhone(text: string) {
  const digits = text.replace(/\D/g, '')
  if (text.startsWith('+')) return digits.length >= 8 && digits.length <= 15
  return digits.startsWith('0') && (digits.length === 10 || digits.length === 11)
}

/** The number as dialled from abroad: `0894-62-1111` becomes `+81 894-62-1111`. */
export function fromAbroad(number: string) {
  const national = number.replace(/^\((0\d*)\)/, '$1-').replace(/--+/g, '-')
  return national.startsWith('0') ? `+81 ${national.slice(1)}` : national
}

export function telephoneLink(number: string) {
  return `tel:${digitsOf(number)}`
}

function digitsOf(number: string) {
  return number.replace(/[^\d+]/g, '')
}
