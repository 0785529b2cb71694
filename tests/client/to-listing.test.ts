import { expect, test } from 'vitest'
import { toListing, transportationLines } from '#client/data/to-listing.ts'
import { parsePrice } from '#contract/lenient-fields.ts'
import type { ListingRecord } from '#contract/listings.ts'
import { listingRecord } from '#tests/support/listing-record.ts'

const photo = { width: 800, height: 600, thumbhash: null, avif: false }

test.each([
  [31500, 31500],
  [0, 0],
  ['31,500', 31500],
  ['1,234,567.5', 1234567.5],
  ['5 million', 5_000_000],
  ['5.8 Million', 5_800_000],
  ['1,200 million', 1_200_000_000],
])("a listing's price %o is read as %o", (written, price) => {
  expect(parsePrice(written)).toBe(price)
})

test.each([null, undefined, '', ' ', 'ASK', '相談', 'million', '5 billion', '$5', {}, Number.NaN])(
  "a listing's price %o is read as unknown, and not as 0",
  (written) => {
    expect(parsePrice(written)).toBeUndefined()
  },
)

test('the title of a house contains type and place, or at least the prefecture', () => {
  const title = (record: Partial<ListingRecord>) => toListing(listingRecord(record)).title
  const inKyoto = { Prefecture: 'kyoto', 'Property Location': 'Ine, Kyoto' }
  expect(title({ ...inKyoto, 'Property Type': 'House' })).toBe('House in Ine, Kyoto')
  expect(title(inKyoto)).toBe('Property in Kyoto')
  expect(title({ Prefecture: 'kyoto', 'Property Type': 'House' })).toBe('Property in Kyoto')
  expect(title({ 'Property Type': ' ', 'Property Location': 'Ine' })).toBe('Property in Unknown')
})

test('image file names in the record of a listing become addresses on our own server (check 44)', () => {
  const { images } = toListing(
    listingRecord({
      images: [
        'ab12.jpg',
        'images/cd34.jpg',
        '/images/ef56.jpg',
        `${location.origin}/images/gh78.jpg?w=320`,
        'https://elsewhere.example/house.jpg',
      ],
    }),
  )
  expect(images).toEqual([
    '/images/ab12.jpg',
    '/images/cd34.jpg',
    '/images/ef56.jpg',
    '/images/gh78.jpg?w=320',
    'https://elsewhere.example/house.jpg',
  ])
})

test("if the address of a house's image is not text, the app drops the image and its description", () => {
  const damaged = ['', null, 7, 'ok.jpg'] as string[]
  const { photos, imageUrl } = toListing(
    listingRecord({
      images: damaged,
      photos: [photo, photo, photo, { ...photo, width: 1280 }],
    }),
  )
  expect(imageUrl).toBe('/images/ok.jpg')
  expect(photos).toEqual([{ ...photo, width: 1280, src: '/images/ok.jpg' }])
})

test('of the links in a listing, only web links can be followed (check 37)', () => {
  const links = (url: string) => {
    const { referenceUrl, link } = toListing(listingRecord({ 'Reference URL': url, link: url }))
    return [referenceUrl, link]
  }
  expect(links('https://akiya.example/1')).toEqual(Array(2).fill('https://akiya.example/1'))
  for (const url of ['javascript:alert(1)', 'data:text/html,x', '//akiya.example', 'see notes']) {
    expect(links(url), url).toEqual([undefined, undefined])
  }
})

test('an empty field of a listing is unknown', () => {
  const { floorPlan, area, address } = toListing(
    listingRecord({
      'Building - Layout': '',
      'Building - Area': '  ',
      'Property Location': '',
    }),
  )
  expect([floorPlan, area, address]).toEqual([undefined, undefined, undefined])
  expect(toListing(listingRecord({ 'Land - Area': 0 })).landArea).toBe(0)
})

test('the transport options of a house are split at slashes, and each option is listed once', () => {
  const lines = (transportation?: string) => transportationLines({ transportation })
  expect(lines('JR Bantan Line, Ikuno 12 min / Bus 5 min／ / Bus 5 min')).toEqual([
    'JR Bantan Line, Ikuno 12 min',
    'Bus 5 min',
  ])
  expect(lines(undefined)).toEqual([])
})

test('an unreadable value of a listing is shown as the source writes it', () => {
  const { area, landArea, constructionDate } = toListing(
    listingRecord({
      'Building - Area': '約百坪',
      'Land - Area': 'about an acre',
      'Building - Construction Date': '昭和初期',
    }),
  )
  expect([area, landArea, constructionDate]).toEqual(['約百坪', 'about an acre', '昭和初期'])
})
