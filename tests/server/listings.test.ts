import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { FREE_LISTINGS } from '#contract/choices.ts'
import { applyImport } from '#contract/imports.ts'
import { hideInventoryListing } from '#contract/inventory.ts'
import {
  getListing,
  ListingSearch,
  listCities,
  listFreeListings,
  searchListings,
} from '#contract/listings.ts'
import { favorites, listings, sources } from '#server/db/schema.ts'
import { bumpRevision, everyListing, openCatalogue } from '#server/listings/catalogue.ts'
import { houseRecord, uploadImport } from '#tests/support/imports.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startServer()
})

const SECRETS = {
  contactNumber: '0790-00-0000',
  referenceUrl: 'https://bank.example/houses/1',
  link: 'https://seller.example/1',
}

test('a listing has the field names and units of the API contract', async () => {
  const subscriber = await server.addSubscriber()
  await server.services.db.insert(sources).values({ name: 'bank', attribution: 'The bank, 2025' })
  const listing = await server.addListing({
    source: 'bank',
    propertyType: 'House',
    location: '兵庫県養父市大屋町1-2',
    prefecture: 'hyogo',
    city: '養父市',
    priceYen: 5_800_000,
    priceCents: 3_866_667,
    layout: '6DK',
    buildingArea: 98.54,
    landArea: null,
    landAreaText: '2000㎡以上',
    constructionYear: 1975,
    constructionText: 'July 1975',
    structure: '木造',
    transportation: '八鹿駅 徒歩20分/バス停 徒歩3分',
    remarks: '畑付き',
    createdAt: new Date('2026-01-02T03:04:05.678Z'),
    photos: [
      { path: 'a.jpg', position: 1, width: 800, height: 600 },
      { path: 'b.jpg', position: 0, width: 1920, height: 1280, thumbhash: 'YWJj', avif: true },
    ],
    ...SECRETS,
  })
  const { body } = await server.call(subscriber, getListing, { id: listing.id })
  expect(body).toEqual({
    _id: listing.id,
    'Property Type': 'House',
    'Property Location': '兵庫県養父市大屋町1-2',
    Prefecture: 'hyogo',
    City: '養父市',
    'Sale Price': 38_666.67,
    'Sale Price Yen': 5_800_000,
    'Building - Layout': '6DK',
    'Building - Area': 98.54,
    'Land - Area': '2000㎡以上',
    'Building - Construction Date': 'July 1975',
    'Construction Year': 1975,
    'Building - Structure': '木造',
    Transportation: '八鹿駅 徒歩20分/バス停 徒歩3分',
    Remarks: '畑付き',
    'Contact Number': SECRETS.contactNumber,
    'Reference URL': SECRETS.referenceUrl,
    link: SECRETS.link,
    createdAt: '2026-01-02T03:04:05.678Z',
    firstImport: false,
    images: ['b.jpg', 'a.jpg'],
    photos: [
      { width: 1920, height: 1280, thumbhash: 'YWJj', avif: true },
      { width: 800, height: 600, thumbhash: null, avif: false },
    ],
    sample: false,
    history: { changes: [] },
    shareKey: expect.stringMatching(/^[\da-f]{16}$/),
    withdrawn: false,
    attribution: 'The bank, 2025',
  })
  const found = await server.call(subscriber, searchListings, {})
  const { history: _, ...card } = body
  expect(found.body.results).toEqual([card])
})

test('each page of results contains every field of its houses, and a changed house appears with its new values', async () => {
  const { db, catalogue } = server.services
  const subscriber = await server.addSubscriber()
  const added = [
    await server.addListing({
      propertyType: 'House',
      location: 'A "quoted" street \\ 1',
      layout: '4LDK',
      createdAt: new Date('2026-01-01'),
      prefecture: 'nara',
    }),
    await server.addListing({
      propertyType: 'House',
      location: 'Nara 2',
      remarks: '海まで徒歩5分',
      createdAt: new Date('2026-01-02'),
      prefecture: 'nara',
    }),
    await server.addListing({ prefecture: 'kyoto', createdAt: new Date('2026-01-03') }),
  ]
  const find = async (search: object) => {
    const { body } = await server.call(subscriber, searchListings, search)
    return body.results
  }
  const readEach = async (ids: string[]) => {
    const answers = ids.map((id) => server.call(subscriber, getListing, { id }))
    // Only the response for one house contains its history.
    return (await Promise.all(answers)).map(({ body: { history: _, ...body } }) => body)
  }
  const ids = added.map(({ id }) => id)
  const inNara = ids.slice(0, 2)
  expect(await find({ sort_order: 'asc' })).toEqual(await readEach(ids))
  expect(await find({ prefecture: 'nara', sort_order: 'asc' })).toEqual(await readEach(inNara))

  await db
    .update(listings)
    .set({ priceYen: 1_234_000 })
    .where(eq(listings.id, ids[0] ?? ''))
  await bumpRevision(db, everyListing)
  catalogue.changed()
  const [changed] = (await find({ prefecture: 'nara', sort_order: 'asc' })).filter(
    ({ _id }) => _id === ids[0],
  )
  expect(changed).toMatchObject({ 'Sale Price Yen': 1_234_000 })
  expect(await find({ prefecture: 'nara', sort_order: 'asc' })).toEqual(await readEach(inNara))
})

