import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { listContacts } from '#contract/contacts.ts'
import { addFavorite, listFavorites } from '#contract/favorites.ts'
import {
  editInventoryListing,
  getInventoryListing,
  hideInventoryListing,
} from '#contract/inventory.ts'
import { getListing, listFreeListings, searchListings } from '#contract/listings.ts'
import { listNews } from '#contract/news.ts'
import { listOptOuts, previewOptOut, setOptOut } from '#contract/opt-outs.ts'
import { listings } from '#server/db/schema.ts'
import { preparePlaces } from '#server/places/stored-places.ts'
import { houseRecord, importInto } from '#tests/support/imports.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let admin: Person
let ana: Person
beforeEach(async () => {
  server = await startServer()
  server.setNow('2026-01-16T10:00:00Z')
  admin = await server.addAdmin()
  ana = await server.addSubscriber()
  await preparePlaces(server.services.db, server.services.now())
})

const optOut = (kind: 'municipality' | 'source', key: string, opted_out = true, note = 'By mail') =>
  server.call(admin, setOptOut, { kind, key, opted_out, note })

async function shown() {
  const { body } = await server.call(ana, searchListings, {})
  return body.results.map(({ _id }) => _id).sort()
}

const seiyo = { prefecture: 'ehime', city: 'Seiyo', place: '38214' }

test('an opt-out hides the houses of a municipality, and its end shows them again', async () => {
  await server.addListing({ id: 'in-seiyo', ...seiyo })
  await server.addListing({ id: 'in-an-oaza', ...seiyo, place: '38214001' })
  await server.addListing({ id: 'elsewhere', prefecture: 'ehime', city: 'Uwajima', place: '38203' })
  await server.call(ana, addFavorite, { listing_id: 'in-seiyo' })

  expect(await optOut('municipality', '38214')).toMatchObject({ body: { house_count: 2 } })
  expect(await shown()).toEqual(['elsewhere'])
  expect((await server.call(ana, getListing, { id: 'in-seiyo' })).status).toBe(404)
  expect((await server.call(ana, listFavorites, {})).body.favorites).toEqual([])
  const { body: free } = await server.call(null, listFreeListings, {})
  expect(free.results.map(({ _id }) => _id)).toEqual(['elsewhere'])

  expect(await optOut('municipality', '38214', false)).toMatchObject({ body: { house_count: 2 } })
  expect(await shown()).toEqual(['elsewhere', 'in-an-oaza', 'in-seiyo'])
  expect((await server.call(ana, listFavorites, {})).body.favorites).toEqual(['in-seiyo'])
})

test('the opt-out of a city includes its wards, but not the other way round', async () => {
  await server.addListing({ id: 'in-a-ward', prefecture: 'hyogo', place: '28109' })
  await server.addListing({ id: 'in-another', prefecture: 'hyogo', place: '28101' })
  await optOut('municipality', '28109')
  expect(await shown()).toEqual(['in-another'])
  await optOut('municipality', '28100')
  expect(await shown()).toEqual([])
  await optOut('municipality', '28100', false)
  expect(await shown()).toEqual(['in-another'])
})

test('of a house whose place is unknown, the prefecture and the name of the city decide', async () => {
  const cities = [
    ['hidden-1', 'ehime', 'near Seiyo city'],
    ['hidden-2', 'ehime', '愛媛県西予市宇和町'],
    ['hidden-3', 'ehime', '東宇和郡西予市'],
    ['shown-1', 'kochi', 'near Seiyo city'],
    ['shown-2', null, 'near Seiyo city'],
    ['shown-3', 'ehime', 'Seiyoda'],
    ['shown-4', 'ehime', '東西予市'],
    ['shown-5', 'ehime', null],
  ] as const
  for (const [id, prefecture, city] of cities) {
    await server.addListing({ id, prefecture, city, place: null })
  }
  await optOut('municipality', '38214')
  expect(await shown()).toEqual(['shown-1', 'shown-2', 'shown-3', 'shown-4', 'shown-5'])
})

test('a house under two opt-outs stays hidden until both have ended', async () => {
  await server.addListing({ id: 'house', source: 'akiya', ...seiyo })
  await optOut('municipality', '38214')
  // The second opt-out hides no more houses.
  expect(await optOut('source', 'akiya')).toMatchObject({ body: { house_count: 0 } })
  await optOut('municipality', '38214', false)
  expect(await shown()).toEqual([])
  await optOut('source', 'akiya', false)
  expect(await shown()).toEqual(['house'])
})

test('a house that an administrator hid stays hidden when the opt-out ends', async () => {
  await server.addListing({ id: 'by-hand', ...seiyo })
  await server.addListing({ id: 'by-hand-later', ...seiyo })
  await server.call(admin, hideInventoryListing, { id: 'by-hand', hidden: true })
  await optOut('municipality', '38214')
  const { body: later } = await server.call(admin, hideInventoryListing, {
    id: 'by-hand-later',
    hidden: true,
  })
  expect(later.hidden_by).toEqual(['administrator', 'municipality'])
  expect(await optOut('municipality', '38214', false)).toMatchObject({ body: { house_count: 0 } })
  expect(await shown()).toEqual([])
  await server.call(admin, hideInventoryListing, { id: 'by-hand', hidden: false })
  expect(await shown()).toEqual(['by-hand'])
})

test('an administrator cannot show a house whose municipality opts out', async () => {
  await server.addListing({ id: 'house', ...seiyo })
  await optOut('municipality', '38214')
  await server.call(admin, hideInventoryListing, { id: 'house', hidden: false })
  const { body } = await server.call(admin, getInventoryListing, { id: 'house' })
  expect(body).toMatchObject({ state: 'hidden', hidden_by: ['municipality'] })
  expect(await shown()).toEqual([])
})

