import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { SORT_ORDERS } from '#contract/choices.ts'
import { ListingSearch, SORT_FIELDS, searchListings } from '#contract/listings.ts'
import { readArea } from '#contract/place-values.ts'
import { prefecturesOf, REGIONS } from '#contract/regions.ts'
import { readMarks } from '#search/marks.ts'
import { type CatalogueSearch, withPriceBounds } from '#search/price-bounds.ts'
import { openBackground } from '#server/concurrency/background.ts'
import { bumpRevision, everyListing } from '#server/listings/catalogue.ts'
import { matching } from '#server/listings/matching.ts'
import { findIds, findPage } from '#server/listings/search.ts'
import { openTotals } from '#server/listings/totals.ts'
import { anyFilters, meetsDistances, priceOf, RATES } from '#tests/support/any-filters.ts'
import {
  generateListings,
  insertListings,
  type ListingRow,
} from '#tests/support/generated-listings.ts'
import { SERIES } from '#tests/support/series.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let reader: { token: string }
beforeEach(async () => {
  server = await startServer()
  reader = await server.addSubscriber()
})

/** Returns the ids of the found listings, in order. */
async function find(search: z.input<typeof ListingSearch>) {
  const { status, body } = await server.call(reader, searchListings, search)
  expect(status).toBe(200)
  return body.results.map((listing) => listing._id)
}

const NOW = Date.UTC(2026, 2, 31)
const KYOTO = { prefecture: 'kyoto', city: '綾部市' }

test.each([
  ['prefecture', { prefecture: 'nara' }, { prefecture: 'nara' }, KYOTO],
  ['prefecture by its display name', { prefecture: 'Nara' }, { prefecture: 'nara' }, KYOTO],
  ['city', { city: '綾部市' }, KYOTO, { prefecture: 'kyoto', city: '宮津市' }],
  ['layout', { layout: '4LDK' }, { layout: '4LDK' }, { layout: '4DK' }],
  ['layout in full-width letters', { layout: '４ｌｄｋ' }, { layout: '4LDK' }, { layout: null }],
  ['lowest price', { sale_price_min: 19.99 }, { priceCents: 1999 }, { priceCents: 1998 }],
  ['highest price', { sale_price_max: 19.99 }, { priceCents: 1999 }, { priceCents: 2000 }],
  ['price at all', { sale_price_min: 0 }, { priceCents: 0 }, { priceCents: null }],
  [
    'smallest building',
    { building_area_min: 98.5 },
    { buildingArea: 98.5 },
    { buildingArea: 98.49 },
  ],
  ['largest building', { building_area_max: 98.5 }, { buildingArea: 98.5 }, { buildingArea: null }],
  ['smallest plot', { land_area_min: 200 }, { landArea: 200 }, { landArea: 199.99 }],
  ['largest plot', { land_area_max: 200 }, { landArea: 200 }, { landArea: 200.01 }],
  [
    'built after',
    { construction_year_min: 1975 },
    { constructionYear: 1975 },
    { constructionYear: 1974 },
  ],
  [
    'built before',
    { construction_year_max: 1975 },
    { constructionYear: 1975 },
    { constructionYear: null },
  ],
  [
    'built before, for a house of which only the last possible year is known',
    { construction_year_max: 1944 },
    { latestYear: 1944 },
    { latestYear: 1945 },
  ],
  [
    'built after, for a house of which only the last possible year is known',
    { construction_year_min: 1900 },
    { constructionYear: 1900 },
    { latestYear: 1944 },
  ],
  ['number of rooms', { layout: '6' }, { layout: '6SLDK' }, { layout: '16LDK' }],
])(
  'the filter “%s” finds a house with exactly the given value, and excludes a house that does not match',
  async (_, filter, one, other) => {
    const match = await server.addListing(one)
    await server.addListing(other)
    expect(await find(filter)).toEqual([match.id])
  },
)

