import type * as z from 'zod/mini'
import { FREE_LISTINGS } from '#contract/choices.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  countFreePlaces,
  countMarks,
  countPlaces,
  getListing,
  ListingSearch,
  listCities,
  listFreeListings,
  searchListings,
} from '#contract/listings.ts'
import { nameCities } from '#search/places/cities.ts'
import { groupByPlace, groupByPrefecture, oazaWithHouses } from '#search/places/place-counts.ts'
import { createCache } from '#server/concurrency/cache.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { addHistory } from '#server/history/read-history.ts'
import type { Serve } from '#server/http/serve.ts'
import { findListing } from '#server/listings/find-listing.ts'
import { toGuestRecord, toRecord } from '#server/listings/listing-records.ts'
import type { Search } from '#server/listings/open-search.ts'
import { findPreview } from '#server/listings/preview.ts'
import type { ReadingBudget } from '#server/listings/reading-budget.ts'
import { findPage } from '#server/listings/search.ts'
import { findOaza, openPlacesByCode } from '#server/places/places-by-code.ts'
import { visitorDisplay } from '#server/rates/convert.ts'
import { JsonBytes } from '../http/output.ts'
import type { Services } from '../services.ts'

/** Size of the response cache. Holds about three thousand pages. */
const ANSWERS_CACHE_BYTES = 64 * 1024 * 1024

/** `totalsOf` requires a page and an order, but the number of results depends on neither. */
const { page, limit, sort_by, sort_order } = ListingSearch.parse({})
const FIRST_PAGE = { page, limit, sort_by, sort_order }

export function listingRoutes(
  serve: Serve,
  services: Services,
  { resolve, totalsOf }: Search,
  countRead: ReadingBudget,
) {
  const { db, catalogue, rates, records } = services
  const housesIn = new WeakMap<JsonBytes, string[]>()
  const answers = createCache<JsonBytes>(ANSWERS_CACHE_BYTES, ({ bytes }) => bytes.byteLength)
  const placesByCodeAt = openPlacesByCode(db)

  /** A response as JSON, cached until the catalogue changes. */
  function answer<E extends Endpoint>(
    endpoint: E,
    question: object,
    find: (revision: number) => Promise<z.input<E['output']>>,
  ) {
    return answerBytes(endpoint, question, async (revision) =>
      JsonBytes.of(endpoint.output.parse(await find(revision))),
    )
  }

  async function answerBytes(
    { path }: Endpoint,
    question: object,
    find: (revision: number) => Promise<JsonBytes>,
  ) {
    const revision = await catalogue.revision()
    return answers.get(JSON.stringify([revision, path, question]), () => find(revision))
  }

  serve(searchListings, async ({ input, caller }) => {
    const search = await resolve(input)
    const page = await answerBytes(searchListings, search, async (revision) => {
      const { ids, total } = await findPage(db, search, totalsOf(search, revision))
      const counts = JSON.stringify({
        total_count: total,
        total_pages: Math.ceil(total / search.limit),
      })
      const results = await records.read(ids)
      const json = JsonBytes.ofText(`{"results":${results},${counts.slice(1)}`)
      housesIn.set(json, ids)
      return json
    })
    await countRead(caller, housesIn.get(page) ?? [])
    return page
  })

  // Register this before `/listings/:id`, which would treat `cities` as an id.
  serve(listCities, async ({ input }) => {
    const filters = await resolve(input)
    return answer(listCities, filters, async (revision) => {
      const counts = await totalsOf({ ...FIRST_PAGE, ...filters }, revision).cities()
      return nameCities(await placesByCodeAt(revision), counts)
    })
  })

  serve(countMarks, async ({ input }) => {
    const filters = await resolve(input)
    return answer(countMarks, filters, (revision) =>
      totalsOf({ ...FIRST_PAGE, ...filters }, revision).marks(),
    )
  })

  serve(countPlaces, async ({ input: { detail, ...input } }) => {
    const filters = await resolve(input)
    return answer(countPlaces, { detail, filters }, async (revision) => {
      const counts = await totalsOf({ ...FIRST_PAGE, ...filters }, revision).places()
      const placesByCode = await placesByCodeAt(revision)
      if (detail === undefined) return groupByPlace(counts, placesByCode)
      return groupByPlace(counts, placesByCode, await findOaza(db, oazaWithHouses(counts)))
    })
  })

  serve(getListing, async ({ input, caller }) => {
    const listing = await findListing(db, input.id, caller)
    if (!listing) throw new Refusal(404, 'Listing not found or not accessible.')
    const record = toRecord(listing)
    if (caller.onlyShortlist !== null) return addHistory(db, toGuestRecord(record))
    await countRead(caller, [input.id])
    return addHistory(db, record)
  })

  serve(listFreeListings, async ({ input, language }) => {
    const limit = Math.min(input.limit, FREE_LISTINGS)
    const { all } = await catalogue.counts()
    const display = visitorDisplay(rates.current(), language)
    return answer(listFreeListings, { limit, all, display }, async () => ({
      results: await findPreview(db, limit),
      catalogue: all,
      display,
    }))
  })

  serve(countFreePlaces, async () => {
    const { places, revision: counted } = await catalogue.counts()
    return answer(countFreePlaces, { counted }, async (revision) =>
      groupByPrefecture(places, await placesByCodeAt(revision)),
    )
  })
}
