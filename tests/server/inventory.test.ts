import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { addFavorite } from '#contract/favorites.ts'
import {
  editInventoryListing,
  getInventoryListing,
  hideInventoryListing,
  type InventoryField,
  listInventory,
  revertInventoryField,
  withdrawInventoryListing,
} from '#contract/inventory.ts'
import { getListing, searchListings } from '#contract/listings.ts'
import type { Database } from '#server/db/database.ts'
import { audit, listingChanges, listings } from '#server/db/schema.ts'
import { openCatalogue } from '#server/listings/catalogue.ts'
import { houseRecord, importInto } from '#tests/support/imports.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let admin: Person
beforeEach(async () => {
  server = await startServer()
  admin = await server.addAdmin({ email: 'haruka@example.com' })
})

type Search = Parameters<typeof listInventory.input.parse>[0] & Record<string, unknown>

async function list(search: Search = {}) {
  const { status, body } = await server.call(admin, listInventory, search)
  expect(status, body.detail).toBe(200)
  return body
}

const idsOf = async (search: Search = {}) => (await list(search)).results.map(({ id }) => id)

async function read(id = 'house-1') {
  const { status, body } = await server.call(admin, getInventoryListing, { id })
  expect(status, body.detail).toBe(200)
  return body
}

const edit = (fields: Partial<Record<InventoryField, string>>, id = 'house-1') =>
  server.call(admin, editInventoryListing, { id, ...fields })

const revert = (field: InventoryField | 'withdrawal', id = 'house-1') =>
  server.call(admin, revertInventoryField, { id, field })

const hide = (hidden: boolean, id = 'house-1') =>
  server.call(admin, hideInventoryListing, { id, hidden })

const withdraw = (withdrawn: boolean, id = 'house-1') =>
  server.call(admin, withdrawInventoryListing, { id, withdrawn })

const importHouse = (fields: Record<string, unknown> = {}, options = {}) =>
  importInto(server.services.db, [houseRecord(fields)], options)

const revision = () => openCatalogue(server.services.db, { freshFor: 0 }).revision()
const entries = () => server.services.db.select().from(audit).orderBy(audit.id)

