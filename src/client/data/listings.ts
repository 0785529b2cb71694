import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { lazyEndpoints } from '#client/api/lazy-endpoints.ts'
import { persisted } from '#client/query-store/persisted-query.ts'
import { FREE_LISTINGS } from '#contract/choices.ts'
import { toListingSearch } from './listing-search.ts'
import type { ListingsParams } from './listings-params.ts'
import { onDevice } from './on-device.ts'
import { toListing } from './to-listing.ts'

const endpoint = lazyEndpoints(() => import('#contract/listings.ts'))

/**
 * Listings change only with imports and edits, so the app may use cached results for some minutes.
 */
export const STALE_TIME_MS = 5 * 60_000

/** The prefix of the keys of {@link listingsQuery}. */
export const LISTINGS = ['listings']

/**
 * One page of results. The previous page stays visible until the new page arrives. Components
 * convert the records during rendering. Do not convert the records in `select`, because structural
 * sharing would then compare houses by position and copy each house.
 */
export function listingsQuery(params: ListingsParams) {
  const search = toListingSearch(params)
  return queryOptions({
    queryKey: [...LISTINGS, search],
    queryFn: ({ signal }) => call(endpoint('searchListings'), search, signal),
    staleTime: STALE_TIME_MS,
    // Without a connection, the pages of this visit stay readable until the app is closed.
    gcTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    meta: { showsDataAge: true },
    ...onDevice('searchListings', search),
  })
}

const openedListings = persisted(() => endpoint('getListing'))

export function listingQuery(id: string) {
  return queryOptions({
    queryKey: ['listing', id],
    queryFn: ({ signal }) => call(endpoint('getListing'), { id }, signal),
    select: toListing,
    staleTime: STALE_TIME_MS,
    meta: { showsDataAge: true },
    ...onDevice('getListing', { id }, openedListings.persister),
  })
}

/** The cities of a prefecture that have listings. Sends no request without a prefecture. */
export function citiesQuery(prefecture: string | undefined) {
  return queryOptions({
    queryKey: ['cities', prefecture],
    queryFn: prefecture
      ? ({ signal }) => call(endpoint('listCities'), { prefecture }, signal)
      : skipToken,
    staleTime: STALE_TIME_MS,
    ...onDevice('listCities', { prefecture }),
  })
}

/**
 * How many listings match a search in each place. The counts ignore the searched area of the map,
 * so that the places around the area stay visible.
 */
export function placeCountsQuery(params: ListingsParams, detail?: 'oaza') {
  const filters = { ...filtersOf({ ...params, area: undefined }), detail }
  return queryOptions({
    queryKey: ['place-counts', filters],
    queryFn: ({ signal }) => call(endpoint('countPlaces'), filters, signal),
    staleTime: STALE_TIME_MS,
    placeholderData: keepPreviousData,
    meta: { showsDataAge: true },
    ...onDevice('countPlaces', filters),
  })
}

export const freeListingsQuery = queryOptions({
  queryKey: ['free-listings'],
  queryFn: ({ signal }) => call(endpoint('listFreeListings'), { limit: FREE_LISTINGS }, signal),
  select: ({ results }) => results.map(toListing),
  staleTime: STALE_TIME_MS,
  meta: { showsDataAge: true },
  ...persisted(() => endpoint('listFreeListings')),
})

/**
 * The currency, rates and area unit for visitors, from the same response as {@link
 * freeListingsQuery}.
 */
export const visitorDisplayQuery = queryOptions({
  ...freeListingsQuery,
  select: ({ display }) => display,
})

/** The number of houses in the catalogue, from the same response as {@link freeListingsQuery}. */
export const catalogueCountsQuery = queryOptions({
  ...freeListingsQuery,
  select: ({ catalogue }) => catalogue,
})

/** The search without its order and page, which do not affect counts. */
export function filtersOf(params: ListingsParams) {
  return toListingSearch({ ...params, sort: undefined, page: undefined, pageSize: undefined })
}
