import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { ListingFilters, ListingSearch } from '#contract/listings.ts'
import { type Condition, conditionsOf } from '#search/conditions.ts'
import type { CityCount } from '#search/counts.ts'
import { withPriceBounds } from '#search/price-bounds.ts'
import { openBackground } from '#server/concurrency/background.ts'
import { listings } from '#server/db/schema.ts'
import { bumpRevision, everyListing } from '#server/listings/catalogue.ts'
import { countCitiesMatching, countMatching } from '#server/listings/count.ts'
import { readColumns } from '#server/listings/read-columns.ts'
import { openTotals } from '#server/listings/totals.ts'
import { anyFilters, RATES } from '#tests/support/any-filters.ts'
import { generateListings, insertListings } from '#tests/support/generated-listings.ts'
import { SERIES } from '#tests/support/series.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startServer()
})

/**
 * The server needs several reads to load this number of listings. Most listings are in one
 * prefecture.
 */
const HOUSE_COUNT = 4300

/** Sorts counts, because memory and database return them in different orders. */
function sorted(counts: CityCount[] | undefined) {
  return counts?.map(({ prefecture, city, count }) => `${prefecture}/${city}: ${count}`).sort()
}

/** The number of listings in memory that meet all conditions. */
function countIn(
  read: Awaited<ReturnType<typeof readColumns>> | undefined,
  conditions: Condition[],
) {
  return read?.columns.count(conditions)
}

test('for any filters, counting listings in memory and counting them in the database give the same numbers', async () => {
  const { db } = server.services
  const rows = [...generateListings(HOUSE_COUNT)].map((row, index) => ({
    ...row,
    prefecture: [null, 'kyoto', 'osaka'][index] ?? 'nara',
    city: index % 7 === 0 ? null : index % 3 === 0 ? '朝日町' : row.city,
    // The source states the points of some houses, which are beside those of their places.
    ...(index % 11 === 0 &&
      row.latitude !== null && {
        latitude: row.latitude + (index % 50) / 100,
        radiusMetres: 0,
        precision: 'point' as const,
      }),
    withdrawnAt: index % 40 === 3 ? new Date() : null,
    hiddenAt: index % 40 === 4 ? new Date() : null,
  }))
  await insertListings(db, rows)
  const read = await readColumns(db)

  await fc.assert(
    fc.asyncProperty(anyFilters(rows), async (filters) => {
      const parsed = withPriceBounds(ListingFilters.parse(filters), RATES)
      const conditions = conditionsOf(parsed)
      expect(countIn(read, conditions)).toBe(await countMatching(db, parsed))
      expect(sorted(read?.columns.countCities(conditions))).toEqual(
        sorted(await countCitiesMatching(db, parsed)),
      )
    }),
    { numRuns: SERIES.searches, seed: SERIES.seed },
  )
})

test('a filter value that no listing has gives the count zero', async () => {
  await server.addListing({ prefecture: 'nara', city: '奈良市', layout: null })
  const read = await readColumns(server.services.db)
  const count = (filters: ListingFilters) =>
    countIn(read, conditionsOf(withPriceBounds(filters, RATES)))
  expect(count({})).toBe(1)
  expect(count({ prefecture: 'nara', city: '奈良市' })).toBe(1)
  expect(count({ prefecture: 'mars' })).toBe(0)
  expect(count({ city: '火星市' })).toBe(0)
  expect(count({ layout: '4LDK' })).toBe(0)
  expect(count({ prefecture: 'kyoto', city: 'nara/奈良市' })).toBe(0)
})

test('the listings loaded into memory for counting belong to one revision of the catalogue, even if the catalogue changes during the loading', async () => {
  const { db, catalogue } = server.services
  const added = Array.from({ length: 30 }, () => server.addListing({ prefecture: 'nara' }))
  const reads = [await readColumns(db), await readColumns(db), await readColumns(db)]
  await Promise.all(added)
  reads.push(await readColumns(db))

  // Adding a listing raises the revision by one, so the number of listings follows from the
  // revision.
  const empty = (await catalogue.revision()) - added.length
  expect(countIn(reads.at(-1), [])).toBe(added.length)
  for (const read of reads) {
    if (read) expect(countIn(read, [])).toBe(read.revision - empty)
  }
})

test('the server counts listings in memory as soon as they are loaded, and loads them again when the catalogue changes', async () => {
  const { db, catalogue } = server.services
  const background = openBackground((error) => server.services.logError(error, 'background'))
  const totalsOf = openTotals({ db, background, effort: 1 })
  const total = async (filters: ListingFilters) =>
    totalsOf(
      withPriceBounds(ListingSearch.parse(filters), RATES),
      await catalogue.revision(),
    ).total()
  await server.addListing({ prefecture: 'nara' })
  expect(await total({ prefecture: 'nara' })).toBe(1)

  await background.settled()
  // This deletion does not raise the revision of the catalogue. So the total still comes from the
  // old columns in memory, which contain the deleted listing.
  await db.delete(listings)
  expect(await total({})).toBe(1)

  await bumpRevision(db, everyListing)
  expect(await total({})).toBe(0)
  await background.settled()
  await server.addListing()
  expect(await total({})).toBe(1)
})