describe('in the inventory', () => {
  test('the inventory lists every listing, including hidden ones, with its state', async () => {
    const at = (day: number) => ({ createdAt: new Date(`2026-01-0${day}T00:00:00Z`) })
    await server.addListing({ id: 'hidden', hiddenAt: new Date(), ...at(1) })
    await server.addListing({ id: 'withdrawn', withdrawnAt: new Date(), ...at(2) })
    await server.addListing({
      id: 'offered',
      ...at(3),
      propertyType: 'House',
      location: '兵庫県丹波市氷上町1',
      prefecture: 'hyogo',
      city: '丹波市',
      priceYen: 5_800_000,
      priceCents: 3_866_667,
      editedColumns: ['city'],
      photos: [{ path: 'front.jpg' }, { path: 'back.jpg' }],
    })
    const { results, total_count, sources } = await list()
    expect(total_count).toBe(3)
    expect(sources).toEqual(['test'])
    expect(results.map(({ id, state }) => [id, state])).toEqual([
      ['offered', 'offered'],
      ['withdrawn', 'withdrawn'],
      ['hidden', 'hidden'],
    ])
    expect(results[0]).toMatchObject({
      property_type: 'House',
      location: '兵庫県丹波市氷上町1',
      prefecture: 'hyogo',
      city: '丹波市',
      price_yen: 5_800_000,
      price: 38_666.67,
      source: 'test',
      edited: true,
      photo_count: 2,
      photo: 'front.jpg',
      created_at: '2026-01-03T00:00:00.000Z',
    })
    expect(results[1]).toMatchObject({ edited: false, photo_count: 0, photo: null })
  })

  test('the inventory can be filtered by state and source, sorted and paged', async () => {
    const withdrawnAt = new Date()
    await server.addListing({ id: 'a', source: 'one', priceCents: 300, updatedAt: new Date(1000) })
    await server.addListing({ id: 'b', source: 'two', priceCents: null, updatedAt: new Date(3000) })
    await server.addListing({ id: 'c', source: 'two', priceCents: 100, updatedAt: new Date(2000) })
    await server.addListing({ id: 'd', source: 'two', withdrawnAt, hiddenAt: withdrawnAt })
    await server.addListing({ id: 'e', source: 'one', withdrawnAt })
    expect(await idsOf({ state: 'hidden' })).toEqual(['d'])
    expect(await idsOf({ state: 'withdrawn' })).toEqual(['e'])
    expect(await idsOf({ source: 'two', sort_order: 'asc' })).toEqual(['b', 'c', 'd'])
    const offered = { state: 'offered' }
    expect(await idsOf({ ...offered, sort_by: 'updated_at' })).toEqual(['b', 'c', 'a'])
    expect(await idsOf({ ...offered, sort_by: 'price' })).toEqual(['a', 'c', 'b'])
    expect(await idsOf({ ...offered, sort_by: 'price', sort_order: 'asc' })).toEqual([
      'c',
      'a',
      'b',
    ])
    const second = await list({ ...offered, sort_by: 'price', limit: 2, page: 2 })
    expect(second).toMatchObject({ total_count: 3, results: [{ id: 'b' }] })
    expect(await list({ ...offered, page: 9 })).toMatchObject({ total_count: 3, results: [] })
  })

  test.each([
    ['its id', 'house-77'],
    ['the beginning of its id', 'house-7'],
    ['part of its address', '氷上町七番'],
    ['part of an address in English, whatever its case', 'aogaki'],
    ['its city', '丹波市'],
    ['the English name of its prefecture', 'Hyogo'],
    ['the beginning of that name', 'hyo'],
    ['its prefecture in Japanese', '兵庫県'],
    ['its telephone number', '0795-00-0077'],
    ['its page at the source', 'bank.example/77'],
    ['several of these together', 'hyogo  丹波市 bank.example'],
    ['a percent sign that is in its address', '100%'],
  ])('the inventory finds a listing by %s', async (_, search) => {
    await server.addListing({
      id: 'house-77',
      location: '氷上町七番 Aogaki 100%',
      prefecture: 'hyogo',
      city: '丹波市',
      contactNumber: '0795-00-0077',
      referenceUrl: 'https://bank.example/77',
    })
    await server.addListing({ id: 'other-1', location: '氷上町八番 1000', prefecture: 'osaka' })
    expect(await idsOf({ search })).toEqual(['house-77'])
    expect(await idsOf({ search: `${search} nowhere` })).toEqual([])
  })
})

describe('when an administrator opens a listing of the inventory', () => {
  test('the inventory shows a listing as subscribers see it, with its source record and its history', async () => {
    await importHouse({ 'Building - Area': '約百坪', note: '井戸あり' }, { source: 'Tanba' })
    const ana = await server.addSubscriber()
    await server.call(ana, addFavorite, { listing_id: 'house-1' })
    const shown = await read()
    expect(shown.listing).toEqual((await server.call(ana, getListing, { id: 'house-1' })).body)
    expect(shown).toMatchObject({
      state: 'offered',
      readable: true,
      source: { name: 'Tanba' },
      raw: houseRecord({ 'Building - Area': '約百坪', note: '井戸あり' }),
      favorite_count: 1,
      fields: {
        price_yen: { value: '5800000', source_value: '5800000', edited: false },
        building_area: { value: '約百坪', source_value: '約百坪', edited: false },
        prefecture: { value: 'Hyogo', source_value: 'Hyogo', edited: false },
        layout: { value: null, source_value: null, edited: false },
      },
    })
  })

  test('every inventory request with an unknown listing id gets the status 404', async () => {
    const id = 'nowhere'
    for (const answer of [
      await server.call(admin, getInventoryListing, { id }),
      await edit({ city: '丹波市' }, id),
      await revert('city', id),
      await hide(true, id),
      await withdraw(true, id),
    ]) {
      expect(answer).toMatchObject({
        status: 404,
        body: { detail: 'There is no listing with this id' },
      })
    }
  })
})

