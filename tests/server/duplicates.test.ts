import { beforeEach, describe, expect, test } from 'vitest'
import { setAlert } from '#contract/alerts.ts'
import { listAudit } from '#contract/audit.ts'
import type { DuplicateState } from '#contract/choices.ts'
import { decideDuplicate, listDuplicates } from '#contract/duplicates.ts'
import { addFavorite, listFavorites } from '#contract/favorites.ts'
import {
  editInventoryListing,
  getInventoryListing,
  hideInventoryListing,
  withdrawInventoryListing,
} from '#contract/inventory.ts'
import { countPlaces, getListing, listFreeListings, searchListings } from '#contract/listings.ts'
import { listNews } from '#contract/news.ts'
import { setOptOut } from '#contract/opt-outs.ts'
import { saveSearch } from '#contract/saved-searches.ts'
import { getSharedListing } from '#contract/sharing.ts'
import { addToShortlist, listShortlistHouses } from '#contract/shortlist.ts'
import { openAlertsWork } from '#server/alerts/alerts-work.ts'
import type { Database } from '#server/db/database.ts'
import { openResolver } from '#server/listings/open-search.ts'
import { addDefaultPlaces, placesAddedOnce } from '#tests/support/default-places.ts'
import { houseRecord, importInto, TODAY } from '#tests/support/imports.ts'
import { importPlacesInto, oazaFile } from '#tests/support/place-files.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let db: Database
let admin: Person
let ana: Person
beforeEach(async () => {
  server = await startServer()
  server.setNow('2026-01-16T10:00:00Z')
  db = server.services.db
  admin = await server.addAdmin()
  ana = await server.addSubscriber({ user: { email: 'ana@example.com' } })
  await addPlaces(db)
})

const addPlaces = placesAddedOnce(async (db) => {
  await addDefaultPlaces(db, TODAY)
  await importPlacesInto(db, await oazaFile(db, '愛媛県,西予市,宇和町卯之町,33.36,132.51'))
})

const IN_OAZA = '愛媛県西予市宇和町卯之町1'
const IN_CITY = '愛媛県西予市三瓶町1'
const PAGE = 'https://akiya.example/houses/1'

/** A house whose link is `PAGE`, unless `fields` say otherwise. */
const linked = (_id: string, fields = {}) => houseRecord({ _id, link: PAGE, ...fields })
/** A house of a district whose price and areas are known. */
const placed = (_id: string, fields = {}) =>
  houseRecord({
    _id,
    'Property Location': IN_OAZA,
    'Building - Area': 84.29,
    'Land - Area': 108.37,
    ...fields,
  })

const load = (source: string, records: Record<string, unknown>[], full = false) =>
  importInto(db, records, { source, full, now: server.services.now() })

async function shown() {
  const { body } = await server.call(ana, searchListings, {})
  return body.results.map(({ _id }) => _id).sort()
}

async function pairs(show: 'waiting' | 'decided') {
  const { body } = await server.call(admin, listDuplicates, { show })
  expect(body.total_count).toBe(body.results.length)
  return body.results.map(({ sides }) => sides.map(({ listing }) => listing._id).join(' '))
}

const decide = (
  one: string,
  other: string,
  state: DuplicateState,
  seen: DuplicateState = state === 'waiting' ? 'folded' : 'waiting',
) => server.call(admin, decideDuplicate, { one, other, seen, state })

async function open(id: string, person = ana) {
  const { status, body } = await server.call(person, getListing, { id })
  expect(status).toBe(200)
  return body
}

