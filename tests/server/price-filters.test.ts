import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { countMarks, type ListingSearch, searchListings } from '#contract/listings.ts'
import type { Rates } from '#contract/rates.ts'
import { withPriceBounds } from '#search/price-bounds.ts'
import { listings } from '#server/db/schema.ts'
import { bumpRevision, everyListing } from '#server/listings/catalogue.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

const RATES: Rates = {
  as_of: '2026-11-20',
  source: 'ECB',
  yen_per: { JPY: 1, USD: 160, EUR: 180 },
}
let today = RATES
let server: TestServer
let emma: { token: string }
beforeEach(async () => {
  today = RATES
  server = await startServer({ rates: { current: () => today } })
  emma = await server.addSubscriber()
  // The first house was imported at 150 yen to the dollar, and the second at 160. The rate of today
  // is 160.
  await server.addListing({ id: '¥3M', priceYen: 3_000_000, priceCents: 20_000_00 })
  await server.addListing({ id: '¥3.1M', priceYen: 3_100_000, priceCents: 19_375_00 })
  // The seller of this house states a price in yen and a price in dollars. The screens show the
  // price in yen.
  await server.addListing({ id: '¥3.2M', priceYen: 3_200_000, priceCents: 15_000_00 })
  await server.addListing({ id: '$20,000', priceYen: null, priceCents: 20_000_00 })
  await server.addListing({ id: 'on request', priceYen: null, priceCents: null })
})

async function find(search: z.input<typeof ListingSearch>) {
  const { body } = await server.call(emma, searchListings, search)
  expect(body.total_count).toBe(body.results.length)
  return body.results.map(({ _id }) => _id).sort()
}

test("price filters in yen use the seller's price in yen, whatever the exchange rate at the import was", async () => {
  const yen = { sale_price_currency: 'JPY' } as const
  // The house for $20,000 costs ¥3,200,000 today.
  expect(await find({ sale_price_max: 3_000_000, ...yen })).toEqual(['¥3M'])
  expect(await find({ sale_price_max: 3_099_999, ...yen })).toEqual(['¥3M'])
  expect(await find({ sale_price_max: 3_199_999, ...yen })).toEqual(['¥3.1M', '¥3M'])
  expect(await find({ sale_price_min: 3_200_000, ...yen })).toEqual(['$20,000', '¥3.2M'])
  expect(await find({ sale_price_min: 3_000_001, sale_price_max: 3_100_000, ...yen })).toEqual([
    '¥3.1M',
  ])
})

test('price filters in dollars use the exact prices in dollars, and convert prices in yen at the rate of today', async () => {
  // ¥3,000,000 is $18,750.
  expect(await find({ sale_price_max: 18_749.99 })).toEqual([])
  expect(await find({ sale_price_max: 18_750 })).toEqual(['¥3M'])
  expect(await find({ sale_price_max: 19_000 })).toEqual(['¥3M'])
  expect(await find({ sale_price_max: 19_999.99 })).toEqual(['¥3.1M', '¥3M'])
  expect(await find({ sale_price_min: 20_000 })).toEqual(['$20,000', '¥3.2M'])
  expect(await find({ sale_price_min: 20_000.01 })).toEqual([])
})

test('price filters in another currency compare their limits with the amount that the screen shows', async () => {
  const euros = { sale_price_currency: 'EUR' } as const
  // ¥3,000,000 are €16,666.67, shown as about €16,700, and $20,000 are about €17,800.
  expect(await find({ sale_price_max: 16_699, ...euros })).toEqual([])
  expect(await find({ sale_price_max: 16_700, ...euros })).toEqual(['¥3M'])
  expect(await find({ sale_price_min: 16_701, sale_price_max: 17_799, ...euros })).toEqual([
    '¥3.1M',
  ])
  expect(await find({ sale_price_min: 17_800, ...euros })).toEqual(['$20,000', '¥3.2M'])
  const { body } = await server.call(emma, countMarks, { sale_price_max: 16_699, ...euros })
  expect(body.parking).toEqual({ only: 0, without: 0 })
})

test('at any exchange rate, price filters find exactly the houses whose shown price is within the limits', async () => {
  const rates = fc.double({ min: 0.01, max: 1000, noNaN: true })
  const limits = fc.oneof(
    fc.integer({ min: 0, max: 100_000_000 }),
    fc.double({ min: 0, max: 10_000, noNaN: true }),
  )
  fc.assert(
    fc.property(rates, limits, fc.integer({ min: 0, max: 50_000_000 }), (eur, limit, amount) => {
      const { price } = withPriceBounds(
        { sale_price_max: limit, sale_price_currency: 'EUR' },
        { ...RATES, yen_per: { ...RATES.yen_per, EUR: eur } },
      )
      const shown = (yen: number) => Math.round(Number((yen * (1 / eur)).toPrecision(3)))
      expect(amount <= (price?.yen.max ?? -1)).toBe(shown(amount) <= limit)
    }),
  )
})

test('sorted by price, houses with the same currency are in the order of their stated amounts', async () => {
  await server.addListing({ id: '$21,000', priceYen: null, priceCents: 21_000_00 })
  const order = async (sort_order: 'asc' | 'desc') => {
    const search = { sort_by: 'sale_price', sort_order } as const
    const { body } = await server.call(emma, searchListings, search)
    return body.results.map(({ _id }) => _id)
  }
  const cheapest = await order('asc')
  expect(cheapest.filter((id) => id.startsWith('¥'))).toEqual(['¥3M', '¥3.1M', '¥3.2M'])
  expect(cheapest.filter((id) => id.startsWith('$'))).toEqual(['$20,000', '$21,000'])
  expect(cheapest.at(-1)).toBe('on request')
  expect(await order('desc')).toEqual([...cheapest.slice(0, -1).reverse(), 'on request'])
})

test('price filters immediately use a new exchange rate and a corrected price', async () => {
  await server.services.db
    .update(listings)
    .set({ priceYen: 2_000_000 })
    .where(eq(listings.id, '¥3.2M'))
  await bumpRevision(server.services.db, everyListing)
  expect(await find({ sale_price_max: 2_000_000, sale_price_currency: 'JPY' })).toEqual(['¥3.2M'])
  today = { ...RATES, yen_per: { ...RATES.yen_per, USD: 210 } }
  expect(await find({ sale_price_max: 15_000 })).toEqual(['¥3.1M', '¥3.2M', '¥3M'])
})

test('price filters refuse a currency without a rate', async () => {
  const unknown = { sale_price_max: 1, sale_price_currency: 'GBP' } as const
  expect(await server.call(emma, searchListings, unknown)).toMatchObject({
    status: 422,
    body: { detail: 'There is no exchange rate for GBP' },
  })
})
