import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Alert, listAlerts, setAlert, stopAlerts } from '#contract/alerts.ts'
import { addFavorite } from '#contract/favorites.ts'
import { hideInventoryListing } from '#contract/inventory.ts'
import { deleteSavedSearch, saveSearch } from '#contract/saved-searches.ts'
import { openAlertsWork } from '#server/alerts/alerts-work.ts'
import { dueBefore } from '#server/alerts/due.ts'
import type { Database } from '#server/db/database.ts'
import { alerts, subscriptions, users } from '#server/db/schema.ts'
import { openResolver } from '#server/listings/open-search.ts'
import { openMailQueue } from '#server/mail/mail-queue.ts'
import { houseRecord, importInto } from '#tests/support/imports.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let db: Database
let subscriber: Person
let now: Date
beforeEach(async () => {
  // A Thursday.
  now = new Date('2026-01-15T09:00:00Z')
  server = await startServer()
  server.setNow(now.toISOString())
  db = server.services.db
  subscriber = await server.addSubscriber({
    user: { name: 'Ana Prieto', email: 'ana@example.com' },
  })
})

function pass({ hours = 0, minutes = 0 }) {
  now = new Date(now.getTime() + (hours * 60 + minutes) * 60_000)
  server.setNow(now.toISOString())
}

const house = (id: string, changes = {}) => houseRecord({ _id: id, ...changes })
const cheaper = (id: string, price = '480万円') => house(id, { 'Sale Price Yen': price })
/** Imports houses. The alerts, which run every minute, then compare the changes with the searches. */
async function load(records: object[], full = false) {
  await importInto(db, records as never, { now, full })
  await openWork().drain()
}

function openWork() {
  return openAlertsWork({ ...server.services, resolve: openResolver(server.services) })
}

/** Runs the alerts, and returns the mails that people have got since the last call. */
async function mailed() {
  await openWork().drain()
  return (await server.mails()).splice(0)
}

const DAILY: Alert = { rhythm: 'daily', channel: 'mail' }
const AT_ONCE: Alert = { rhythm: 'at-once', channel: 'mail' }

async function set(search_id: string | undefined, alert?: Alert, time_zone = 'UTC') {
  return server.call(subscriber, setAlert, { search_id, alert, time_zone })
}

async function search(query: string, alert: Alert, name = `Houses ${query}`) {
  const { body } = await server.call(subscriber, saveSearch, { name, search: query })
  const id = body.searches.find((saved) => saved.name === name)?.id ?? ''
  await set(id, alert)
  return id
}

async function favor(...ids: string[]) {
  for (const listing_id of ids) await server.call(subscriber, addFavorite, { listing_id })
}

describe('the time of alerts', () => {
  test.each([
    ['UTC', '2026-01-15T09:00:00Z', '2026-01-15T08:00:00.000Z'],
    ['UTC', '2026-01-15T07:59:00Z', '2026-01-14T08:00:00.000Z'],
    ['Asia/Tokyo', '2026-01-15T09:00:00Z', '2026-01-14T23:00:00.000Z'],
    ['America/New_York', '2026-01-15T12:59:00Z', '2026-01-14T13:00:00.000Z'],
    // The clocks go forward on March 8, and back on November 1.
    ['America/New_York', '2026-03-08T12:30:00Z', '2026-03-08T12:00:00.000Z'],
    ['America/New_York', '2026-03-08T11:30:00Z', '2026-03-07T13:00:00.000Z'],
    ['America/New_York', '2026-11-01T13:30:00Z', '2026-11-01T13:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-15T09:00:00Z', '2026-01-14T18:00:00.000Z'],
  ])('a daily alert in %s is due at 8:00 (%s)', (timeZone, at, due) => {
    expect(dueBefore('daily', { timeZone }, new Date(at)).toISOString()).toBe(due)
  })

  test.each([
    ['2026-01-15T09:00:00Z', '2026-01-12T08:00:00.000Z'],
    ['2026-01-12T08:00:00Z', '2026-01-12T08:00:00.000Z'],
    ['2026-01-12T07:00:00Z', '2026-01-05T08:00:00.000Z'],
    ['2026-01-18T23:00:00Z', '2026-01-12T08:00:00.000Z'],
  ])('a weekly alert is due on Monday (%s)', (at, due) => {
    expect(dueBefore('weekly', { timeZone: 'UTC' }, new Date(at)).toISOString()).toBe(due)
  })
})