describe('when listings of two sources have the same link', () => {
  test.each([
    ['http://akiya.example/houses/1'],
    ['https://www.AKIYA.example/houses/1/'],
    ['https://akiya.example/houses/1#photos'],
    ['https://akiya.example/houses/1?utm_source=portal&utm_medium=list'],
  ])('they are one house: %s', async (link) => {
    await load('first', [linked('a', { 'Building - Layout': '4LDK' })])
    await load('second', [linked('b', { link })])
    expect(await shown()).toEqual(['a'])
    expect(await pairs('decided')).toEqual(['a b'])
    expect(await pairs('waiting')).toEqual([])
  })

  test('a link in the other field counts too', async () => {
    await load('first', [linked('a')])
    await load('second', [houseRecord({ _id: 'b', 'Reference URL': PAGE })])
    expect(await shown()).toEqual(['a'])
  })

  test.each([
    ['the same source', 'first', {}],
    ['another page', 'second', { link: 'https://akiya.example/houses/2' }],
    ['another query', 'second', { link: `${PAGE}?id=2` }],
    ['a fragment with a number', 'second', { link: `${PAGE}#34` }],
    ['a fragment with a path', 'second', { link: `${PAGE}#/villa` }],
    ['another case in the path', 'second', { link: 'https://akiya.example/HOUSES/1' }],
    ['a rent', 'second', { 'Sale Price Yen': null, Offer: 'rent', 'Monthly Rent Yen': 50_000 }],
    ['another prefecture', 'second', { 'Property Location': IN_CITY }],
  ])('they are two houses: %s', async (_, source, fields) => {
    await load('first', [linked('a')])
    await importInto(db, [linked('b', fields)], { source, rents: true })
    expect(await shown()).toEqual(['a', 'b'])
  })

  test('the home page of a site is the page of no house', async () => {
    await load('first', [linked('a', { link: 'https://akiya.example/' })])
    await load('second', [linked('b', { link: 'https://akiya.example' })])
    expect(await shown()).toEqual(['a', 'b'])
  })

  test('a list of houses, to which several listings of a source link, is no house', async () => {
    await load('first', [linked('a')])
    await load('second', [linked('b'), linked('c')])
    expect(await shown()).toEqual(['a', 'b', 'c'])
  })

  test('a link that becomes a list of houses makes two houses again', async () => {
    await load('first', [linked('a')])
    await load('second', [linked('b')])
    expect(await shown()).toHaveLength(1)
    await load('second', [linked('c')])
    expect(await shown()).toEqual(['a', 'b', 'c'])
    expect(await pairs('decided')).toEqual([])
  })

  test.each([
    ['another municipality', { 'Property Location': '愛媛県松山市三番町1' }],
    ['another price', { 'Sale Price Yen': 5_700_000 }],
    ['another building area', { 'Building - Area': 90 }],
    ['another land area', { 'Land - Area': 90 }],
  ])('but %s, the pair waits for an administrator', async (_, fields) => {
    await load('first', [placed('a', { link: PAGE })])
    await load('second', [placed('b', { link: PAGE, ...fields })])
    expect(await shown()).toEqual(['a', 'b'])
    expect(await pairs('waiting')).toEqual(['a b'])
    await load('second', [placed('b', { link: PAGE })])
    expect(await shown()).toEqual(['a'])
    // One source reports a new price before the other.
    await load('second', [placed('b', { link: PAGE, ...fields })])
    expect(await shown()).toEqual(['a'])
  })

  test('a link of the listing that stays, which changes, makes two houses again', async () => {
    await load('first', [placed('a', { link: PAGE })])
    await load('second', [placed('b', { link: PAGE })])
    expect(await shown()).toEqual(['a'])
    await load('first', [placed('a', { link: 'https://other.example/1' })])
    expect(await shown()).toEqual(['a', 'b'])
    expect(await pairs('waiting')).toEqual(['a b'])
  })

  test('a house that a source lists again under a new id is one house', async () => {
    await load('first', [linked('a1')])
    await load('second', [linked('b')])
    server.setNow('2026-01-16T10:30:00Z')
    await load('first', [linked('a2')], true)
    expect(await shown()).toEqual(['b'])
    await load('first', [placed('a3', { link: 'https://first.example/3' })], true)
    expect(await shown()).toEqual(['a3', 'b'])
  })

  test('the listing that people have as a favorite stays, then the oldest', async () => {
    await load('first', [linked('z')])
    server.setNow('2026-01-16T10:30:00Z')
    await load('second', [linked('a', { 'Building - Layout': '4LDK' })])
    expect(await shown()).toEqual(['z'])
    await load('first', [placed('a2', { 'Building - Layout': '4LDK' })])
    await load('second', [placed('b')])
    await server.call(ana, addFavorite, { listing_id: 'b' })
    expect((await decide('a2', 'b', 'folded')).status).toBe(200)
    expect(await shown()).toEqual(['b', 'z'])
  })

  test('different houses stay different when a third listing has the link of both', async () => {
    const both = { link: PAGE, 'Reference URL': 'https://akiya.example/houses/2' }
    await load('first', [placed('a', { link: PAGE })])
    await load('second', [placed('b', { link: 'https://akiya.example/houses/2' })])
    await decide('a', 'b', 'different')
    await load('third', [placed('c', both)])
    expect(await shown()).toEqual(['a', 'b'])
    expect(await pairs('waiting')).toEqual(['b c'])
    expect((await decide('b', 'c', 'folded')).status).toBe(200)
    expect(await shown()).toEqual(['a', 'b'])
    expect(await pairs('waiting')).toEqual(['a c'])
    // The administrator has called them different houses.
    expect((await decide('a', 'c', 'folded')).status).toBe(409)
  })

  test('two listings that one source offers are not folded through a third one', async () => {
    await load('first', [linked('a'), linked('b', { link: 'https://akiya.example/houses/2' })])
    await load('second', [linked('c', { 'Reference URL': 'https://akiya.example/houses/2' })])
    expect(await shown()).toEqual(['a', 'b'])
    expect(await pairs('waiting')).toEqual(['b c'])
  })

  test('a link that changes makes two houses again', async () => {
    await load('first', [linked('a')])
    await load('second', [linked('b')])
    await load('second', [linked('b', { link: 'https://other.example/1' })])
    expect(await shown()).toEqual(['a', 'b'])
  })
})