describe('when an administrator edits a listing', () => {
  test('an edited value of a listing is parsed as in an import, and everybody sees it at once', async () => {
    await importHouse()
    const ana = await server.addSubscriber()
    const find = () => server.call(ana, searchListings, { prefecture: 'osaka' })
    expect((await find()).body.total_count).toBe(0)
    const { body } = await edit({
      property_type: '一戸建て',
      location: '大阪府堺市1',
      prefecture: '大阪府',
      city: '堺市',
      price_yen: '480万円',
      layout: '４ＬＤＫ',
      building_area: '29.8坪',
      land_area: '２００㎡',
      construction: '昭和50年7月',
      structure: '木造',
      transportation: '堺駅 徒歩12分',
      remarks: '庭に\n柿の木',
      contact_number: 'TEL：072-000-0000',
      reference_url: 'https://sakai.example/1',
      link: 'https://portal.example/1',
    })
    expect(body.fields).toEqual(
      Object.fromEntries(
        Object.entries({
          property_type: ['House', null],
          location: ['大阪府堺市1', '兵庫県丹波市氷上町1'],
          prefecture: ['Osaka', 'Hyogo'],
          city: ['堺市', '丹波市'],
          price_yen: ['4800000', '5800000'],
          layout: ['4LDK', null],
          building_area: ['98.51', null],
          land_area: ['200', null],
          construction: ['July 1975', null],
          structure: ['Wood', null],
          transportation: ['堺駅 徒歩12分', null],
          remarks: ['庭に\n柿の木', null],
          contact_number: ['072-000-0000', null],
          reference_url: ['https://sakai.example/1', null],
          link: ['https://portal.example/1', null],
        }).map(([name, [value, source_value]]) => [name, { value, source_value, edited: true }]),
      ),
    )
    expect((await find()).body.results).toMatchObject([
      {
        _id: 'house-1',
        'Sale Price Yen': 4_800_000,
        'Sale Price': 32_000,
        'Construction Year': 1975,
      },
    ])
  })

  test('an edit of a listing can set a value to unknown', async () => {
    await importHouse()
    const { body } = await edit({ city: '', price_yen: '相談' })
    expect(body.fields.city).toMatchObject({ value: null, edited: true })
    expect(body.listing).toMatchObject({ City: null, 'Sale Price': null, 'Sale Price Yen': null })
  })

  test.each([
    [{ prefecture: 'Atlantis' }, 'Prefecture is not a prefecture of Japan'],
    [{ price_yen: 'cheap' }, 'Price cannot be read as a price'],
    [{ price_yen: '$40,000' }, 'Price is not in yen'],
    [{ price_yen: '0' }, 'Price is a price of zero, which may also mean that no price is stated'],
    [{ layout: 'four rooms' }, 'Floor plan is not a floor plan such as 4LDK'],
    [{ building_area: 'large' }, 'Building area cannot be read as an area'],
    [{ land_area: '0' }, 'Land area is an area of zero'],
    [{ construction: '2099' }, 'Construction date is in the future'],
    [{ contact_number: 'call me' }, 'Contact number holds no telephone number'],
    [
      { link: 'javascript:alert(1)' },
      'Link is not an address that begins with http:// or https://',
    ],
    [{ city: 'x'.repeat(61) }, 'City is longer than 60 characters'],
  ])(
    'an edit of a listing with %o is refused with a sentence, and changes nothing',
    async (fields, detail) => {
      await importHouse()
      const before = await read()
      expect(await edit({ location: '別の所', ...fields })).toMatchObject({
        status: 422,
        body: { detail },
      })
      expect(await read()).toEqual(before)
      expect(await entries()).toEqual([])
    },
  )

  test('an edit of a listing that changes no value is not recorded', async () => {
    await importHouse()
    const [before, revisionBefore] = [await read(), await revision()]
    expect((await edit({ price_yen: '580万円', city: '丹波市' })).body).toEqual(before)
    expect(await entries()).toEqual([])
    expect(await revision()).toBe(revisionBefore)
  })

  test('the price history of a listing contains each edit of the price', async () => {
    await importHouse()
    await edit({ price_yen: '480万円' })
    const { body } = await edit({ price_yen: '450万円' })
    expect(body.listing.history?.changes).toMatchObject([
      { kind: 'added' },
      {
        ...{ kind: 'price', yen_before: 5_800_000, yen_after: 4_800_000 },
        at: '2026-01-15T00:00:00.000Z',
      },
      { kind: 'price', yen_before: 4_800_000, yen_after: 4_500_000 },
    ])
  })

  test('the audit log records an edit of a listing with the previous value', async () => {
    await importHouse()
    await edit({ price_yen: '480万円', city: '丹波市' })
    expect(await entries()).toMatchObject([
      {
        actorEmail: 'haruka@example.com',
        action: 'listing.update',
        targetId: 'house-1',
        target: 'Property in Hyogo',
        before: { price_yen: 5_800_000, price_cents: 3_866_667 },
        after: { price_yen: 4_800_000, price_cents: 3_200_000 },
      },
    ])
  })

  test("an administrator can undo an edit of a listing, which restores the source's value", async () => {
    await importHouse()
    const { fields } = await read()
    await edit({ price_yen: '480万円', city: '' })
    const { body } = await revert('price_yen')
    expect(body.fields).toEqual({ ...fields, city: { ...fields.city, value: null, edited: true } })
    expect(body.listing).toMatchObject({ 'Sale Price Yen': 5_800_000, 'Sale Price': 38_666.67 })
    expect(body.listing.history?.changes).toMatchObject([
      { kind: 'added' },
      { kind: 'price', yen_before: 5_800_000, yen_after: 4_800_000 },
      { kind: 'price', yen_before: 4_800_000, yen_after: 5_800_000 },
    ])
    expect((await revert('city')).body.fields).toEqual(fields)
    expect((await entries()).map(({ action, before, after }) => [action, before, after])).toEqual([
      ['listing.update', expect.anything(), expect.anything()],
      ['listing.revert', expect.anything(), expect.objectContaining({ price_yen: 5_800_000 })],
      ['listing.revert', { city: null }, { city: '丹波市' }],
    ])
  })

  test('an edit of a listing cannot be undone if the listing has no source record with the original value', async () => {
    await server.addListing({ id: 'invented', city: '丹波市' })
    const { body } = await edit({ city: '篠山市' }, 'invented')
    expect(body).toMatchObject({ readable: false, fields: { city: { source_value: null } } })
    expect(await revert('city', 'invented')).toMatchObject({
      status: 409,
      body: { detail: 'There is no source record to restore this value from' },
    })
    expect((await read('invented')).fields.city.value).toBe('篠山市')
  })
})

