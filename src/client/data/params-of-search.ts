import { API_NAMES, SORTS } from './listing-search.ts'
import { type ListingsParams, parseListingsParams } from './listings-params.ts'

/** Converts the parameters of an API search to the URL parameters of the results page. */
export function paramsOf(fields: Readonly<Record<string, unknown>>): ListingsParams {
  const [sort] =
    Object.entries(SORTS).find(
      ([, { sort_by, sort_order }]) =>
        sort_by === fields.sort_by && sort_order === fields.sort_order,
    ) ?? []
  const params = Object.entries(API_NAMES).map(([name, apiName]) => [name, fields[apiName]])
  return parseListingsParams({ ...Object.fromEntries(params), sort })
}
