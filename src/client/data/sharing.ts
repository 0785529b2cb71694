import { queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { isNotFound } from '#client/api/failures.ts'
import { lazyEndpoints } from '#client/api/lazy-endpoints.ts'
import { persisted } from '#client/query-store/persisted-query.ts'
import { prefectureDisplay } from '#contract/prefectures.ts'
import type { ListingLink } from '#contract/shared-path.ts'
import { sharedTitle } from '#contract/shared-title.ts'
import type { SharedListing } from '#contract/sharing.ts'

const endpoint = lazyEndpoints(() => import('#contract/sharing.ts'))

/** A listing as people without access see it. Unknown values are undefined. */
export type SharedHouse = ReturnType<typeof toSharedHouse>

/**
 * The house of a share link. If the link leads to no house, the query resolves with a sentence that
 * gives the reason. The response is persisted, so that the page opens offline, and a reload keeps
 * the scroll position.
 */
export function sharedListingQuery({ id, key }: ListingLink) {
  return queryOptions({
    queryKey: ['shared-listing', id, key],
    queryFn: ({ signal }) =>
      call(endpoint('getSharedListing'), { id, key }, signal).catch(toNotFound),
    select: (answer) => ('detail' in answer ? answer : toSharedHouse(answer)),
    meta: { showsDataAge: true },
    ...persisted(async () => ({ output: await endpoint('LinkedListing') })),
  })
}

function toNotFound(error: unknown) {
  if (!isNotFound(error)) throw error
  // The server's message about a malformed id mentions the id, but the visitor never typed an id.
  // Show a sentence about the link instead.
  return { detail: error.status === 404 ? error.message : 'There is no house at this link.' }
}

function toSharedHouse(listing: SharedListing) {
  const { photo, attribution } = listing
  return {
    title: sharedTitle(listing),
    japanesePlace: listing.placeName?.ja,
    /** The price in US dollars. */
    price: listing['Sale Price'] ?? undefined,
    yen: listing['Sale Price Yen'] ?? undefined,
    priceLimit: listing.priceLimit,
    rent: listing.rentYen,
    isForRent: listing.offer === 'rent',
    isUnderNegotiation: listing.status === 'negotiating',
    floorPlan: listing['Building - Layout'] ?? undefined,
    /** The floor area of the building, in square metres. */
    area: listing['Building - Area'] ?? undefined,
    landArea: listing['Land - Area'] || undefined,
    yearBuilt: listing['Construction Year'] ?? undefined,
    photo: photo ? { ...photo, src: `/images/${photo.path}` } : undefined,
    /** The prefecture's English name. */
    prefecture: listing.Prefecture ? prefectureDisplay(listing.Prefecture) : undefined,
    spot: listing.spot,
    sample: listing.sample,
    attribution: attribution ?? undefined,
    /** The currency and area unit for visitors, with the exchange rates. */
    display: listing.display,
  }
}