describe('when listings of two sources have the same district, price and area', () => {
  test('the pair waits for an administrator', async () => {
    await load('first', [placed('a')])
    await load('second', [placed('b')])
    expect(await shown()).toEqual(['a', 'b'])
    expect(await pairs('waiting')).toEqual(['a b'])
    const { body } = await server.call(admin, listDuplicates, {})
    expect(body.results[0]).toMatchObject({
      ...{ state: 'waiting', has_same_link: false, decided_by: null },
      sides: [{ source: 'first' }, { source: 'second' }],
    })
  })

  const inCity = { 'Property Location': IN_CITY }
  test.each([
    ['no building area', { 'Building - Area': null }, {}],
    ['no land area', {}, { 'Land - Area': null }],
    ['a land area of zero', {}, { 'Land - Area': 0 }],
    ['a price of zero and both areas', { 'Sale Price Yen': '0円' }, { 'Sale Price Yen': '0円' }],
    ['only the municipality and both areas', inCity, inCity],
  ])('they may be one house with %s', async (_, one, other) => {
    await load('first', [placed('a', one)])
    await load('second', [placed('b', other)])
    expect(await pairs('waiting')).toEqual(['a b'])
  })

  const free = { 'Sale Price Yen': '0円', 'Land - Area': null }
  test.each([
    ['another building area', {}, { 'Building - Area': 90 }],
    ['another land area', {}, { 'Land - Area': 90 }],
    ['another price', {}, { 'Sale Price Yen': 5_700_000 }],
    ['a price of zero and one area', free, free],
    ['no areas', noAreas(), noAreas()],
    ['only the municipality and one area', { ...inCity, 'Land - Area': null }, inCity],
  ])('they are two houses with %s', async (_, one, other) => {
    await load('first', [placed('a', one)])
    await load('second', [placed('b', other)])
    expect(await pairs('waiting')).toEqual([])
  })

  test('two listings of one source are two houses', async () => {
    await load('first', [placed('a'), placed('b')])
    expect(await pairs('waiting')).toEqual([])
  })

  test('like houses of an estate are not asked about', async () => {
    await load(
      'first',
      ['a', 'b', 'c', 'd'].map((id) => placed(id)),
    )
    await load('second', [placed('e')])
    expect(await pairs('waiting')).toEqual([])
  })

  test('the pair vanishes while one side is withdrawn or hidden, and when its facts change', async () => {
    await load('first', [placed('a'), placed('c', { 'Sale Price Yen': 1 })])
    await load('second', [placed('b')])
    await load('first', [placed('c', { 'Sale Price Yen': 1 })], true)
    expect(await pairs('waiting')).toEqual([])
    await load('first', [placed('a')])
    expect(await pairs('waiting')).toEqual(['a b'])
    await server.call(admin, hideInventoryListing, { id: 'b', hidden: true })
    expect(await pairs('waiting')).toEqual([])
    await server.call(admin, hideInventoryListing, { id: 'b', hidden: false })
    expect(await pairs('waiting')).toEqual(['a b'])
    await server.call(admin, editInventoryListing, { id: 'b', price_yen: '570万円' })
    expect(await pairs('waiting')).toEqual([])
  })

  test('a better file of places finds pairs', async () => {
    const east = { 'Property Location': '愛媛県西予市三瓶町朝立1', 'Land - Area': null }
    await load('first', [placed('a', east)])
    await load('second', [placed('b', east)])
    expect(await pairs('waiting')).toEqual([])
    await importPlacesInto(db, await oazaFile(db, '愛媛県,西予市,三瓶町朝立,33.38,132.41'))
    expect(await pairs('waiting')).toEqual(['a b'])
  })
})

