import { asc } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { type ListingSearch, searchListings } from '#contract/listings.ts'
import { listings } from '#server/db/schema.ts'
import { printReport } from '#server/imports/report.ts'
import { houseRecord, importInto, TODAY } from '#tests/support/imports.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let reader: { token: string }
beforeEach(async () => {
  server = await startServer()
  reader = await server.addSubscriber()
})

const load = (content: Parameters<typeof importInto>[1], options = {}) =>
  importInto(server.services.db, content, options)

async function find(search: z.input<typeof ListingSearch> = {}) {
  const { status, body } = await server.call(reader, searchListings, {
    sort_by: 'sale_price',
    sort_order: 'asc',
    ...search,
  })
  expect(status).toBe(200)
  return body.results
}

/** The last part of the address of each found house, which names it in these tests. */
async function findNames(search?: z.input<typeof ListingSearch>) {
  return (await find(search)).map((house) => house['Property Location']?.at(-1))
}

const SOLD = `物件番号,所在地,価格,状態
T-A,高知県梼原町太郎川A,340万円,募集中
T-B,高知県梼原町太郎川B,430万円,成約済
T-C,高知県梼原町太郎川C,売約済,
T-D,高知県梼原町太郎川D,【成約】310万円,
T-E,高知県梼原町太郎川E,280万円（売却済）,
T-F,高知県梼原町太郎川F,550万円,商談中
T-G,高知県梼原町太郎川G,210万円,取下げ
`

describe('houses that are no longer offered', () => {
  test('an import leaves out sold, contracted and withdrawn houses, and counts them by reason', async () => {
    const { report } = await load(SOLD)
    expect(await findNames()).toEqual(['A', 'F'])
    expect(report).toMatchObject({
      added: 2,
      rejected: 0,
      skipped: { contracted: 3, sold: 1, withdrawn: 1 },
    })
    expect(printReport(report)).toContain('contracted 3, sold 1, withdrawn 1')
  })

  test('a file with English words leaves out the same houses', async () => {
    const { report } = await load([
      { id: 'E-A', address: '高知県梼原町太郎川A', price: '¥3,300,000', status: 'For Sale' },
      { id: 'E-B', address: '高知県梼原町太郎川B', price: '¥2,800,000', status: 'Sold' },
      { id: 'E-C', address: '高知県梼原町太郎川C', price: 'SOLD OUT' },
      {
        id: 'E-D',
        address: '高知県梼原町太郎川D',
        price: '¥6,000,000',
        availability: 'off market',
      },
    ])
    expect(await findNames()).toEqual(['A'])
    expect(report.skipped).toEqual({ sold: 2, withdrawn: 1 })
    const own = await load([houseRecord({ _id: 'E-E', Status: 'Under contract' })])
    expect(own.report.skipped).toEqual({ contracted: 1 })
  })

  test('a house under negotiation says so, and has the address without the mark', async () => {
    await load([houseRecord({ 'Property Location': '【商談中】高知県梼原町太郎川1' })])
    expect(await find()).toMatchObject([
      { status: 'negotiating', 'Property Location': '高知県梼原町太郎川1' },
    ])
  })

  test('a house that a later file calls contracted is withdrawn, and returns when the file offers it again', async () => {
    await load(SOLD)
    const contracted = SOLD.replace('募集中', '成約済')
    const dry = await load(contracted, { dryRun: true })
    expect(dry.report.withdrawn).toBe(1)
    expect(await findNames()).toEqual(['A', 'F'])

    const { report } = await load(contracted)
    expect(report).toMatchObject({ unchanged: 1, withdrawn: 1 })
    expect(await findNames()).toEqual(['F'])
    const [house] = await server.services.db.select().from(listings).orderBy(asc(listings.location))
    expect(house).toMatchObject({ withdrawnAt: TODAY, status: 'contracted' })
    expect((await load(contracted)).report).toMatchObject({ unchanged: 1, withdrawn: 0 })

    await load(SOLD)
    expect(await findNames()).toEqual(['A', 'F'])
    expect((await find())[0]).not.toHaveProperty('status')
  })

  test('a status that an import does not know leaves the house on offer, and is reported', async () => {
    const { problems } = await load([
      { 物件番号: 'U-1', 所在地: '高知県梼原町太郎川A', 価格: '90万円', 状態: '要修繕' },
    ])
    expect(await findNames()).toEqual(['A'])
    expect(problems).toMatchObject([{ field: 'Status', value: '要修繕' }])
  })
})

