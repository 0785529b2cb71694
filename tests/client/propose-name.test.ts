import { expect, test } from 'vitest'
import { parseListingsParams } from '#client/data/listings-params.ts'
import { proposeName } from '#client/features/search/saved-searches/propose-name.ts'

const nameOf = (params: Record<string, unknown>) =>
  proposeName(parseListingsParams(params), { names: new Map([['38214', 'Seiyo']]) })

test.each([
  [{ prefecture: 'ehime', priceMax: 3_000_000, currency: 'JPY' }, 'Houses in Ehime under ¥3M'],
  [{ prefecture: 'kyoto', city: 'Uji', priceMin: 20_000 }, 'Houses in Uji, Kyoto over $20K'],
  [{ near: '38214', within: 50 }, 'Houses within 50 km of Seiyo'],
  [{ region: 'coast', marks: 'parking' }, 'Houses on the coast, Parking'],
  [{ area: '33,132,33.5,133' }, 'Houses in an area of the map'],
  [{ place: '38214', floorPlan: '4LDK' }, '4LDK houses in Seiyo'],
  [{ priceMin: 10_000, priceMax: 51_250 }, 'Houses from $10K to $51,250'],
  [{ prefecture: 'ehime', sort: 'price-asc' }, 'Houses in Ehime, lowest price first'],
])('the app proposes a name for a saved search: for %j, the name is "%s"', (params, name) => {
  expect(nameOf(params)).toBe(name)
})

test('the proposed name of a saved search leaves out filters that would make the name too long', () => {
  const name = nameOf({
    ...{ prefecture: 'ehime', priceMax: 3_000_000, currency: 'JPY', constructionYearMin: 1990 },
    ...{ areaMin: 100, areaMax: 200, landAreaMin: 1000, landAreaMax: 5000, sort: 'sea' },
  })
  expect(name.length).toBeLessThanOrEqual(80)
  expect(name).toBe('Houses in Ehime under ¥3M, building of 100 m² to 200 m², built after 1990')
})