test('a results page leaves out houses that have been deleted, hidden or withdrawn since the search', async () => {
  const { db, records } = server.services
  const shown = await server.addListing()
  const hidden = await server.addListing({ hiddenAt: new Date() })
  const withdrawn = await server.addListing({ withdrawnAt: new Date() })
  const ids = ['missing', hidden.id, shown.id, withdrawn.id]
  const read = async () => JSON.parse(await records.read(ids))
  expect(await read()).toEqual([expect.objectContaining({ _id: shown.id })])
  await server.makeRecords()
  expect(await read()).toEqual([expect.objectContaining({ _id: shown.id })])

  await db.delete(listings).where(eq(listings.id, shown.id))
  expect(await read()).toEqual([])
})

test('houses of the sample catalogue are marked as samples', async () => {
  const { id } = await server.addListing({ source: 'sample' })
  const { body } = await server.call(await server.addAdmin(), getListing, { id })
  expect(body.sample).toBe(true)
})

test('a withdrawn listing stays in existing favorites, and other people cannot find it', async () => {
  const [ana, ben] = [await server.addSubscriber(), await server.addSubscriber()]
  const { id } = await server.addListing({ withdrawnAt: new Date() })
  await server.services.db.insert(favorites).values({ userId: ana.id, listingId: id })

  const answer = await server.call(ana, getListing, { id })
  expect(answer).toMatchObject({ status: 200, body: { _id: id, withdrawn: true } })
  const unknown = await server.call(ben, getListing, { id: 'nowhere' })
  expect(unknown).toMatchObject({
    status: 404,
    body: { detail: 'Listing not found or not accessible.' },
  })
  const refused = await server.call(ben, getListing, { id })
  expect([refused.status, refused.body]).toEqual([unknown.status, unknown.body])
})

test('the list of cities is sorted, and states the correct number of listings for each city', async () => {
  const subscriber = await server.addSubscriber()
  const places = [
    { prefecture: 'nara', city: 'Uda' },
    { prefecture: 'nara', city: 'Ōyodo' },
    { prefecture: 'nara', city: 'Asahi' },
    { prefecture: 'nara', city: 'Asahi' },
    { prefecture: 'toyama', city: 'Asahi' },
    { prefecture: 'toyama', city: 'Nanto', withdrawnAt: new Date() },
    { prefecture: 'toyama', city: null },
  ]
  for (const place of places) await server.addListing(place)

  const inNara = await server.call(subscriber, listCities, { prefecture: 'nara' })
  expect(inNara.body).toEqual([
    { value: 'Asahi', display: 'Asahi', count: 2 },
    { value: 'Ōyodo', display: 'Ōyodo', count: 1 },
    { value: 'Uda', display: 'Uda', count: 1 },
  ])
  const inJapan = await server.call(subscriber, listCities, {})
  expect(inJapan.body.map(({ display, count }) => [display, count])).toEqual([
    ['Asahi (Nara)', 2],
    ['Asahi (Toyama)', 1],
    ['Ōyodo', 1],
    ['Uda', 1],
  ])
  for (const { value, count } of inJapan.body) {
    const { body } = await server.call(subscriber, searchListings, { city: value })
    expect(body.total_count, value).toBe(count)
  }
})

test('the list of cities counts only houses that match the search filters', async () => {
  const subscriber = await server.addSubscriber()
  const houses = [
    { city: 'Uda', priceYen: 2_000_000 },
    { city: 'Uda', priceYen: 9_000_000 },
    { city: 'Asahi', priceYen: 9_000_000 },
  ]
  for (const house of houses) await server.addListing({ prefecture: 'nara', ...house })
  const cheap = { prefecture: 'nara', sale_price_max: 3_000_000, sale_price_currency: 'JPY' }
  const { body } = await server.call(subscriber, listCities, cheap)
  expect(body).toEqual([{ value: 'Uda', display: 'Uda', count: 1 }])
})

test('a search result is cached until the catalogue changes', async () => {
  const { db } = server.services
  const subscriber = await server.addSubscriber()
  await server.addListing({ prefecture: 'nara', city: 'Uda' })
  const answers = async () => [
    (await server.call(subscriber, searchListings, {})).body.results.length,
    (await server.call(subscriber, searchListings, {})).body.total_count,
    (await server.call(subscriber, searchListings, { page: 2 })).body.total_count,
    (await server.call(subscriber, listCities, {})).body.length,
    (await server.call(null, listFreeListings, {})).body.results.length,
  ]
  expect(await answers()).toEqual([1, 1, 1, 1, 1])

  await db.delete(listings)
  expect(await answers()).toEqual([1, 1, 1, 1, 1])
  await bumpRevision(db, everyListing)
  expect(await answers()).toEqual([0, 0, 0, 0, 0])
})