test('a daily mail tells next morning of the houses that a search finds and of favorites', async () => {
  await load([house('one'), house('two')])
  await favor('one')
  await set(undefined, DAILY)
  await search('prefecture=hyogo', DAILY, 'Hyogo')
  await load([cheaper('one'), house('two'), house('three')])
  expect(await mailed()).toEqual([])
  pass({ hours: 22, minutes: 59 })
  expect(await mailed()).toEqual([])
  pass({ minutes: 1 })
  const [mail, ...others] = await mailed()
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    to: 'ana@example.com',
    subject: 'Houses on Engawa: 1 cheaper, 1 new',
  })
  expect(mail?.text).toContain('¥4,800,000 (about $32,000), was ¥5,800,000')
  expect(mail?.text).toContain('In your favorites, in your search “Hyogo”')
  pass({ hours: 48 })
  expect(await mailed()).toEqual([])
})

test('a favorite that is folded into another listing is told when the other becomes cheaper', async () => {
  const link = 'https://akiya.example/houses/1'
  const loadInto = async (source: string, record: object) => {
    await importInto(db, [record] as never, { now, source })
    await openWork().drain()
  }
  await loadInto('first', house('main', { link }))
  await loadInto('second', house('twin', { link }))
  await favor('twin')
  await set(undefined, AT_ONCE)
  await loadInto('first', house('main', { link, 'Sale Price Yen': '480万円' }))
  pass({ minutes: 5 })
  const [mail, ...others] = await mailed()
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Houses on Engawa: 1 cheaper')
  expect(mail?.text).toContain('was ¥5,800,000')
  expect(mail?.text).toContain('In your favorites')
})

test('an alert at once waits until an import has ended, and tells each change once', async () => {
  await load([house('one')])
  await favor('one')
  await set(undefined, AT_ONCE)
  await load([cheaper('one')])
  expect(await mailed()).toEqual([])
  pass({ minutes: 5 })
  expect((await mailed()).map(({ subject }) => subject)).toEqual(['Houses on Engawa: 1 cheaper'])
  pass({ minutes: 10 })
  await load([cheaper('one')])
  pass({ minutes: 10 })
  expect(await mailed()).toEqual([])
})

test('a house that two searches of different rhythms find is told once', async () => {
  await search('prefecture=hyogo', AT_ONCE)
  await search('layout=4DK', DAILY)
  await load([house('one', { 'Building - Layout': '4DK' })])
  pass({ minutes: 5 })
  expect(await mailed()).toHaveLength(1)
  pass({ hours: 24 })
  expect(await mailed()).toEqual([])
  // A later change of the same house is told.
  await load([house('one', { 'Building - Layout': '4DK', 'Sale Price Yen': '480万円' })])
  pass({ minutes: 5 })
  expect(await mailed()).toHaveLength(1)
})

test('changes before an alert, of other houses and of hidden houses are not told', async () => {
  const admin = await server.addUser({ role: 'admin' })
  await load([house('one')])
  await search('sale_price_max=5000000&sale_price_currency=JPY', AT_ONCE)
  await load([house('dear'), cheaper('hidden')])
  await server.call(admin, hideInventoryListing, { id: 'hidden', hidden: true })
  pass({ minutes: 5 })
  expect(await mailed()).toEqual([])
  await load([cheaper('one')])
  pass({ minutes: 5 })
  expect(await mailed()).toHaveLength(1)
})

test('a person whose access has ended is told nothing, also not by a mail that waits', async () => {
  await load([house('one')])
  await favor('one')
  await set(undefined, AT_ONCE)
  await load([cheaper('one')])
  pass({ minutes: 5 })
  await openWork().drain()
  const own = eq(subscriptions.userId, subscriber.id)
  await db.update(subscriptions).set({ status: 'expired' }).where(own)
  expect(await server.mails()).toEqual([])
  await load([cheaper('one', '400万円')])
  pass({ minutes: 5 })
  expect(await mailed()).toEqual([])
  // Access returns: only later changes are told.
  await db.update(subscriptions).set({ status: 'active' }).where(own)
  pass({ minutes: 5 })
  expect(await mailed()).toEqual([])
  await load([cheaper('one', '300万円')])
  pass({ minutes: 5 })
  expect(await mailed()).toHaveLength(1)
})

test('a blocked person is told nothing', async () => {
  await load([house('one')])
  await favor('one')
  await set(undefined, AT_ONCE)
  await db.update(users).set({ isBlocked: true }).where(eq(users.id, subscriber.id))
  await load([cheaper('one')])
  pass({ minutes: 5 })
  expect(await mailed()).toEqual([])
})

