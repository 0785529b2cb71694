import {
  FILTER_NAMES,
  type FilterName,
  type ListingsParams,
  parseListingsParams,
} from '#client/data/listings-params.ts'
import { formatNumber } from '#client/format/format.ts'
import { AREAS, PRICES, YEARS } from '#contract/choices.ts'
import { type Currency, signOf } from '#contract/currencies.ts'
import { parseMoney } from '#contract/money.ts'
import type { Range } from '#contract/query-values.ts'

/** The text in the filter form's fields, before the search. */
export type FilterDraft = Record<FilterName | 'within', string>

const DRAFT_NAMES = [...FILTER_NAMES, 'within'] as const

type End = [name: FilterName, label: string, placeholder: string]

/** The two fields of each range, with their labels and placeholders. */
export const RANGES = [
  {
    legend: 'Price',
    min: ['priceMin', 'Min price', 'Min'],
    max: ['priceMax', 'Max price', 'Max'],
    limits: PRICES,
  },
  {
    legend: 'Building area (m²)',
    min: ['areaMin', 'Min building area', 'Min'],
    max: ['areaMax', 'Max building area', 'Max'],
    limits: AREAS,
  },
  {
    legend: 'Land area (m²)',
    min: ['landAreaMin', 'Min land area', 'Min'],
    max: ['landAreaMax', 'Max land area', 'Max'],
    limits: AREAS,
  },
  {
    legend: 'Construction year',
    min: ['constructionYearMin', 'Built after', 'Built after'],
    max: ['constructionYearMax', 'Built before', 'Built before'],
    limits: YEARS,
  },
] as const satisfies { legend: string; min: End; max: End; limits: Range }[]

export const [PRICE] = RANGES

const NUMBERS: ReadonlySet<keyof FilterDraft> = new Set(
  RANGES.flatMap(({ min, max }) => [min[0], max[0]]),
)

/** Prices in another currency than the form's own carry their sign. */
export function toDraft(params: ListingsParams, own: Currency = 'USD'): FilterDraft {
  const { currency = 'USD' } = params
  const draft = Object.fromEntries(
    DRAFT_NAMES.map((name) => {
      const value = params[name]
      const isForeign = isPrice(name) && typeof value === 'number' && currency !== own
      return [name, isForeign ? signOf(currency) + formatNumber(value) : String(value ?? '')]
    }),
  )
  // `draft` has every filter name, because the loop runs over the list that defines them.
  return draft as FilterDraft
}

/** The filters of a draft. Unreadable ones are left out, and `rangeProblem` reports them. */
export function readDraft(draft: FilterDraft, own: Currency = 'USD') {
  const [min, max] = [parseMoney(draft.priceMin, own), parseMoney(draft.priceMax, own)]
  return parseListingsParams({
    ...Object.fromEntries(
      DRAFT_NAMES.map((name) => [name, NUMBERS.has(name) ? plainNumber(draft[name]) : draft[name]]),
    ),
    priceMin: min?.amount,
    priceMax: max?.amount,
    currency: (min ?? max)?.currency,
  })
}

/** Numbers as people type them: `1,200`, `１２０`. */
function plainNumber(text: string) {
  return text.normalize('NFKC').replace(/[\s,]/g, '')
}

function isPrice(name: keyof FilterDraft) {
  return name === PRICE.min[0] || name === PRICE.max[0]
}

function wanted({ min, max, integer }: Range, isPrice: boolean) {
  if (isPrice) {
    return `Enter an amount up to ${formatNumber(max)}, such as 3M, 3,000,000, 300万, ¥3M or $20k`
  }
  return integer
    ? `Enter whole numbers from ${min} to ${max}`
    : `Enter numbers from ${formatNumber(min)} to ${formatNumber(max)}`
}

interface RangeProblem {
  /** The error as a sentence. */
  error: string
  /** The fields to mark as invalid. */
  wrong: FilterName[]
}

/** The error in a typed range, if there is one. */
export function rangeProblem(
  draft: FilterDraft,
  { min, max, limits }: (typeof RANGES)[number],
  own: Currency = 'USD',
): RangeProblem | undefined {
  const read = readDraft(draft, own)
  const ends = [min[0], max[0]]
  const unread = ends.filter((name) => draft[name].trim() && read[name] === undefined)
  if (unread.length > 0) return { error: wanted(limits, isPrice(min[0])), wrong: unread }
  const [one, other] = ends.map((name) => parseMoney(draft[name], own)?.currency)
  if (isPrice(min[0]) && one && other && one !== other) {
    return { error: 'Enter both prices in one currency', wrong: ends }
  }
  const [from, to] = [read[min[0]], read[max[0]]]
  if (from === undefined || to === undefined || from <= to) return undefined
  return { error: 'The minimum is above the maximum, so nothing can match', wrong: ends }
}