test('a change of the catalogue by another process is visible after a quarter of a second', async () => {
  let time = 0
  const { db } = server.services
  const [ours, theirs] = [openCatalogue(db, { clock: () => time }), openCatalogue(db)]
  const before = await ours.revision()
  await db.transaction((transaction) => bumpRevision(transaction, everyListing))
  expect(await theirs.revision()).toBe(before + 1)

  time = 249
  expect(await ours.revision()).toBe(before)
  time = 250
  expect(await ours.revision()).toBe(before + 1)
})

test('a change of the catalogue is visible at once in the process that made it', async () => {
  const catalogue = openCatalogue(server.services.db, { freshFor: Number.POSITIVE_INFINITY })
  const here = await startServer({ catalogue })
  const [admin, { id }] = [await here.addAdmin(), await here.addListing()]
  const find = async () => (await here.call(admin, searchListings, {})).body.total_count
  expect(await find()).toBe(1)

  await here.call(admin, hideInventoryListing, { id, hidden: true })
  expect(await find()).toBe(0)

  const upload = (await uploadImport(here, admin, JSON.stringify([houseRecord()]))).body
  await here.services.imports.settled()
  await here.call(admin, applyImport, { id: upload.id })
  // A search while the import runs may cache the old result. The import must then invalidate that
  // result.
  await find()
  await here.services.imports.settled()
  expect(await find()).toBe(1)
})

test('a change of the catalogue that is rolled back does not raise its revision', async () => {
  const { db, catalogue } = server.services
  const before = await catalogue.revision()
  const change = db.transaction(async (transaction) => {
    await bumpRevision(transaction, everyListing)
    throw new Error('rolled back')
  })
  await expect(change).rejects.toThrow('rolled back')
  expect(await catalogue.revision()).toBe(before)
})

test('a request for an unchanged page of listings gets the status 304', async () => {
  const { token } = await server.addSubscriber()
  const fetchPage = (etag?: string | null) =>
    server.fetch('/v1/listings?prefecture=nara', {
      headers: { authorization: `Bearer ${token}`, ...(etag ? { 'if-none-match': etag } : {}) },
    })
  await server.addListing({ prefecture: 'nara' })
  const etag = (await fetchPage()).headers.get('etag')

  const unchanged = await fetchPage(etag)
  expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
  // A listing in another prefecture changes nothing in this response, so the ETag stays valid.
  await server.addListing({ prefecture: 'toyama' })
  expect((await fetchPage(etag)).status).toBe(304)

  await server.addListing({ prefecture: 'nara' })
  const changed = await fetchPage(etag)
  expect(changed.status).toBe(200)
  expect(changed.headers.get('etag')).not.toBe(etag)
})

test('the free preview has ten houses, which are sorted by whether they have photos and then by date', async () => {
  const add = (day: number, photos: object[]) =>
    server.addListing({ createdAt: new Date(Date.UTC(2026, 0, day)), photos })
  const plain = []
  for (let day = 1; day <= 9; day++) plain.unshift((await add(day, [])).id)
  const older = await add(1, [{}])
  const newer = await add(2, [{}, {}])
  await server.addListing({ photos: [{}], withdrawnAt: new Date() })

  const { body } = await server.call(null, listFreeListings, {})
  expect(body.results.map(({ _id }) => _id)).toEqual([newer.id, older.id, ...plain.slice(0, 8)])
})

test('the free preview is the same for everyone and never contains contact details (checks 26, 27)', async () => {
  for (let count = 0; count < 12; count++) await server.addListing({ ...SECRETS, photos: [{}] })
  const ids = async (response: Response) =>
    (await response.json()).results.map(({ _id }: { _id: string }) => _id)
  const { token } = await server.addAdmin()
  const preview = await ids(await server.fetch('/v1/free-listings'))
  expect(preview).toHaveLength(FREE_LISTINGS)

  await fc.assert(
    fc.asyncProperty(anyParameters(), fc.boolean(), async (parameters, asAdmin) => {
      const headers: HeadersInit = asAdmin ? { authorization: `Bearer ${token}` } : {}
      const response = await server.fetch(`/v1/free-listings?${parameters}`, { headers })
      const text = await response.clone().text()
      for (const secret of [
        ...Object.values(SECRETS),
        'Contact Number',
        'Reference URL',
        '"link"',
      ]) {
        expect(text).not.toContain(secret)
      }
      if (response.status === 422) return
      const found = await ids(response)
      expect(found).toEqual(preview.slice(0, found.length))
    }),
  )
})

/** Generates search parameters with valid, invalid and unknown names and values. */
function anyParameters() {
  const names = fc.constantFrom(...Object.keys(ListingSearch.shape), 'fields', 'user', 'id')
  const values = fc.oneof(
    fc.integer({ min: 1, max: 100 }).map(String),
    fc.constantFrom('', 'sale_price', 'asc', '-1', '1e9', 'true', '*', 'Contact Number'),
    fc.string(),
  )
  return fc.dictionary(names, values, { maxKeys: 3 }).map((entries) => new URLSearchParams(entries))
}
