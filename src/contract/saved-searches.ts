import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nameUpTo } from './fields.ts'
import { RequiredText, validItems } from './lenient-fields.ts'
import { ListingSearch } from './listings.ts'
import { DEFAULT_WITHIN_KM } from './place-values.ts'
import { isPrefecture } from './prefectures.ts'
import { Revision } from './revisions.ts'
import { Id } from './values.ts'

/** The maximum number of saved searches of one person. The server refuses to save more. */
export const MAX_SAVED_SEARCHES = 50
export const MAX_SEARCH_NAME_LENGTH = 80
/** The maximum length of a search as a query string. A unique index cannot hold long strings. */
const MAX_SEARCH_LENGTH = 2000

const { page: _page, limit: _limit, ...filtersAndOrder } = ListingSearch.shape
/**
 * The filters and the order of a search. Refuses all other parameters, such as `page`. Also refuses
 * an unknown prefecture, and a city without a prefecture. The results page would ignore such a
 * filter and find more houses than the saved search counts.
 */
export const SearchFields = z.strictObject(filtersAndOrder).check(
  z.refine(
    ({ prefecture }) => !prefecture || isPrefecture(prefecture),
    "Prefecture must be a prefecture's name in lowercase letters, such as ehime",
  ),
  z.refine(
    ({ city, prefecture }) => !city || prefecture,
    'A city needs its prefecture, such as prefecture=ehime&city=Seiyo',
  ),
)

type Fields = Readonly<Record<string, unknown>>

/**
 * Writes the filters and the order of a search as a query string. Equal searches have the same
 * query string: the parameters and the codes in `marks` are sorted, and empty and default values
 * are left out.
 */
export function writeSearch({ sort_by, sort_order, ...fields }: Fields) {
  const { within, sale_price_currency: currency, marks, match, ...others } = fields
  const distances = [others.near, others.station_max, others.shinkansen_max]
  const hasDistance = [...distances, others.airport_max, others.sea_max].some(
    (limit) => limit !== undefined && limit !== '',
  )
  const hasPrice = (others.sale_price_min ?? others.sale_price_max) !== undefined
  const isNewestFirst = sort_by === 'createdAt' && sort_order === 'desc'
  const given: Fields = {
    ...others,
    within: others.near && within !== DEFAULT_WITHIN_KM ? within : undefined,
    sale_price_currency: hasPrice && currency !== 'USD' ? currency : undefined,
    match: hasDistance ? match : undefined,
    marks: typeof marks === 'string' ? [...new Set(marks.split(','))].sort().join() : undefined,
    ...(!isNewestFirst && { sort_by, sort_order }),
  }
  const params = new URLSearchParams()
  for (const name of Object.keys(given).sort()) {
    const value = given[name]
    if (value !== undefined && value !== '') params.set(name, write(value))
  }
  return params.toString()
}

/** Reads the parameters that {@link writeSearch} has written. */
export function readSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** Rounds numbers to two decimals, because the results page rounds the same way. */
function write(value: unknown) {
  return typeof value === 'number' ? value.toFixed(2).replace(/\.?0+$/, '') : String(value)
}

/**
 * The filters and the order of a search as a query string with the parameters of `searchListings`,
 * such as `prefecture=ehime&sale_price_max=20000`. An empty string finds all listings. This schema
 * refuses values that `searchListings` would refuse. Its output is the string in the form that
 * `writeSearch` writes.
 */
const Search = z.pipe(
  z
    .string('Search is required')
    .check(
      z.maxLength(
        MAX_SEARCH_LENGTH,
        'This search has too many filters to be saved. Remove some and save it again.',
      ),
    ),
  z.transform((text, context) => {
    const given = [...new URLSearchParams(text)]
    const fields = Object.fromEntries(given)
    const read = SearchFields.safeParse(fields)
    const isRepeated = Object.keys(fields).length < given.length
    if (read.success && !isRepeated) return writeSearch(read.data)
    const message = read.success ? 'Each filter can be given only once' : reasonOf(read.error)
    context.issues.push({ code: 'custom', message, input: text })
    return z.NEVER
  }),
)

function reasonOf({ issues: [issue] }: z.core.$ZodError) {
  if (issue?.code !== 'unrecognized_keys') return issue?.message
  return `${issue.keys[0]?.slice(0, 50)} is neither a filter nor an order of listings`
}

export const SearchName = nameUpTo(MAX_SEARCH_NAME_LENGTH)

export const SavedSearch = z.object({
  id: RequiredText,
  name: z.string(),
  /** The search as a query string, see `writeSearch`. */
  search: z.string(),
})
export type SavedSearch = z.output<typeof SavedSearch>

/** The person's saved searches, the latest first. */
const SavedSearches = z.object({ searches: validItems(SavedSearch), revision: Revision })
export type SavedSearches = z.output<typeof SavedSearches>

export const listSavedSearches = endpoint({
  method: 'GET',
  path: '/saved-searches',
  access: 'subscriber',
  input: z.object({}),
  output: SavedSearches,
})

/**
 * For each of the person's saved searches, by id, how many listings match it now. Leaves out a
 * search that this version does not understand, and a search whose currency has no exchange rate.
 */
export const countSavedSearches = endpoint({
  method: 'GET',
  path: '/saved-searches/counts',
  access: 'subscriber',
  input: z.object({}),
  output: z.object({ counts: z.record(z.string(), z.int()) }),
})

/**
 * Saves a search. If an equal search is already saved, the server renames that search. The request
 * is idempotent, so a retry is harmless.
 */
export const saveSearch = endpoint({
  method: 'POST',
  path: '/saved-searches',
  access: 'subscriber',
  input: z.strictObject({ name: SearchName, search: Search }),
  output: SavedSearches,
})

export const renameSavedSearch = endpoint({
  method: 'PUT',
  path: '/saved-searches/:id',
  access: 'subscriber',
  input: z.strictObject({ id: Id, name: SearchName }),
  output: SavedSearches,
})

/** Deletes a saved search. The request is idempotent, so a retry is harmless. */
export const deleteSavedSearch = endpoint({
  method: 'DELETE',
  path: '/saved-searches/:id',
  access: 'subscriber',
  input: z.strictObject({ id: Id }),
  output: SavedSearches,
})
