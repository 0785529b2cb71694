import { expect, test } from 'vitest'
import { toListingSearch } from '#client/data/listing-search.ts'
import { type ListingsParams, parseListingsParams } from '#client/data/listings-params.ts'
import { paramsOf } from '#client/data/params-of-search.ts'
import { describeSearch } from '#client/format/describe-search.ts'

const every: ListingsParams = {
  prefecture: 'kyoto',
  city: 'Uji',
  priceMin: 10_000,
  priceMax: 50_000,
  floorPlan: '4LDK',
  areaMin: 80,
  areaMax: 120,
  landAreaMin: 200,
  landAreaMax: 900,
  constructionYearMin: 1960,
  constructionYearMax: 1990,
  sort: 'price-asc',
}

test.each([['every parameter', every] as const, ['none', {}] as const])(
  'a stored search with %s opens the address that it was saved from',
  (_what, params) => {
    expect(paramsOf(toListingSearch(params))).toEqual(parseListingsParams(params))
  },
)

test.each<[string, ListingsParams]>([
  ['All listings', {}],
  ['All listings, oldest first', { sort: 'oldest' }],
  ['All listings, built after 0', { constructionYearMin: 0 }],
  ['Kyoto, up to $50,000', { prefecture: 'kyoto', priceMax: 50_000 }],
  [
    'All listings, $10,000 or more, building of 80\u00a0m² or more',
    { priceMin: 10_000, areaMin: 80 },
  ],
  [
    'Uji, Kyoto, 4LDK, $10,000 to $50,000, building of 80\u00a0m² to 120\u00a0m², land of 200\u00a0m² to 900\u00a0m², built after 1960, built before 1990, lowest price first',
    every,
  ],
])('a search is described as “%s”', (words, params) => {
  expect(describeSearch(params)).toBe(words)
})

test("the description of a saved search shows areas in the person's unit", () => {
  const params = { areaMin: 99.17, landAreaMax: 92.9 }
  expect(describeSearch(params, { unit: 'tsubo' })).toContain('building of 30\u00a0tsubo or more')
  expect(describeSearch(params, { unit: 'sqft' })).toContain('land of up to 1,000\u00a0sq\u00a0ft')
})