test('empty filters find every listing, and contradictory filters find none', async () => {
  const { id } = await server.addListing({ ...KYOTO, layout: '3K', priceCents: 100 })
  expect(await find({ prefecture: '', city: ' ', layout: '' })).toEqual([id])
  expect(await find({ sale_price_min: 2, sale_price_max: 1 })).toEqual([])
  expect(await find({ city: '綾部市', prefecture: 'nara' })).toEqual([])
})

test('a search for text with SQL syntax finds nothing and breaks nothing (check 35)', async () => {
  await server.addListing(KYOTO)
  const hostile = ['%', '_', "' or 1=1 --", '"', '\\', '{}', '$1', '綾部%', 'kyoto/', 'kyoto/%']
  for (const text of hostile) {
    expect(await find({ prefecture: text })).toEqual([])
    expect(await find({ city: text })).toEqual([])
    expect(await find({ layout: text })).toEqual([])
  }
  for (const name of ['prefecture', 'city', 'layout']) {
    const response = await server.fetch(`/v1/listings?${name}=a%00b`, {
      headers: { authorization: `Bearer ${reader.token}` },
    })
    expect(response.status).toBe(422)
  }
})

test('houses without a price come last in both sort directions', async () => {
  const unpriced = await server.addListing({ priceCents: null })
  const dear = await server.addListing({ priceCents: 9_000_000 })
  const free = await server.addListing({ priceCents: 0 })
  const byPrice = { sort_by: 'sale_price' } as const
  expect(await find({ ...byPrice, sort_order: 'asc' })).toEqual([free.id, dear.id, unpriced.id])
  expect(await find({ ...byPrice, sort_order: 'desc' })).toEqual([dear.id, free.id, unpriced.id])
})

test('a page beyond the end of the search results is empty, and still states the total', async () => {
  for (let count = 0; count < 3; count++) await server.addListing()
  const { body } = await server.call(reader, searchListings, { page: 10_000_000, limit: 2 })
  expect(body).toEqual({ results: [], total_count: 3, total_pages: 2 })
})

test.each([
  ['page', 0, 'Page must be a whole number from 1 to 10000000'],
  ['page', 1.5, 'Page must be a whole number from 1 to 10000000'],
  ['limit', 101, 'Limit must be a whole number from 1 to 100'],
  ['sort_by', 'digest', `Sort by ${SORT_FIELDS.join(' or ')}`],
  ['sort_order', 'up', 'Sort order is asc or desc'],
])('the search parameter %s = %s is refused (check 34)', async (name, value, detail) => {
  const answer = await server.call(reader, searchListings, { [name]: value })
  expect(answer).toMatchObject({ status: 422, body: { detail } })
})

test('for any search, all pages together contain each matching house once, in the right order', async () => {
  const rows = [...generateListings(160)].map(simplifyRow)
  await insertListings(server.services.db, rows)
  await bumpRevision(server.services.db, everyListing)

  await fc.assert(
    fc.asyncProperty(anySearch(rows), async (search) => {
      const expected = findExpectedIds(rows, search)
      const pages = Math.ceil(expected.length / search.limit)
      const found: string[] = []
      for (let page = 1; page <= pages + 1; page++) {
        const { body } = await server.call(reader, searchListings, { ...search, page })
        expect(body).toMatchObject({ total_count: expected.length, total_pages: pages })
        found.push(...body.results.map(({ _id }) => _id))
      }
      expect(found).toEqual(expected)
    }),
    { numRuns: SERIES.searches, seed: SERIES.seed },
  )
})

