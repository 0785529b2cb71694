import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toListingSearch } from '#client/data/listing-search.ts'
import { parseListingsParams } from '#client/data/listings-params.ts'
import { parseSearch, stringifySearch } from '#client/routes/-search-params.ts'
import { toRequest } from '#contract/endpoint.ts'
import { ListingSearch, searchListings } from '#contract/listings.ts'

const open = (url: string) => parseListingsParams(parseSearch(url))
const toUrl = stringifySearch

const names = [
  ...['prefecture', 'city', 'floorPlan', 'sort', 'page', 'pageSize', 'listing'],
  ...['priceMin', 'priceMax', 'areaMin', 'areaMax', 'landAreaMin', 'landAreaMax'],
  ...['constructionYearMin', 'constructionYearMax', 'currency', '__proto__', 'unknown'],
]
const hostileValue = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.double().map(String),
  fc.constantFrom(
    'hyogo',
    'Hyogo',
    '4LDK',
    '-0',
    '1e-9',
    '1e400',
    'NaN',
    '0x10',
    '%',
    'JPY',
    '\0',
    '"5"',
  ),
)
const hostileUrl = fc
  .array(fc.tuple(fc.constantFrom(...names), hostileValue), { maxLength: 12 })
  .map((pairs) => `?${pairs.map((pair) => pair.map(encodeLoosely).join('=')).join('&')}`)

function encodeLoosely(text: string) {
  return new URLSearchParams([['', text]]).toString().slice(1)
}

test('a hostile URL is read as a valid search and replaced by its canonical form', () => {
  fc.assert(
    fc.property(hostileUrl, (url) => {
      const params = open(url)
      const canonical = toUrl(params)
      expect(toUrl(open(canonical))).toBe(canonical)
    }),
  )
})

test('whatever the URL of the listings page says, the API accepts the resulting request', () => {
  fc.assert(
    fc.property(hostileUrl, (url) => {
      const { path } = toRequest(searchListings, toListingSearch(open(url)))
      const query = Object.fromEntries(new URL(path, 'http://api').searchParams)
      expect(ListingSearch.safeParse(query).error?.issues).toBeUndefined()
    }),
  )
})

test.each(['12345678901234567890123', '1e22', '007', '"5"', 'null', '[1]', '5'])(
  'the listing id %s in a URL stays a text, and is not read as a number',
  (id) => {
    const url = `?${new URLSearchParams({ listing: id })}`
    expect(open(url).listing).toBe(id)
    expect(toUrl(open(url))).toBe(url)
  },
)

test('default values are left out of the URL', () => {
  expect(toUrl(open('?sort=newest&page=1&pageSize=20&city=&priceMin='))).toBe('')
})

test('an invalid value in the URL becomes undefined, which removes the parameter from the URL', () => {
  const params = open(
    '?page=abc&pageSize=37&sort=random&prefecture=atlantis&listing=%00&priceMin=-5',
  )
  expect(Object.entries(params).filter(([, value]) => value !== undefined)).toEqual([])
  expect(Object.keys(params)).toEqual(
    expect.arrayContaining(['page', 'pageSize', 'sort', 'prefecture', 'listing', 'priceMin']),
  )
})

test('a share key without a listing is ignored', () => {
  expect(open('?key=0f4a2e9b77c1d358').key).toBeUndefined()
  expect(open('?listing=ine&key=0f4a2e9b77c1d358').key).toBe('0f4a2e9b77c1d358')
  expect(open('?listing=ine&key=0f4a2e').key).toBeUndefined()
})

test('a currency without a price is removed from the URL', () => {
  expect(open('?priceMax=3000000&currency=JPY').currency).toBe('JPY')
  expect(open('?priceMax=20000&currency=USD').currency).toBeUndefined()
  expect(open('?currency=JPY').currency).toBeUndefined()
})

test('a city in a URL without a prefecture is ignored', () => {
  expect(open('?city=Toyooka').city).toBeUndefined()
  expect(open('?prefecture=hyogo&city=Toyooka').city).toBe('Toyooka')
})

test('each sort order of the URL maps to a sort order of the API, and the default is newest first', () => {
  const order = (url: string) => {
    const { sort_by, sort_order } = ListingSearch.parse(toListingSearch(open(url)))
    return [sort_by, sort_order]
  }
  expect(order('')).toEqual(['createdAt', 'desc'])
  expect(order('?sort=oldest')).toEqual(['createdAt', 'asc'])
  expect(order('?sort=price-asc')).toEqual(['sale_price', 'asc'])
  expect(order('?sort=price-desc')).toEqual(['sale_price', 'desc'])
})