test('two processes that work at the same time tell each change once', async () => {
  await load([house('one'), house('two')])
  await favor('one', 'two')
  await set(undefined, AT_ONCE)
  await load([cheaper('one'), cheaper('two')])
  pass({ minutes: 5 })
  await Promise.all([openWork().drain(), openWork().drain(), openWork().drain()])
  expect(await mailed()).toHaveLength(1)
})

test('a mail server that fails neither loses nor repeats an alert', async () => {
  await load([house('one')])
  await favor('one')
  await set(undefined, AT_ONCE)
  await load([cheaper('one')])
  pass({ minutes: 5 })
  await openWork().drain()
  const failing = openMailQueue({
    ...server.services,
    send: async () => {
      throw new Error('The mail server is down')
    },
    mayGetAlerts: async () => true,
    logError: () => {},
  })
  await failing.drain()
  pass({ hours: 1 })
  expect(await mailed()).toHaveLength(1)
})

describe('stopping mails', () => {
  async function alerted() {
    await load([house('one')])
    await favor('one')
    await set(undefined, AT_ONCE)
    await search('prefecture=hyogo', { rhythm: 'at-once', channel: 'both' }, 'Hyogo')
    await load([cheaper('one')])
    pass({ minutes: 5 })
    const [mail] = await mailed()
    return mail
  }

  /** The token of the link that follows a text in the mail. */
  function tokenAfter(text = '', label: string) {
    const [, token = ''] = text.slice(text.indexOf(label)).match(/token=(\S+)/) ?? []
    return token
  }

  test('a link of the mail stops one alert, without signing in', async () => {
    const mail = await alerted()
    const token = tokenAfter(mail?.text, 'Stop mails about your favorites')
    const { body } = await server.call(null, stopAlerts, { token })
    expect(body).toEqual({ stopped: 'one' })
    const { body: left } = await server.call(subscriber, listAlerts, {})
    expect(left.favorites).toBeUndefined()
    expect(Object.values(left.searches)).toEqual([{ rhythm: 'at-once', channel: 'both' }])
  })

  test('one click in the mail program stops all mails, and keeps notifications', async () => {
    const mail = await alerted()
    const { pathname, search } = new URL(mail?.stopUrl ?? '')
    const response = await server.fetch(pathname + search, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(response.status).toBe(200)
    const { body: left } = await server.call(subscriber, listAlerts, {})
    expect(left.favorites).toBeUndefined()
    expect(Object.values(left.searches)).toEqual([{ rhythm: 'at-once', channel: 'push' }])
  })

  test('a changed token stops nothing', async () => {
    const mail = await alerted()
    const token = tokenAfter(mail?.text, 'Stop all mails')
    for (const wrong of [token.slice(0, -1), token.replace('all', 'one'), 'all.x.y', '']) {
      expect((await server.call(null, stopAlerts, { token: wrong })).status).toBe(404)
    }
    expect(await db.$count(alerts)).toBe(2)
  })
})

test('an alert is set, changed and removed, and leaves with its search', async () => {
  const id = await search('prefecture=hyogo', DAILY)
  expect((await set(id, AT_ONCE, 'Europe/Berlin')).body).toEqual({
    searches: { [id]: AT_ONCE },
    push_device_count: 0,
  })
  expect((await set(undefined, DAILY)).body).toEqual({
    favorites: DAILY,
    searches: { [id]: AT_ONCE },
    push_device_count: 0,
  })
  expect((await set(undefined)).body).toEqual({ searches: { [id]: AT_ONCE }, push_device_count: 0 })
  await server.call(subscriber, deleteSavedSearch, { id })
  expect((await server.call(subscriber, listAlerts, {})).body).toEqual({
    searches: {},
    push_device_count: 0,
  })
  expect((await set(id, DAILY)).status).toBe(404)
  expect((await set(undefined, DAILY, 'Mars/Base')).body).toMatchObject({
    detail: 'Time zone must be a name such as Europe/Berlin',
  })
})

test('nobody sets an alert for a search of another person', async () => {
  const id = await search('prefecture=hyogo', DAILY)
  const other = await server.addSubscriber()
  const input = { search_id: id, alert: DAILY, time_zone: 'UTC' }
  expect((await server.call(other, setAlert, input)).status).toBe(404)
})