test('the preview counts what the switch will change', async () => {
  await server.addListing({ id: 'a', ...seiyo, source: 'akiya' })
  await server.addListing({ id: 'b', ...seiyo })
  await server.addListing({ id: 'gone', ...seiyo, withdrawnAt: new Date() })
  const preview = async () =>
    (await server.call(admin, previewOptOut, { kind: 'municipality', key: '38214' })).body
  expect(await preview()).toEqual({ opted_out: false, house_count: 2 })
  await optOut('municipality', '38214')
  expect(await preview()).toEqual({ opted_out: true, house_count: 2 })
  await optOut('source', 'akiya')
  expect(await preview()).toEqual({ opted_out: true, house_count: 1 })
})

test('the list says who opted out, why, and who recorded it', async () => {
  await server.addListing({ id: 'house', source: 'akiya', ...seiyo })
  await server.addListing({ id: 'other', source: 'other' })
  await optOut('municipality', '38214', true, 'Letter of 20 November')
  await optOut('source', 'akiya')
  const { body } = await server.call(admin, listOptOuts, {})
  expect(body.results).toContainEqual({
    ...{ kind: 'municipality', key: '38214', name: 'Seiyo, Ehime', note: 'Letter of 20 November' },
    ...{ by: admin.email, at: '2026-01-16T10:00:00.000Z', house_count: 1 },
  })
  expect(body.results).toHaveLength(2)
  expect(body.sources).toEqual(['other'])
  const { body: contacts } = await server.call(admin, listContacts, { search: 'Seiyo' })
  expect(contacts.results[0]).toMatchObject({ place: '38214', opted_out: true, house_count: 0 })
})

test('the audit log records both directions, with the note and the number of houses', async () => {
  await server.addListing({ id: 'house', ...seiyo })
  await optOut('municipality', '38214', true, 'Letter')
  await optOut('municipality', '38214', false, '')
  await optOut('municipality', '38214', false, '')
  const { body } = await server.call(admin, listAudit, {})
  expect(body.results).toMatchObject([
    { action: 'opt-out.end', before: { note: 'Letter' }, after: { shown: 1 } },
    {
      ...{ action: 'opt-out.set', target: 'Seiyo, Ehime', target_id: '38214', before: null },
      after: { note: 'Letter', hidden: 1 },
    },
  ])
})

test('an opt-out needs a note, and someone who can opt out', async () => {
  expect((await optOut('municipality', '38214', true, '  ')).status).toBe(422)
  expect((await optOut('municipality', '99999')).status).toBe(404)
  expect((await optOut('municipality', '38')).status).toBe(404)
  expect((await optOut('source', 'nobody')).status).toBe(404)
})

test('a house that an administrator moves follows the opt-outs of its new municipality', async () => {
  await server.addListing({ id: 'house', ...seiyo, location: null })
  await optOut('municipality', '38214')
  await server.call(admin, editInventoryListing, { id: 'house', city: '宇和島市' })
  expect(await shown()).toEqual(['house'])
  await server.call(admin, editInventoryListing, { id: 'house', city: '西予市' })
  expect(await shown()).toEqual([])
  const [row] = await server.services.db.select().from(listings).where(eq(listings.id, 'house'))
  expect(row?.hiddenBy).toEqual(['municipality'])
})

const inSeiyo = (_id: string) => houseRecord({ _id, 'Property Location': '愛媛県西予市宇和町1' })
const inUwajima = (_id: string) => houseRecord({ _id, 'Property Location': '愛媛県宇和島市1' })

test('imports keep houses hidden, hide new ones from the start, and count them', async () => {
  const { db } = server.services
  await importInto(db, [inSeiyo('a'), inUwajima('b')], { source: 'akiya' })
  await optOut('municipality', '38214')
  const file = [{ ...inSeiyo('a'), 'Sale Price Yen': 1 }, inUwajima('b'), inSeiyo('c')]
  const { report: check } = await importInto(db, file, { source: 'akiya', dryRun: true })
  expect(check.optedOut).toEqual({ municipality: 2 })
  const { report } = await importInto(db, file, { source: 'akiya' })
  expect(report).toMatchObject({ added: 1, changed: 1, optedOut: { municipality: 2 } })
  expect(await shown()).toEqual(['b'])
  await optOut('source', 'akiya')
  const { report: again } = await importInto(db, [...file, inUwajima('d')], { source: 'akiya' })
  expect(again).toMatchObject({ added: 1, unchanged: 3, optedOut: { municipality: 2, source: 4 } })
  expect(await shown()).toEqual([])
  await optOut('source', 'akiya', false)
  expect(await shown()).toEqual(['b', 'd'])
})

test('a house that its source moves out of the municipality is shown, and hidden when it returns', async () => {
  const { db } = server.services
  await importInto(db, [inSeiyo('a')])
  await optOut('municipality', '38214')
  await importInto(db, [inUwajima('a')])
  expect(await shown()).toEqual(['a'])
  await importInto(db, [inSeiyo('a')])
  expect(await shown()).toEqual([])
})

test('a hidden favorite that its source withdraws is no news', async () => {
  const { db } = server.services
  await importInto(db, [inSeiyo('a'), inUwajima('b')])
  await server.call(ana, addFavorite, { listing_id: 'a' })
  await server.call(ana, listNews, {})
  await optOut('municipality', '38214')
  await importInto(db, [inUwajima('b')], { full: true })
  const { body } = await server.call(ana, listNews, {})
  expect(body).toMatchObject({ news: [], listings: [] })
})
