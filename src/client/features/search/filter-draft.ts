import { FILTER_NAMES, type FilterName } from '#client/data/listing-search.ts'
import { type ListingsParams, parseListingsParams } from '#client/data/listings-params.ts'
import { formatNumber } from '#client/format/format.ts'
import { AREA_UNITS, type AreaUnit } from '#contract/area-units.ts'
import { AREAS, PRICES, YEARS } from '#contract/choices.ts'
import { type Currency, signOf } from '#contract/currencies.ts'
import { isAmbiguous, isRange, parseMoney } from '#contract/money.ts'
import type { Range } from '#contract/query-values.ts'

/** The texts in the fields of the filter form, before the person searches. */
export type FilterDraft = Record<FilterName | 'within', string>

const DRAFT_NAMES = [...FILTER_NAMES, 'within'] as const

type End = [name: FilterName, label: string, placeholder: string]

/**
 * The ranges of the filter form, such as the price. Each range has two fields with a label and a
 * placeholder.
 */
export const RANGES = [
  {
    legend: 'Price',
    min: ['priceMin', 'Min price', 'Min'],
    max: ['priceMax', 'Max price', 'Max'],
    limits: PRICES,
  },
  {
    legend: 'Building area',
    min: ['areaMin', 'Min building area', 'Min'],
    max: ['areaMax', 'Max building area', 'Max'],
    limits: AREAS,
  },
  {
    legend: 'Land area',
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

/**
 * The person's currency and unit of area. Prices that are typed without a currency sign are in this
 * currency.
 */
export interface Own {
  currency: Currency
  areaUnit: AreaUnit
}

const DEFAULT_OWN: Own = { currency: 'USD', areaUnit: 'm2' }

/** The name of a range with its currency or unit, such as `Land area (tsubo)`. */
export function legendOf({ legend, limits }: (typeof RANGES)[number], own: Own) {
  if (limits === PRICES) return `${legend} (${signOf(own.currency).trim()})`
  return limits === AREAS ? `${legend} (${AREA_UNITS[own.areaUnit].name})` : legend
}

/**
 * Converts the filters of the URL to the texts of the form. Areas are in square metres in the URL,
 * and in the person's unit in the form. A price gets a currency sign if its currency differs from
 * the currency of the form.
 */
export function toDraft(params: ListingsParams, own = DEFAULT_OWN): FilterDraft {
  const { currency = 'USD' } = params
  const draft = Object.fromEntries(
    DRAFT_NAMES.map((name) => {
      const value = params[name]
      if (typeof value !== 'number') return [name, value ?? '']
      if (isArea(name)) return [name, toOwnArea(value, own)]
      const isForeign = isPrice(name) && currency !== own.currency
      return [name, isForeign ? signOf(currency) + formatNumber(value) : String(value)]
    }),
  )
  // The cast is safe, because `DRAFT_NAMES` lists every field of a draft.
  return draft as FilterDraft
}

/**
 * Applies the filters of a draft to the search `applied`, which keeps everything else, such as its
 * order. Leaves out invalid values, which `rangeProblem` reports. An area that nobody changed
 * keeps its value from the URL, because converting the value twice would round it.
 */
export function readDraft(draft: FilterDraft, own = DEFAULT_OWN, applied: ListingsParams = {}) {
  const unchanged = toDraft(applied, own)
  const { currency } = own
  const min = parseMoney(draft.priceMin, currency, 'min')
  const max = parseMoney(draft.priceMax, currency, 'max')
  const read = (name: keyof FilterDraft) => {
    const text = draft[name]
    if (isArea(name)) {
      return text === unchanged[name] ? applied[name] : toSquareMetres(plainNumber(text), own)
    }
    return NUMBERS.has(name) ? plainNumber(text) : text
  }
  return parseListingsParams({
    ...applied,
    ...Object.fromEntries(DRAFT_NAMES.map((name) => [name, read(name)])),
    priceMin: min?.amount,
    priceMax: max?.amount,
    currency: (min ?? max)?.currency,
  })
}

/**
 * Converts a typed number to plain digits: `1,200` becomes `1200`, `98,5` becomes `98.5`, and `１２０`
 * becomes `120`. Empty if the number is ambiguous, such as `1.000`.
 */
function plainNumber(text: string) {
  const plain = text.normalize('NFKC').replace(/\s/g, '')
  if (isAmbiguous(plain)) return ''
  const isDecimalComma = /^(?:\d+|\d{1,3}(?:\.\d{3})+),\d{1,2}$/.test(plain)
  return isDecimalComma ? plain.replaceAll('.', '').replace(',', '.') : plain.replaceAll(',', '')
}

function toOwnArea(squareMetres: number, { areaUnit }: Own) {
  const size = AREA_UNITS[areaUnit].squareMetres
  // Show square feet without decimals. The URL rounds areas to 0.01 square metres, which is about
  // 0.1 square feet, so the decimals would be wrong.
  const decimals = size < 1 ? 0 : 2
  return String(Number((squareMetres / size).toFixed(decimals)))
}

function toSquareMetres(text: string, { areaUnit }: Own) {
  const { squareMetres } = AREA_UNITS[areaUnit]
  return squareMetres === 1 || text === '' ? text : Number(text) * squareMetres
}

function isArea(name: keyof FilterDraft) {
  return RANGES.some(
    ({ min, max, limits }) => limits === AREAS && (name === min[0] || name === max[0]),
  )
}

function isPrice(name: keyof FilterDraft) {
  return name === PRICE.min[0] || name === PRICE.max[0]
}

function wanted({ limits }: (typeof RANGES)[number], { currency, areaUnit }: Own) {
  const { min, max } = limits
  if (limits === PRICES) {
    return `Enter an amount up to ${formatNumber(max)}, such as ${exampleAmounts(currency)}`
  }
  if (limits === YEARS) return `Enter whole numbers from ${min} to ${max}`
  const most = Math.floor(max / AREA_UNITS[areaUnit].squareMetres)
  return `Enter numbers from ${formatNumber(min)} to ${formatNumber(most)}`
}

/** Amounts as this person may write them, such as `20k, 1.500.000 € or 300万` in Germany. */
function exampleAmounts(currency: Currency, language = globalThis.navigator?.language) {
  const isSmall = currency === 'JPY' || currency === 'KRW'
  const amount = isSmall ? 3_000_000 : 1_500_000
  const written = new Intl.NumberFormat(language, {
    ...{ style: 'currency', currency, maximumFractionDigits: 0, numberingSystem: 'latn' },
  }).format(amount)
  const isRead = parseMoney(written, currency)?.amount === amount
  const shown = isRead ? written : signOf(currency) + formatNumber(amount)
  return `${isSmall ? '3M' : '20k'}, ${shown} or 300万`
}

/** Says what is wrong with a price. A doubtful amount gets a question instead of a guess. */
function priceError(text: string, range: (typeof RANGES)[number], own: Own) {
  const figure = text.normalize('NFKC').replace(/[^\d.]/g, '')
  if (isRange(text)) {
    return 'Enter one amount in each box: the lowest in the first, the highest in the second'
  }
  if (!isAmbiguous(figure)) return wanted(range, own)
  const whole = figure.replace('.', '')
  return `${figure} can mean ${Number(figure)} or ${formatNumber(Number(whole))}: write ${Number(figure)} or ${whole}`
}

interface RangeProblem {
  /** The error message, as a sentence. */
  error: string
  /** The fields to mark as invalid. */
  wrong: FilterName[]
}

/** The error in a typed range, if there is one. */
export function rangeProblem(
  draft: FilterDraft,
  range: (typeof RANGES)[number],
  own = DEFAULT_OWN,
): RangeProblem | undefined {
  const { min, max } = range
  const read = readDraft(draft, own)
  const ends = [min[0], max[0]]
  const unread = ends.filter((name) => draft[name].trim() && read[name] === undefined)
  const [first] = unread
  if (first) {
    const error = isPrice(first) ? priceError(draft[first], range, own) : wanted(range, own)
    return { error, wrong: unread }
  }
  const [one, other] = ends.map((name) => parseMoney(draft[name], own.currency)?.currency)
  if (isPrice(min[0]) && one && other && one !== other) {
    return { error: 'Enter both prices in one currency', wrong: ends }
  }
  const [from, to] = [read[min[0]], read[max[0]]]
  if (from === undefined || to === undefined || from <= to) return undefined
  return { error: 'The minimum is above the maximum, so no house can match', wrong: ends }
}

export function isValid(draft: FilterDraft, own: Own) {
  return RANGES.every((range) => !rangeProblem(draft, range, own))
}
