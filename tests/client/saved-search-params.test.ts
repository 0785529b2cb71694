import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toListingSearch } from '#client/data/listing-search.ts'
import { paramsOf } from '#client/data/params-of-search.ts'
import { ListingFilters } from '#contract/listings.ts'
import { readSearch, saveSearch, writeSearch } from '#contract/saved-searches.ts'
import { SERIES } from '#tests/support/series.ts'

const optional = <T>(...values: T[]) => fc.constantFrom(undefined, undefined, ...values)
const number = fc.option(
  fc.integer({ min: 0, max: 30_000_000 }).map((number) => number / 10_000),
  { nil: undefined },
)
const search = fc.record({
  prefecture: optional('ehime', 'Ehime', 'atlantis'),
  city: optional('Seiyo', '西予市'),
  layout: optional('4LDK', '４ＬＤＫ'),
  sale_price_min: number,
  sale_price_max: number,
  sale_price_currency: optional('USD', 'JPY'),
  building_area_min: number,
  land_area_max: number,
  construction_year_min: optional(1960),
  marks: optional('parking,by-the-sea', 'kominka,-farmland-in-the-lot', 'former-mark'),
  region: optional('coast'),
  place: optional('38', '38214'),
  near: optional('38214', 'station:1', '33.22,132.57'),
  within: optional(10, 20),
  area: optional('33,132,33.5,133'),
  sea_max: number,
  match: optional('possible'),
})

/** The filters as the server counts them. Equal searches give equal filters. */
const filtersOf = (fields: Record<string, unknown>) =>
  ListingFilters.parse(readSearch(writeSearch(fields)))

test('a saved search opens with the same filters that the server uses to count its results', () => {
  fc.assert(
    fc.property(search, (fields) => {
      const text = new URLSearchParams(
        Object.entries(fields).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, String(value)]],
        ),
      ).toString()
      const { data } = saveSearch.input.safeParse({ name: 'Search', search: text })
      fc.pre(data !== undefined)
      const saved = readSearch(data?.search ?? '')
      expect(filtersOf(toListingSearch(paramsOf(saved)))).toEqual(ListingFilters.parse(saved))
    }),
    { numRuns: SERIES.searches * 10, seed: SERIES.seed },
  )
})