const RENTS = `物件番号,種別,所在地,価格(万円),賃料
R-A,売戸建,大分県竹田市久住町A,660,
R-B,賃貸戸建,大分県竹田市久住町B,5.3,
R-C,駐車場,大分県竹田市久住町C,0.5,
R-D,貸家,大分県竹田市久住町D,,4万円/月
R-E,売買・賃貸,大分県竹田市久住町E,890,6万円
R-F,一戸建て,大分県竹田市久住町F,3万円/月,
`

describe('rents', () => {
  test('an import leaves out houses that are only for rent, and counts them', async () => {
    const { report } = await load(RENTS)
    expect(report).toMatchObject({ added: 2, skipped: { 'for rent': 4 } })
    expect(await find()).toMatchObject([
      { 'Sale Price Yen': 6_600_000 },
      { 'Sale Price Yen': 8_900_000, offer: 'both', rentYen: 60_000 },
    ])
  })

  test('with --rents, no filter and no order takes a rent for a price', async () => {
    await load(RENTS, { rents: true })
    expect((await findNames()).slice(0, 2)).toEqual(['A', 'E'])
    expect(await findNames({ sale_price_max: 1_000_000, sale_price_currency: 'JPY' })).toEqual([])
    expect((await findNames({ sort_order: 'desc' })).slice(0, 2)).toEqual(['E', 'A'])
    const rents = Object.fromEntries(
      (await find()).map((house) => [house['Property Location']?.at(-1), house]),
    )
    expect(rents).toMatchObject({
      B: { offer: 'rent', rentYen: 53_000, 'Sale Price': null, 'Sale Price Yen': null },
      C: { offer: 'rent', rentYen: 5_000, 'Sale Price Yen': null },
      D: { offer: 'rent', rentYen: 40_000, 'Sale Price Yen': null },
      F: { offer: 'rent', rentYen: 30_000, 'Sale Price Yen': null },
    })
  })

  test('a house that was imported as a rent is withdrawn by an import without rents', async () => {
    await load(RENTS, { rents: true })
    expect((await load(RENTS)).report).toMatchObject({ unchanged: 2, withdrawn: 4 })
    expect(await findNames()).toEqual(['A', 'E'])
  })
})

const FREE = `物件番号,所在地,価格
F-A,徳島県東みよし町加茂A,0円
F-B,徳島県東みよし町加茂B,無償譲渡
F-C,徳島県東みよし町加茂C,1円
F-D,徳島県東みよし町加茂D,応相談
F-E,徳島県東みよし町加茂E,300万円台
F-F,徳島県東みよし町加茂F,0
`

test('a house that is given away is found by every maximum price, and comes first by price', async () => {
  await load(FREE)
  expect((await find()).map((house) => house['Sale Price Yen'])).toEqual([
    0,
    0,
    1,
    null,
    null,
    null,
  ])
  for (const sale_price_max of [0, 0.5, 1, 1e9]) {
    for (const sale_price_currency of ['JPY', 'USD', 'EUR']) {
      const found = await findNames({ sale_price_max, sale_price_currency })
      expect(found, `${sale_price_max} ${sale_price_currency}`).toEqual(
        expect.arrayContaining(['A', 'B']),
      )
      expect(found).not.toContain('F')
    }
  }
  expect(await findNames({ sale_price_min: 1, sale_price_currency: 'JPY' })).toEqual(['C'])
})

test('a price that cannot be read is shown as the source writes it', async () => {
  await load(FREE)
  const texts = Object.fromEntries(
    (await find()).map((house) => [house['Property Location']?.at(-1), house.priceText]),
  )
  expect(texts).toMatchObject({ D: '応相談', E: '300万円台', A: undefined })
})
