import { queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { isNotFound } from '#client/api/failures.ts'
import { lazyEndpoints } from '#client/api/lazy-endpoints.ts'
import { persisted } from '#client/query-store/persisted-query.ts'
import type { Display } from '#contract/display.ts'
import { prefectureDisplay } from '#contract/prefectures.ts'
import type { ListingLink } from '#contract/shared-path.ts'
import { sharedTitle } from '#contract/shared-title.ts'
import type { SharedListing } from '#contract/sharing.ts'
import type { ListingPhoto } from './to-listing.ts'

const endpoint = lazyEndpoints(() => import('#contract/sharing.ts'))

/** A listing as people without access see it. Unknown values are undefined. */
export interface SharedHouse {
  title: string
  /** The municipality in Japanese. */
  japanesePlace: string | undefined
  /** The price in US dollars. */
  price: number | undefined
  yen: number | undefined
  floorPlan: string | undefined
  /** The floor area of the building, in square metres. */
  area: number | undefined
  landArea: number | undefined
  yearBuilt: number | undefined
  photo: ListingPhoto | undefined
  /** The prefecture's English name. */
  prefecture: string | undefined
  spot: string | undefined
  sample: boolean
  attribution: string | undefined
  /** How visitors see prices. */
  display: Display | undefined
}

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
    ...persisted(async () => ({ output: await endpoint('LinkedListing') })),
  })
}

function toNotFound(error: unknown) {
  if (!isNotFound(error)) throw error
  // For a malformed id, the server's message is about an id, but the visitor never typed an id.
  // Show a sentence about the link instead.
  return { detail: error.status === 404 ? error.message : 'There is no house at this link.' }
}

function toSharedHouse(listing: SharedListing): SharedHouse {
  const { photo, attribution } = listing
  return {
    title: sharedTitle(listing),
    japanesePlace: listing.placeName?.ja,
    price: listing['Sale Price'] ?? undefined,
    yen: listing['Sale Price Yen'] ?? undefined,
    floorPlan: listing['Building - Layout'] ?? undefined,
    area: listing['Building - Area'] ?? undefined,
    landArea: listing['Land - Area'] || undefined,
    yearBuilt: listing['Construction Year'] ?? undefined,
    photo: photo ? { ...photo, src: `/images/${photo.path}` } : undefined,
    prefecture: listing.Prefecture ? prefectureDisplay(listing.Prefecture) : undefined,
    spot: listing.spot,
    sample: listing.sample,
    attribution: attribution ?? undefined,
    display: listing.display,
  }
}
