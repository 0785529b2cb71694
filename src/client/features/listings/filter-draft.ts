import {
  FILTER_NAMES,
  type FilterName,
  type ListingsParams,
  parseListingsParams,
} from '#client/data/listings-params.ts'
import { formatNumber } from '#client/format/format.ts'
import { AREAS, PRICES, YEARS } from '#contract/choices.ts'
import type { Range } from '#contract/query-values.ts'

/** The text in the filter form's fields, before the search. */
export type FilterDraft = Record<FilterName, string>

type End = [name: FilterName, label: string, placeholder: string]

/** The two fields of each range, with their labels and placeholders. */
export const RANGES = [
  {
    legend: 'Price ($)',
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

const NUMBERS: ReadonlySet<FilterName> = new Set(RANGES.flatMap(({ min, max }) => [min[0], max[0]]))

export function toDraft(params: ListingsParams): FilterDraft {
  const draft = Object.fromEntries(FILTER_NAMES.map((name) => [name, String(params[name] ?? '')]))
  // Every name is there: the type is made from the same list.
  return draft as FilterDraft
}

/** The filters of a draft. Unreadable ones are left out, and `rangeProblem` reports them. */
export function readDraft(draft: FilterDraft) {
  return parseListingsParams(
    Object.fromEntries(
      FILTER_NAMES.map((name) => [
        name,
        NUMBERS.has(name) ? plainNumber(draft[name]) : draft[name],
      ]),
    ),
  )
}

/** Numbers as people type them: `$50,000`, `１２０`. */
function plainNumber(text: string) {
  return text.normalize('NFKC').replace(/[\s,$]/g, '')
}

function wanted({ min, max, integer }: Range) {
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
): RangeProblem | undefined {
  const read = readDraft(draft)
  const ends = [min[0], max[0]]
  const unread = ends.filter((name) => draft[name].trim() && read[name] === undefined)
  if (unread.length > 0) return { error: wanted(limits), wrong: unread }
  const [from, to] = [read[min[0]], read[max[0]]]
  if (from === undefined || to === undefined || from <= to) return undefined
  return { error: 'The minimum is above the maximum, so nothing can match', wrong: ends }
}
