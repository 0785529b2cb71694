import type { StripeCardElementChangeEvent } from '@stripe/stripe-js'

type BrandName = StripeCardElementChangeEvent['brand']

interface Brand {
  name: BrandName
  label: string
  /** Matches the beginning of the card numbers of this brand. */
  prefix: RegExp
  /** The number of digits in each group, as printed on the card. */
  groups: number[]
  codeLength: number
}

const FOURS = [4, 4, 4, 4]

const BRANDS: Brand[] = [
  { name: 'visa', label: 'Visa', prefix: /^4/, groups: FOURS, codeLength: 3 },
  {
    name: 'mastercard',
    label: 'Mastercard',
    prefix: /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/,
    groups: FOURS,
    codeLength: 3,
  },
  {
    name: 'amex',
    label: 'American Express',
    prefix: /^3[47]/,
    groups: [4, 6, 5],
    codeLength: 4,
  },
  {
    name: 'discover',
    label: 'Discover',
    prefix: /^(6011|64[4-9]|65)/,
    groups: FOURS,
    codeLength: 3,
  },
  {
    name: 'diners',
    label: 'Diners Club',
    prefix: /^(30[0-5]|36|38)/,
    groups: [4, 6, 4],
    codeLength: 3,
  },
  { name: 'jcb', label: 'JCB', prefix: /^35/, groups: FOURS, codeLength: 3 },
  { name: 'unionpay', label: 'UnionPay', prefix: /^62/, groups: FOURS, codeLength: 3 },
]

const UNKNOWN: Brand = {
  name: 'unknown',
  label: '',
  prefix: /^/,
  groups: FOURS,
  codeLength: 3,
}

export function brandOf(digits: string) {
  return BRANDS.find(({ prefix }) => prefix.test(digits)) ?? UNKNOWN
}

export function numberLength({ groups }: Brand) {
  return groups.reduce((sum, size) => sum + size)
}
