import type { StripeCardElementChangeEvent } from '@stripe/stripe-js'

/** All test cards have numbers and codes of these lengths. */
export const NUMBER_LENGTH = 16
export const CODE_LENGTH = 3

interface Brand {
  name: StripeCardElementChangeEvent['brand']
  label: string
}

/** The brands of the test cards, with the beginnings of their numbers. */
const BRANDS: [prefix: RegExp, brand: Brand][] = [
  [/^4/, { name: 'visa', label: 'Visa' }],
  [/^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, { name: 'mastercard', label: 'Mastercard' }],
]

export function brandOf(number: string): Brand {
  const [, brand] = BRANDS.find(([prefix]) => prefix.test(digitsOf(number))) ?? []
  return brand ?? { name: 'unknown', label: '' }
}

/** The texts in the three inputs for a payment card. */
export interface CardText {
  number: string
  expiry: string
  code: string
}
export type CardPart = keyof CardText

export function digitsOf(text: string) {
  return text.replace(/\D/g, '')
}

export function formatNumber(text: string) {
  return digitsOf(text)
    .slice(0, NUMBER_LENGTH)
    .replace(/.{4}(?=.)/g, '$& ')
}

/** Formats the text as `MM / YY`. Adds no characters while the person deletes text. */
export function formatExpiry(text: string, isDeleting = false) {
  const [before = '', after] = text.split('/').map(digitsOf)
  const [month, year] =
    after === undefined ? splitExpiry(before, isDeleting) : [before.slice(0, 2), shortYear(after)]
  if (isDeleting) return year ? `${month} / ${year}` : month
  const isMonth = month.length === 2 || after !== undefined
  return isMonth ? `${month.padStart(2, '0')} / ${year}` : month
}

/**
 * Splits the digits of an expiry date into month and year: `426` becomes `04` and `26`. Adds no zero
 * while the person deletes text.
 */
function splitExpiry(digits: string, isDeleting: boolean): [string, string] {
  const lacksZero = Number(digits[0]) > 1 || Number(digits.slice(0, 2)) > 12
  const full = lacksZero && !isDeleting ? `0${digits}` : digits
  return [full.slice(0, 2), shortYear(full.slice(2))]
}

function shortYear(digits: string) {
  return digits.length >= 4 ? digits.slice(2, 4) : digits.slice(0, 2)
}

export function formatCode(text: string) {
  return digitsOf(text).slice(0, CODE_LENGTH)
}

/** Reads an expiry date such as `04 / 30`. Returns undefined while the date is incomplete. */
export function readExpiry(text: string) {
  const [, month, year] = text.match(/^(\d\d) \/ (\d\d)$/) ?? []
  return month && year ? { month: Number(month), year: 2000 + Number(year) } : undefined
}
