import { and, eq, exists, isNull, or } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { FREE_LISTINGS } from '#contract/choices.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getListing, listCities, listFreeListings, searchListings } from '#contract/listings.ts'
import { createCache } from '#server/concurrency/cache.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { Serve } from '#server/http/serve.ts'
import { findCities } from '#server/listings/cities.ts'
import { recordColumns, toRecord } from '#server/listings/listing-records.ts'
import { isOffered } from '#server/listings/offered.ts'
import { findPage, findPreview, normaliseFilters } from '#server/listings/search.ts'
import { openTotals } from '#server/listings/totals.ts'
import type { Database } from '../db/database.ts'
import { favorites, listings, sources } from '../db/schema.ts'
import { JsonBytes } from '../http/output.ts'
import type { Services } from '../services.ts'

/** Size of the response cache. Holds about three thousand pages. */
const ANSWERS_CACHE_BYTES = 64 * 1024 * 1024

export function listingRoutes(serve: Serve, { db, catalogue, background }: Services) {
  const answers = createCache<JsonBytes>(ANSWERS_CACHE_BYTES, ({ bytes }) => bytes.byteLength)
  const totalsOf = openTotals({ db, background })

  /** A response as JSON, cached until the catalogue changes. */
  async function answer<E extends Endpoint>(
    endpoint: E,
    question: object,
    find: (revision: number) => Promise<z.input<E['output']>>,
  ) {
    const revision = await catalogue.revision()
    const key = JSON.stringify([revision, endpoint.path, question])
    return answers.get(key, async () => JsonBytes.of(endpoint.output.parse(await find(revision))))
  }

  serve(searchListings, async ({ input }) => {
    const search = normaliseFilters(input)
    return answer(searchListings, search, async (revision) => {
      const { records, total } = await findPage(db, search, totalsOf(search, revision))
      return {
        results: records,
        total_count: total,
        total_pages: Math.ceil(total / search.limit),
      }
    })
  })

  // Registered before `/listings/:id`, which would treat `cities` as an id.
  serve(listCities, async ({ input }) => {
    const { prefecture } = normaliseFilters(input)
    return answer(listCities, { prefecture }, () => findCities(db, prefecture))
  })

  serve(getListing, async ({ input, caller }) => {
    const listing = await findListing(db, input.id, caller.user.id)
    if (!listing) throw new Refusal(404, 'Listing not found or not accessible.')
    return toRecord(listing)
  })

  serve(listFreeListings, async ({ input }) => {
    const limit = Math.min(input.limit, FREE_LISTINGS)
    return answer(listFreeListings, { limit }, async () => ({
      results: await findPreview(db, limit),
    }))
  })
}

/**
 * A withdrawn listing is found only by people who have it as a favorite, a hidden one by nobody.
 */
async function findListing(db: Database, id: string, userId: string) {
  const favorite = db
    .select({ listingId: favorites.listingId })
    .from(favorites)
    .where(and(eq(favorites.listingId, listings.id), eq(favorites.userId, userId)))
  const [row] = await db
    .select(recordColumns)
    .from(listings)
    .innerJoin(sources, eq(sources.name, listings.source))
    .where(and(eq(listings.id, id), isNull(listings.hiddenAt), or(isOffered, exists(favorite))))
  return row
}
