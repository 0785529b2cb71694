import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { ListingFilters, SORT_FIELDS } from '#contract/listings.ts'
import { openBlock, writeBlock } from '#search/block.ts'
import { CATALOGUE_COLUMNS } from '#search/catalogue-row.ts'
import { conditionsOf, marked } from '#search/conditions.ts'
import type { CityCount, PlaceCount } from '#search/counts.ts'
import { openCatalogue } from '#search/open-catalogue.ts'
import { resolvePlaces } from '#search/places/resolve-places.ts'
import { withPriceBounds } from '#search/price-bounds.ts'
import { titlesOf } from '#search/titles.ts'
import { readCatalogueRows } from '#server/catalogue/catalogue-rows.ts'
import { selectRows, toCardRecord, toRecords } from '#server/listings/listing-records.ts'
import { openPlaceLookup } from '#server/listings/place-lookup.ts'
import { readColumns } from '#server/listings/read-columns.ts'
import { anyFilters, anyPlaces, RATES } from '#tests/support/any-filters.ts'
import { generateListings, insertListings } from '#tests/support/generated-listings.ts'
import { SERIES } from '#tests/support/series.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startServer()
})

function readRows(ids: string[]) {
  const { db, records } = server.services
  return readCatalogueRows(db, records, ids)
}

/** Writes the listings into blocks of a few hundred rows, and opens them. */
async function openBlocks(ids: string[], size = 700) {
  const parts = []
  for (let start = 0; start < ids.length; start += size) {
    const rows = await readRows(ids.slice(start, start + size))
    const block = openBlock<typeof CATALOGUE_COLUMNS>(writeBlock(CATALOGUE_COLUMNS, rows))
    parts.push({ block, gone: new Set<number>() })
  }
  return openCatalogue(parts)
}

const cityCounts = (counts: CityCount[]) =>
  counts.map(({ prefecture, city, count }) => `${prefecture}/${city}: ${count}`).sort()

/** The counts of places, which may be divided differently, because each point is an entry. */
function placeCounts(counts: PlaceCount[]) {
  const sums = new Map<string, number>()
  for (const { prefecture, place, count } of counts) {
    const key = `${prefecture}/${place}`
    sums.set(key, (sums.get(key) ?? 0) + count)
  }
  return [...sums].sort()
}

test('for any search, the blocks of a catalogue give the same houses, totals and counts as the server', async () => {
  const { db } = server.services
  const rows = [...generateListings(2000)].map((row, index) => ({
    ...row,
    city: index % 7 === 0 ? null : row.city,
    ...(index % 11 === 0 &&
      row.latitude !== null && {
        latitude: row.latitude + (index % 50) / 100,
        radiusMetres: 0,
        precision: 'point' as const,
      }),
    withdrawnAt: index % 40 === 3 ? new Date() : null,
    createdAt: new Date(Date.UTC(2026, 0, 1 + (index % 300))),
  }))
  await insertListings(db, rows)
  const read = await readColumns(db)
  const lookup = openPlaceLookup(db)(read?.revision ?? 0)
  const catalogue = await openBlocks(rows.map(({ id }) => id))
  const anyOrder = fc.record({
    sort_by: fc.constantFrom(...SORT_FIELDS),
    sort_order: fc.constantFrom('asc' as const, 'desc' as const),
  })
  const anyRange = fc.record({ start: fc.nat(2000), size: fc.integer({ min: 1, max: 100 }) })

  await fc.assert(
    fc.asyncProperty(
      anyFilters(rows),
      anyPlaces(rows),
      anyOrder,
      anyRange,
      async (filters, places, order, { start, size }) => {
        const parsed = ListingFilters.parse({ ...filters, ...places })
        const resolved = withPriceBounds(await resolvePlaces(lookup, parsed), RATES)
        const conditions = conditionsOf(resolved)
        const range = { start, end: start + size }
        expect(catalogue.findPage(conditions, order, range)).toEqual(
          read?.columns.findPage(conditions, order, range),
        )
        expect(cityCounts(catalogue.countCities(conditions))).toEqual(
          cityCounts(read?.columns.countCities(conditions) ?? []),
        )
        expect(placeCounts(catalogue.countPlaces(conditions))).toEqual(
          placeCounts(read?.columns.countPlaces(conditions) ?? []),
        )
        const { marks, ...others } = resolved
        expect(catalogue.countMarks(conditionsOf(others), marked(marks))).toEqual(
          read?.columns.countMarks(conditionsOf(others), marked(marks)),
        )
      },
    ),
    { numRuns: SERIES.searches, seed: SERIES.seed },
  )
})

test('a card from a block equals the card of the server', async () => {
  const { db } = server.services
  await server.addListing({
    ...{ priceText: '約500万円', priceLimit: 'about' },
    photos: [{ thumbhash: 'AAAA', avif: true }, {}],
  })
  await server.addListing({
    ...{ offer: 'both', rentYen: 30_000, status: 'negotiating', priceYen: 0 },
    ...{ layout: '4LDK', layoutText: '4LDK+WIC', buildingArea: null, buildingAreaText: '約30坪' },
    ...{ constructionYear: 1979, constructionText: 'July 1979', asOf: '2025-03-31' },
  })
  await insertListings(db, [...generateListings(300)])
  const rows = await selectRows(db)
  const ids = rows.map(({ id }) => id)
  const catalogue = await openBlocks(ids)
  const cards = ids.map((id) => catalogue.card(id))
  const titles = titlesOf(cards.flatMap((card) => card?.title ?? []))
  const shown = toRecords(rows)
    .map(toCardRecord)
    .map((record) => {
      // Only the page of the house shows these fields.
      const hidden = { Transportation: null, 'Building - Structure': null, attribution: null }
      const contact = { 'Contact Number': undefined, 'Reference URL': undefined, link: undefined }
      const own = { municipalContact: undefined, propertyNumber: undefined, shareKey: undefined }
      return { ...record, ...hidden, ...contact, ...own }
    })
  expect(cards.map((card, at) => ({ ...card?.record, title: titles[at] }))).toEqual(shown)
})

test('the rows of a block that are gone are found by no search', async () => {
  const [kept, gone] = [await server.addListing({}), await server.addListing({})]
  const rows = await readRows([kept.id, gone.id])
  const block = openBlock<typeof CATALOGUE_COLUMNS>(writeBlock(CATALOGUE_COLUMNS, rows))
  const at = rows.findIndex(({ id }) => id === gone.id)
  const catalogue = openCatalogue([{ block, gone: new Set([at]) }])
  expect(catalogue.count([])).toBe(1)
  expect(catalogue.card(kept.id)?.record._id).toBe(kept.id)
  expect(catalogue.card(gone.id)).toBeUndefined()
})