describe('when an administrator hides a listing', () => {
  test("hiding a listing and showing it again are each recorded once, and raise the catalogue's revision", async () => {
    await importHouse()
    const before = await revision()
    await hide(true)
    const { body } = await hide(true)
    expect(body.state).toBe('hidden')
    expect(await revision()).toBe(before + 1)
    expect((await hide(false)).body.state).toBe('offered')
    expect(
      (await entries()).map(({ action, before, after }) => ({ action, before, after })),
    ).toEqual([
      {
        action: 'listing.hide',
        before: { hidden_at: null, hidden_by: [] },
        after: { hidden_at: '2026-01-15T00:00:00.000Z', hidden_by: ['administrator'] },
      },
      {
        action: 'listing.show',
        before: { hidden_at: '2026-01-15T00:00:00.000Z', hidden_by: ['administrator'] },
        after: { hidden_at: null, hidden_by: [] },
      },
    ])
  })
})

describe('when an administrator withdraws a listing', () => {
  test('a listing that an administrator withdraws looks the same as a listing that its source no longer offers', async () => {
    await importHouse()
    const [ana, ben] = [await server.addSubscriber(), await server.addSubscriber()]
    await server.call(ana, addFavorite, { listing_id: 'house-1' })
    expect((await withdraw(true)).body).toMatchObject({
      state: 'withdrawn',
      withdrawal_edited: true,
    })
    const find = (somebody: Person) => server.call(somebody, getListing, { id: 'house-1' })
    expect((await find(ana)).body).toMatchObject({ withdrawn: true })
    expect((await find(ben)).status).toBe(404)
    expect((await withdraw(false)).body).toMatchObject({ state: 'offered' })
    expect((await find(ben)).body).toMatchObject({ withdrawn: false })
    expect((await entries()).map(({ action }) => action)).toEqual([
      'listing.withdraw',
      'listing.offer',
    ])
  })
})

/**
 * Resolves when another transaction waits for a lock that `tx` holds. In the embedded database, a
 * transaction starts only after the previous one has ended, so no transaction waits for a lock. In
 * this case, the promise resolves immediately.
 */
async function untilLockIsAwaited(tx: Pick<Database, 'execute'>) {
  const waiting = sql`select 1 from pg_locks where not granted`
  while (inject('postgres') && (await tx.execute(waiting)).rows.length === 0);
}

