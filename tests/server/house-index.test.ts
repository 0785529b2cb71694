import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { ListingFilters } from '#contract/listings.ts'
import { type Condition, conditionsOf } from '#search/conditions.ts'
import { indexHouses } from '#server/alerts/house-index.ts'
import { readHouses } from '#server/alerts/match-changes.ts'
import { publishChanges } from '#server/history/publish-changes.ts'
import { countMatching } from '#server/listings/count.ts'
import { openResolver } from '#server/listings/open-search.ts'
import { latestChange } from '#server/news/visits.ts'
import { anyFilters, anyPlaces } from '#tests/support/any-filters.ts'
import {
  generateListings,
  insertListings,
  insertPlaces,
  type ListingRow,
} from '#tests/support/generated-listings.ts'
import { SERIES } from '#tests/support/series.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startServer()
})

/** So many houses that the index compares them in steps of several houses. */
const HOUSE_COUNT = 600

/** Adds houses, and a change of each. Returns the index of the changed houses. */
async function indexOf(rows: ListingRow[]) {
  const { db } = server.services
  await insertListings(db, rows)
  const changedAt = new Date()
  await db.transaction((tx) =>
    publishChanges(
      tx,
      rows.map(({ id }) => ({ listingId: id, kind: 'added', before: {}, after: {}, changedAt })),
      rows.map(({ id }) => id),
    ),
  )
  return indexHouses(await readHouses(db, 0, await latestChange(db)))
}

/** Searches with few filters, which find some houses, and searches with many, which find none. */
function anySearch(rows: ListingRow[]) {
  const filters = fc.oneof(anyFilters(rows), anyPlaces(rows))
  const given = filters.map((all) => Object.entries(all).filter(([, value]) => value !== undefined))
  return fc
    .tuple(given, given, fc.integer({ min: 1, max: 4 }))
    .map(([some, others, count]) => Object.fromEntries([...some, ...others].slice(0, count)))
}

function isIgnored(condition: Condition) {
  return 'around' in condition || 'notAll' in condition
}

test('for any search and any changed houses, the index agrees with the database, and never misses a search that finds a house', async () => {
  const { db } = server.services
  await insertPlaces(db)
  const rows = [...generateListings(HOUSE_COUNT)].map((row, index) => ({
    ...row,
    prefecture: index % 50 === 7 ? null : row.prefecture,
    city: index % 40 === 7 ? null : row.city,
    withdrawnAt: index % 40 === 3 ? new Date() : null,
    hiddenAt: index % 40 === 4 ? new Date() : null,
  }))
  const index = await indexOf(rows)
  const resolve = openResolver(server.services)
  let [found, missing] = [0, 0]
  await fc.assert(
    fc.asyncProperty(anySearch(rows), async (search) => {
      const resolved = await resolve(ListingFilters.parse(search))
      const conditions = conditionsOf(resolved)
      const isFound = (await countMatching(db, resolved)) > 0
      const mayFind = index.mayFind(conditions)
      if (isFound) expect(mayFind).toBe(true)
      if (!conditions.some(isIgnored)) expect(mayFind).toBe(isFound)
      if (isFound) found += 1
      else missing += 1
    }),
    { numRuns: SERIES.searches, seed: SERIES.seed },
  )
  // A series in which all searches find a house, or none, would prove little.
  expect(found).toBeGreaterThan(SERIES.searches / 10)
  expect(missing).toBeGreaterThan(SERIES.searches / 10)
})

test('a search without filters may find every house, and no search finds one of no houses', async () => {
  const [row] = generateListings(1)
  if (!row) throw new Error('No listing was generated')
  expect(indexHouses([]).mayFind([])).toBe(false)
  expect((await indexOf([row])).mayFind([])).toBe(true)
})