describe('when a page is far from both ends', () => {
  /**
   * Half of the houses have no price, and a third have the same creation time, so each sort order
   * has many ties.
   */
  const rows = [...generateListings(9_000)].map((row, index) => ({
    ...row,
    ...(index % 2 === 0 ? {} : { priceYen: null, priceCents: null }),
    createdAt: new Date(index % 3 === 0 ? NOW : row.createdAt.getTime() + (index % 1000)),
  }))

  async function openCatalogue() {
    const { db, catalogue, logError } = server.services
    await insertListings(db, rows)
    await bumpRevision(db, everyListing)
    const background = openBackground((error) => logError(error, 'background'))
    const totalsOf = openTotals({ db, background, effort: 1 })
    return async (search: CatalogueSearch) => {
      const totals = totalsOf(search, await catalogue.revision())
      await totals.total()
      await background.settled()
      return totals
    }
  }

  /** Returns the ids of the houses on a page. Finds the page by a plain offset. */
  function findByOffset(search: CatalogueSearch) {
    const { page, limit } = search
    const window = { limit, offset: (page - 1) * limit, from: 'start' } as const
    return findIds(server.services.db, matching(search), search, window)
  }

  const orders = SORT_FIELDS.flatMap((sort_by) =>
    SORT_ORDERS.map((sort_order) => ({ sort_by, sort_order })),
  )
  const someFilters = [
    ...[{}, { construction_year_min: 1920 }, { building_area_min: 100, building_area_max: 101 }],
    { layout: '9LDK', construction_year_min: 2000 },
  ]

  test('in each sort order, searching in memory and searching in the database find the same pages as a query with a plain OFFSET', async () => {
    const { db } = server.services
    const totalsOf = await openCatalogue()
    for (const order of orders) {
      for (const filters of someFilters) {
        const input = { ...filters, ...order, limit: 100 }
        const search = withPriceBounds(ListingSearch.parse(input), RATES)
        const totals = await totalsOf(search)
        const total = await totals.total()
        expect(total).toBeGreaterThan(10)
        const last = Math.ceil(total / 100)
        const pages = Array.from({ length: Math.ceil(last / 20) }, (_, at) => 1 + at * 20)
        for (const page of [...pages, last, last + 1]) {
          const inDatabase = { ...totals, page: () => null }
          const found = await findPage(db, { ...search, page }, inDatabase)
          const range = { start: (page - 1) * 100, end: page * 100 }
          expect(totals.page(range), JSON.stringify({ ...input, page })).toEqual(found)
          // In descending order, a plain offset shows the unknown distances first.
          if (order.sort_by.endsWith('distance') && order.sort_order === 'desc') continue
          expect(found).toEqual({ ids: await findByOffset({ ...search, page }), total })
        }
      }
    }
  })

  test('if listings are added that come before a results page, the server computes this page again', async () => {
    const totalsOf = await openCatalogue()
    const search = withPriceBounds(ListingSearch.parse({ page: 45, limit: 100 }), RATES)
    const find = async () => {
      const { ids } = await findPage(server.services.db, search, await totalsOf(search))
      return ids
    }
    const before = await find()
    for (let day = 1; day <= 3; day++) {
      await server.addListing({ createdAt: new Date(NOW + day * 86_400_000) })
    }
    const after = await find()
    expect(after).toEqual(await findByOffset(search))
    expect(after.slice(3)).toEqual(before.slice(0, -3))
  })
})

type Row = ReturnType<typeof simplifyRow>

/**
 * Reduces each column to a few values, so that filters match many rows and equal rows are sorted by
 * id. Every tenth row is withdrawn.
 */
function simplifyRow(row: ListingRow, index: number) {
  return {
    ...row,
    prefecture: ['nara', 'kyoto', 'osaka', null][index % 4] ?? null,
    city: ['府中市', '朝日町', null][index % 3] ?? null,
    layout: ['4LDK', '3DK', null][index % 3] ?? null,
    createdAt: new Date(Date.UTC(2026, 0, 1 + (index % 7))),
    ...simplePrice(index),
    withdrawnAt: index % 10 === 0 ? new Date() : null,
  }
}

/**
 * Generates prices. Some have an amount in yen, which is converted at one of two exchange rates.
 * Some have only an amount in dollars, and some are unknown.
 */
function simplePrice(index: number) {
  if (index % 9 === 0) return { priceYen: null, priceCents: null }
  const priceCents = (index % 8) * 1_234_567
  const rate = index % 5 === 0 ? 1.6 : 1.5
  return { priceYen: index % 3 === 0 ? null : Math.round(priceCents * rate), priceCents }
}