describe('when an import follows edits', () => {
  const changed = { 'Sale Price Yen': '390万円', 'Building - Layout': '5DK' }

  test('an import keeps the fields that an administrator has edited, and updates the rest', async () => {
    await importHouse()
    await edit({ price_yen: '480万円', city: '篠山市' })
    const { report } = await importHouse(changed)
    expect(report).toMatchObject({ changed: 1 })
    expect((await read()).fields).toMatchObject({
      price_yen: { value: '4800000', source_value: '3900000', edited: true },
      city: { value: '篠山市', source_value: '丹波市', edited: true },
      layout: { value: '5DK', source_value: '5DK', edited: false },
    })
    expect(await server.services.db.$count(listingChanges, eq(listingChanges.kind, 'price'))).toBe(
      1,
    )
    expect((await revert('price_yen')).body.fields.price_yen).toEqual({
      value: '3900000',
      source_value: '3900000',
      edited: false,
    })
  })

  test("an import keeps an administrator's edit that is made while the import writes", async () => {
    const { db } = server.services
    await importHouse()
    let importing: ReturnType<typeof importHouse> | undefined
    await db.transaction(async (tx) => {
      await tx
        .update(listings)
        .set({ priceYen: 4_800_000, editedColumns: ['price_yen', 'price_cents'] })
        .where(eq(listings.id, 'house-1'))
      importing = importHouse(changed)
      await untilLockIsAwaited(tx)
    })
    await importing
    expect((await read()).fields).toMatchObject({
      price_yen: { value: '4800000', source_value: '3900000', edited: true },
      layout: { value: '5DK' },
    })
    expect(await db.$count(listingChanges, eq(listingChanges.kind, 'price'))).toBe(0)
  })

  test('after an administrator has undone the edit of a field, the next import updates this field', async () => {
    await importHouse()
    await edit({ price_yen: '480万円' })
    await revert('price_yen')
    await importHouse(changed)
    expect((await read()).fields.price_yen.value).toBe('3900000')
  })

  test('an import keeps hidden listings hidden', async () => {
    await importHouse()
    await hide(true)
    await importHouse(changed)
    expect((await read()).state).toBe('hidden')
  })

  test('an import does not offer listings that an administrator has withdrawn', async () => {
    await importHouse()
    await withdraw(true)
    expect((await importHouse()).report).toMatchObject({ unchanged: 1 })
    await importHouse(changed)
    expect((await read()).state).toBe('withdrawn')
    await revert('withdrawal')
    expect((await read()).state).toBe('withdrawn')
    expect((await importHouse(changed)).report).toMatchObject({ changed: 1 })
    expect((await read()).state).toBe('offered')
  })

  test('an import does not withdraw listings that an administrator has offered again', async () => {
    const others = { _id: 'house-2' }
    await importHouse()
    await importHouse(others, { full: true })
    expect((await read()).state).toBe('withdrawn')
    await withdraw(false)
    expect((await importHouse(others, { full: true })).report.withdrawn).toBe(0)
    expect((await read()).state).toBe('offered')
    await revert('withdrawal')
    expect((await importHouse(others, { full: true })).report.withdrawn).toBe(1)
  })

  test('edits of listings from the akiya bank can be undone too', async () => {
    const csv = [
      'PROPERTY_NUMBER_ID,PROPERTY_CATEGORY,PREFECTURE,CITY,NEAREST_TRAIN_LINE,NEAREST_STATION,DISTANCE_TO_NEAREST_STATION_ON_FOOT,AMOUNT/RENT,DATE_OF_CONSTRUCTION,CONSTRUCTION,OCCUPATION_AREA,LAYOUT,SIZE_OF_LOT,STRONG_POINTS',
      '7,売買居住用,兵庫県,丹波市,,,,5800000,1975-07-01,木造,98.5,4LDK,200,',
    ].join('\n')
    await importInto(server.services.db, csv)
    const [id = ''] = await idsOf()
    const { fields } = await read(id)
    expect(fields).toMatchObject({
      price_yen: { value: '5800000', source_value: '5800000' },
      construction: { value: 'July 1975', source_value: 'July 1975' },
    })
    await edit({ price_yen: '1円', construction: '1980' }, id)
    await revert('price_yen', id)
    expect((await revert('construction', id)).body.fields).toEqual(fields)
  })
})