function noAreas() {
  return { 'Building - Area': null, 'Land - Area': null }
}

describe('when an administrator decides', () => {
  beforeEach(async () => {
    await load('first', [
      placed('a', { 'Building - Layout': '4LDK', link: 'https://first.example/a' }),
    ])
    await load('second', [placed('b', { link: 'https://second.example/b' })])
  })

  test('the listing that tells most stays, with its other sources, and Undo shows both again', async () => {
    expect((await decide('b', 'a', 'folded')).status).toBe(200)
    expect(await shown()).toEqual(['a'])
    expect(await open('a')).toMatchObject({
      otherListings: [{ source: 'second', link: 'https://second.example/b', yen: 5_800_000 }],
    })
    const { body: places } = await server.call(ana, countPlaces, {})
    expect(places.places.map(({ count }) => count)).toEqual([1])
    const { body: free } = await server.call(null, listFreeListings, {})
    expect(free.results.map(({ _id }) => _id)).toEqual(['a'])
    expect(JSON.stringify(free)).not.toContain('second')
    const { body: inventory } = await server.call(admin, getInventoryListing, { id: 'b' })
    expect(inventory).toMatchObject({ state: 'hidden', hidden_by: ['duplicate'] })
    expect(await pairs('decided')).toEqual(['a b'])

    await decide('a', 'b', 'waiting')
    expect(await shown()).toEqual(['a', 'b'])
    expect(await open('a')).not.toHaveProperty('otherListings')
    expect(await pairs('waiting')).toEqual(['a b'])
    expect(await pairs('decided')).toEqual([])
  })

  test('different houses stay different after other imports', async () => {
    await decide('a', 'b', 'different')
    await load('second', [placed('b', { Remarks: '南向き' })])
    await load('first', [placed('a'), placed('c', { 'Sale Price Yen': 1 })], true)
    expect(await pairs('waiting')).toEqual([])
    expect(await pairs('decided')).toEqual(['a b'])
    expect(await shown()).toEqual(['a', 'b', 'c'])
  })

  test('a fold survives imports of the same and of changed files', async () => {
    await decide('a', 'b', 'folded')
    const photo = { Remarks: '南向き', 'Building - Layout': '5LDK', Transportation: '駅まで5分' }
    for (const changes of [{}, { 'Sale Price Yen': 5_500_000 }, photo]) {
      await load('second', [placed('b', { link: 'https://second.example/b', ...changes })], true)
      expect(await shown()).toEqual(['a'])
    }
    expect((await open('a')).otherListings).toMatchObject([{ yen: 5_800_000 }])
  })

  test('if the listing that stays is withdrawn, the other one appears again', async () => {
    await decide('a', 'b', 'folded')
    await load('first', [placed('c', { 'Sale Price Yen': 1 })], true)
    expect(await shown()).toEqual(['b', 'c'])
    // People who know the withdrawn listing are led to the other one.
    await load('first', [placed('a', { 'Building - Layout': '4LDK' })])
    expect(await shown()).toEqual(['b', 'c'])
    expect(await open('a')).toMatchObject({ foldedInto: 'b' })
    await server.call(admin, withdrawInventoryListing, { id: 'b', withdrawn: true })
    expect(await shown()).toEqual(['a', 'c'])
  })

  test('if the listing that stays is hidden, the other one appears, and nobody hears of the first', async () => {
    await decide('a', 'b', 'folded')
    await server.call(admin, hideInventoryListing, { id: 'a', hidden: true })
    expect(await shown()).toEqual(['b'])
    expect((await server.call(ana, getListing, { id: 'a' })).status).toBe(404)
    expect(await open('b')).not.toHaveProperty('otherListings')
    await server.call(admin, hideInventoryListing, { id: 'a', hidden: false })
    expect(await shown()).toEqual(['b'])
    expect(await open('b')).toMatchObject({ otherListings: [{ source: 'first' }] })
  })

  test('a source that opted out is not named, whichever listing it has', async () => {
    await decide('a', 'b', 'folded')
    const optOut = (key: string, opted_out: boolean) =>
      server.call(admin, setOptOut, { kind: 'source', key, opted_out, note: 'By mail' })
    await optOut('second', true)
    expect(await shown()).toEqual(['a'])
    expect(await open('a')).not.toHaveProperty('otherListings')
    await optOut('second', false)
    expect(await open('a')).toMatchObject({ otherListings: [{ source: 'second' }] })
    await optOut('first', true)
    expect(await shown()).toEqual(['b'])
    expect(await open('b')).not.toHaveProperty('otherListings')
    await optOut('second', true)
    expect(await shown()).toEqual([])
    await optOut('first', false)
    expect(await shown()).toEqual(['a'])
    await optOut('second', false)
    expect(await shown()).toEqual(['a'])
    await decide('a', 'b', 'waiting')
    expect(await shown()).toEqual(['a', 'b'])
  })

  test('three listings of a house become one, and come apart one by one', async () => {
    await load('third', [placed('c')])
    await decide('a', 'b', 'folded')
    await decide('c', 'b', 'folded')
    expect(await shown()).toEqual(['a'])
    // The answer about the third pair follows from the others.
    expect(await pairs('waiting')).toEqual([])
    expect((await open('a')).otherListings).toHaveLength(2)
    await decide('a', 'b', 'waiting')
    expect(await shown()).toEqual(['a', 'b'])
    expect(await open('c')).toMatchObject({ foldedInto: 'b' })
    await decide('c', 'b', 'waiting')
    expect(await shown()).toEqual(['a', 'b', 'c'])
  })

  test('each decision is in the audit log once, with both listings', async () => {
    await decide('a', 'b', 'folded')
    await decide('a', 'b', 'folded')
    await decide('a', 'b', 'waiting')
    await decide('a', 'b', 'different')
    const { body } = await server.call(admin, listAudit, { search: 'a' })
    const decisions = body.results.filter(({ action }) => action.startsWith('duplicate.'))
    expect(decisions).toMatchObject([
      { action: 'duplicate.separate', before: { state: 'waiting' } },
      { action: 'duplicate.reopen', before: { state: 'folded' } },
      { action: 'duplicate.fold', actor_email: admin.email, after: { listings: ['a', 'b'] } },
    ])
  })

  test('of two administrators who decide differently, the second one is told', async () => {
    const other = await server.addAdmin({ email: 'other@example.com' })
    const answers = await Promise.all([
      decide('a', 'b', 'folded'),
      server.call(other, decideDuplicate, {
        ...{ one: 'a', other: 'b' },
        ...{ seen: 'waiting', state: 'different' },
      }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await pairs('decided')).toEqual(['a b'])
  })

  test('an old page cannot undo a newer decision', async () => {
    await decide('a', 'b', 'folded')
    await decide('a', 'b', 'waiting')
    await decide('a', 'b', 'different')
    expect((await decide('a', 'b', 'waiting', 'folded')).status).toBe(409)
    expect((await decide('a', 'b', 'waiting', 'different')).status).toBe(200)
    expect(await pairs('waiting')).toEqual(['a b'])
  })

  test.each([
    ['a', 'nowhere'],
    ['a', 'a'],
  ])('nobody can decide about %s and %s', async (one, other) => {
    expect((await decide(one, other, 'folded')).status).toBe(404)
  })

  test('Undo separates listings with the same link for good', async () => {
    await load('first', [linked('x')])
    await load('second', [linked('y')])
    expect(await shown()).not.toContain('y')
    await decide('x', 'y', 'waiting')
    await load('second', [linked('y', { Remarks: '南向き' })])
    expect(await shown()).toEqual(['a', 'b', 'x', 'y'])
  })
})

test('searches tell people of a house that was folded when it was imported, and is separated', async () => {
  const { body } = await server.call(ana, saveSearch, { name: 'All', search: '' })
  const alert = { rhythm: 'at-once', channel: 'mail' } as const
  const search_id = body.searches[0]?.id
  await server.call(ana, setAlert, { search_id, alert, time_zone: 'UTC' })
  await server.call(ana, listNews, {})
  const work = openAlertsWork({ ...server.services, resolve: openResolver(server.services) })
  await load('first', [linked('a')])
  await load('second', [linked('b')])
  server.setNow('2026-01-16T10:30:00Z')
  await work.drain()
  const news = async () =>
    (await server.call(ana, listNews, {})).body.news.map(({ listing_id }) => listing_id).sort()
  expect(await news()).toEqual(['a'])
  await decide('a', 'b', 'waiting')
  server.setNow('2026-01-16T11:00:00Z')
  await work.drain()
  expect(await news()).toEqual(['a', 'b'])
})

describe('a person who knows the folded listing', () => {
  test('keeps it as a favorite, on the shortlist and by its links, and is led to the other one', async () => {
    await load('first', [placed('a', { 'Building - Layout': '4LDK' })])
    await load('second', [placed('b')])
    await server.call(admin, addFavorite, { listing_id: 'a' })
    await server.call(ana, addFavorite, { listing_id: 'b' })
    await server.call(ana, addToShortlist, { listing_id: 'b' })
    const { shareKey } = await open('b')
    await decide('a', 'b', 'folded')

    expect(await open('b')).toMatchObject({ foldedInto: 'a' })
    const { body } = await server.call(ana, listFavorites, {})
    expect(body.favorites).toEqual(['b'])
    expect(body.listings).toMatchObject([{ _id: 'b', foldedInto: 'a' }])
    const { body: shortlist } = await server.call(ana, listShortlistHouses, {})
    expect(shortlist.listings.map(({ _id }) => _id)).toEqual(['b'])
    const shared = await server.call(null, getSharedListing, { id: 'b', key: shareKey })
    expect(shared.status).toBe(200)
    // A change that was made without a connection still arrives.
    expect((await server.call(ana, addFavorite, { listing_id: 'b' })).status).toBe(200)
  })

  test('hears neither that it is gone nor that the house is new', async () => {
    await load('first', [placed('a', { 'Building - Layout': '4LDK' })])
    await load('second', [placed('b'), linked('z')])
    await server.call(admin, addFavorite, { listing_id: 'a' })
    await server.call(ana, addFavorite, { listing_id: 'b' })
    const search = { name: 'Ehime', search: 'prefecture=ehime' }
    const { body } = await server.call(ana, saveSearch, search)
    const alert = { rhythm: 'at-once', channel: 'mail' } as const
    for (const search_id of [undefined, body.searches[0]?.id]) {
      await server.call(ana, setAlert, { search_id, alert, time_zone: 'UTC' })
    }
    await server.call(ana, listNews, {})
    const work = openAlertsWork({ ...server.services, resolve: openResolver(server.services) })
    await work.drain()
    ;(await server.mails()).splice(0)

    await decide('a', 'b', 'folded')
    await load('third', [linked('y', { 'Property Location': IN_CITY })])
    server.setNow('2026-01-16T10:30:00Z')
    await load('fourth', [linked('x', { 'Property Location': IN_CITY })])
    await load('second', [linked('z')], true)
    server.setNow('2026-01-16T11:00:00Z')
    await work.drain()
    const { body: news } = await server.call(ana, listNews, {})
    expect(news.news.map(({ listing_id }) => listing_id)).toEqual(['y'])
    const subjects = (await server.mails()).map(({ subject }) => subject)
    expect(subjects.join()).not.toContain('no longer offered')
    expect(await shown()).toEqual(['a', 'y', 'z'])
  })

  test.each([
    ['the folded listing', ['b']],
    ['both listings', ['a', 'b']],
  ])(
    'who saved %s hears once that the house is gone, when its last listing goes',
    async (_, saved) => {
      await load('first', [placed('a', { 'Building - Layout': '4LDK' })])
      await load('second', [placed('b')])
      await decide('a', 'b', 'folded')
      for (const listing_id of saved) await server.call(ana, addFavorite, { listing_id })
      const alert = { rhythm: 'at-once', channel: 'mail' } as const
      await server.call(ana, setAlert, { alert, time_zone: 'UTC' })
      await server.call(ana, listNews, {})
      const work = openAlertsWork({ ...server.services, resolve: openResolver(server.services) })
      const mails = async (now: string) => {
        await work.drain()
        server.setNow(now)
        await work.drain()
        return (await server.mails()).splice(0).map(({ subject }) => subject)
      }
      const isGone = 'Houses on Engawa: 1 no longer offered'
      const gone = async () => (await server.call(ana, listNews, {})).body.news
      await mails('2026-01-16T10:15:00Z')

      // The folded listing goes first.
      await server.call(admin, withdrawInventoryListing, { id: 'b', withdrawn: true })
      expect(await mails('2026-01-16T10:30:00Z')).toEqual([])
      expect(await gone()).toEqual([])
      await server.call(admin, withdrawInventoryListing, { id: 'a', withdrawn: true })
      expect(await mails('2026-01-16T11:00:00Z')).toEqual([isGone])
      expect(await gone()).toMatchObject([{ listing_id: saved[0], kind: 'gone' }])
      expect(await open('b')).toMatchObject({ withdrawn: true })
      expect(await open('b')).not.toHaveProperty('foldedInto')
      const { body } = await server.call(admin, getInventoryListing, { id: 'b' })
      expect(body).toMatchObject({ state: 'withdrawn', hidden_by: [] })

      // The listing that nobody may have saved comes back, and goes again.
      await server.call(admin, withdrawInventoryListing, { id: 'a', withdrawn: false })
      expect(await shown()).toEqual(['a'])
      expect(await open('b')).toMatchObject({ foldedInto: 'a' })
      expect(await mails('2026-01-16T11:30:00Z')).toEqual(['Houses on Engawa: 1 offered again'])
      await server.call(admin, withdrawInventoryListing, { id: 'a', withdrawn: true })
      expect(await mails('2026-01-16T12:00:00Z')).toEqual([isGone])
    },
  )

  test('hears that the house is gone if its saved listing was shown first', async () => {
    await load('first', [placed('a', { 'Building - Layout': '4LDK' })])
    await load('second', [placed('b')])
    await decide('a', 'b', 'folded')
    await server.call(ana, addFavorite, { listing_id: 'a' })
    await server.call(ana, listNews, {})
    await server.call(admin, withdrawInventoryListing, { id: 'a', withdrawn: true })
    const news = async () => (await server.call(ana, listNews, {})).body.news
    expect(await news()).toEqual([])
    await server.call(admin, withdrawInventoryListing, { id: 'b', withdrawn: true })
    expect(await news()).toMatchObject([{ listing_id: 'a', kind: 'gone' }])
  })

  test('hears of no house that is gone after an administrator has separated its listings', async () => {
    await load('first', [placed('a', { 'Building - Layout': '4LDK' })])
    await load('second', [placed('b')])
    await decide('a', 'b', 'folded')
    await server.call(ana, addFavorite, { listing_id: 'b' })
    await server.call(admin, withdrawInventoryListing, { id: 'b', withdrawn: true })
    await decide('a', 'b', 'waiting')
    await server.call(ana, listNews, {})
    await server.call(admin, withdrawInventoryListing, { id: 'a', withdrawn: true })
    expect((await server.call(ana, listNews, {})).body.news).toEqual([])
  })
})