/** Generates searches with few filters, whose values occur in some house. */
function anySearch(rows: Row[]) {
  const order = fc.record({
    limit: fc.integer({ min: 10, max: 100 }),
    sort_by: fc.constantFrom(...SORT_FIELDS),
    sort_order: fc.constantFrom(...SORT_ORDERS),
  })
  return fc.tuple(anyFilters(rows), order).map(([filters, ordered]) => ({ ...filters, ...ordered }))
}

type Search = ReturnType<typeof anySearch> extends fc.Arbitrary<infer S> ? S : never

/** A reference implementation of the search, without SQL. */
function findExpectedIds(rows: Row[], search: Search) {
  return rows
    .filter((row) => row.withdrawnAt === null)
    .filter((row) => search.prefecture === undefined || row.prefecture === search.prefecture)
    .filter((row) => search.city === undefined || row.city === search.city)
    .filter((row) => search.layout === undefined || hasLayout(row, search.layout))
    .filter((row) => hasMarks(row, search.marks))
    .filter((row) =>
      isWithin(
        priceOf(row, search.sale_price_currency),
        search.sale_price_min,
        search.sale_price_max,
      ),
    )
    .filter((row) => isWithin(row.buildingArea, search.building_area_min, search.building_area_max))
    .filter((row) => isWithin(row.landArea, search.land_area_min, search.land_area_max))
    .filter((row) => isWithin(row.constructionYear, search.construction_year_min, undefined))
    .filter((row) =>
      isWithin(row.constructionYear ?? row.latestYear, undefined, search.construction_year_max),
    )
    .filter((row) => isLocated(row, search))
    .sort(compareBy(search))
    .map(({ id }) => id)
}

function hasLayout({ layout }: Row, wanted: string) {
  return /^\d+$/.test(wanted) ? layout?.match(/^\d+/)?.[0] === wanted : layout === wanted
}

function isWithin(value: number | null, min: number | undefined, max: number | undefined) {
  if (min === undefined && max === undefined) return true
  return value !== null && value >= (min ?? -Infinity) && value <= (max ?? Infinity)
}

function isLocated(row: Row, search: Search) {
  const { latitude, longitude, prefecture } = row
  const area = search.area === undefined ? undefined : readArea(search.area)
  const isInside =
    !area ||
    (isWithin(latitude, area.south, area.north) && isWithin(longitude, area.west, area.east))
  const seaKm = search.region && REGIONS[search.region].seaKm
  const isInRegion =
    !search.region ||
    seaKm !== undefined ||
    prefecturesOf(search.region).includes(prefecture ?? 'no prefecture')
  const km = (metres: number | null) => (metres === null ? null : metres / 1000)
  return (
    isInside &&
    isInRegion &&
    isWithin(km(row.seaMetres), undefined, seaKm) &&
    meetsDistances(row, search)
  )
}

function compareBy({ sort_by, sort_order }: Search) {
  const direction = sort_order === 'asc' ? 1 : -1
  const values = (row: Row) => ({
    createdAt: row.createdAt.getTime(),
    sale_price: askedPrice(row),
    station_distance: row.stationMetres,
    shinkansen_distance: row.shinkansenMetres,
    airport_distance: row.airportMetres,
    sea_distance: row.seaMetres,
  })
  const key = (row: Row) => values(row)[sort_by] ?? direction * Infinity
  return (one: Row, other: Row) =>
    direction * (key(one) - key(other) || (one.id < other.id ? -1 : 1))
}

/**
 * Returns the price in yen by which houses are sorted. A dollar price counts a little more than the
 * same price in yen, so that the dollar price sorts after the yen price.
 */
function askedPrice({ priceYen, priceCents }: Row) {
  return priceYen ?? (priceCents === null ? null : priceCents * 1.5 + 0.25)
}

function hasMarks(row: ListingRow, marks: string | undefined) {
  const { watchOuts, goodSigns, tags } = readMarks(row)
  const own: string[] = [...watchOuts, ...goodSigns, ...tags]
  return (marks?.split(',') ?? []).every((mark) =>
    mark.startsWith('-') ? !own.includes(mark.slice(1)) : own.includes(mark),
  )
}
