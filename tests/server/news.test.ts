import { beforeEach, describe, expect, test } from 'vitest'
import { addFavorite } from '#contract/favorites.ts'
import { hideInventoryListing } from '#contract/inventory.ts'
import { listNews } from '#contract/news.ts'
import { listRevisions } from '#contract/revisions.ts'
import { saveSearch } from '#contract/saved-searches.ts'
import type { Database } from '#server/db/database.ts'
import { findChanged, type NewsSource } from '#server/news/find-news.ts'
import { netChange } from '#server/news/net-change.ts'
import { latestChange } from '#server/news/visits.ts'
import { houseRecord, importInto } from '#tests/support/imports.ts'
import { recordStatements } from '#tests/support/record-statements.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let db: Database
let subscriber: Person
let now: Date
beforeEach(async () => {
  now = new Date('2026-01-15T09:00:00Z')
  server = await startServer()
  server.setNow(now.toISOString())
  db = server.services.db
  subscriber = await server.addSubscriber()
})

const HOURS = 3_600_000
function pass(hours: number) {
  now = new Date(now.getTime() + hours * HOURS)
  server.setNow(now.toISOString())
}

const house = (id: string, changes = {}) => houseRecord({ _id: id, ...changes })
const load = (records: object[], full = false) => importInto(db, records as never, { now, full })

async function news(person = subscriber) {
  const { body } = await server.call(person, listNews, {})
  return body
}

/** The kinds of the news, by house. */
async function kinds(person?: Person) {
  const { news: items } = await news(person)
  return Object.fromEntries(items.map(({ listing_id, kind }) => [listing_id, kind]))
}

async function favor(...ids: string[]) {
  for (const listing_id of ids) await server.call(subscriber, addFavorite, { listing_id })
}

const search = (query: string) =>
  server.call(subscriber, saveSearch, { name: `Houses ${query}`, search: query })

describe('since the last visit', () => {
  test('nothing is new in the first visit', async () => {
    await load([house('one')])
    await search('')
    expect(await news()).toMatchObject({ news: [], total: 0, since: now.toISOString() })
  })

  test('favorites that became cheaper, dearer, changed or gone are news', async () => {
    const ids = ['cheaper', 'dearer', 'changed', 'gone', 'same']
    await load(ids.map((id) => house(id)))
    await favor(...ids)
    await news()
    pass(24)
    const records = [
      house('cheaper', { 'Sale Price Yen': '480万円' }),
      house('dearer', { 'Sale Price Yen': '680万円' }),
      house('changed', { 'Building - Layout': '5DK' }),
      house('same'),
    ]
    await load(records, true)
    expect(await kinds()).toEqual({
      cheaper: 'cheaper',
      dearer: 'dearer',
      changed: 'changed',
      gone: 'gone',
    })
    const [cheaper] = (await news()).news
    expect(cheaper).toMatchObject({
      ...{
        yen_before: 5_800_000,
        yen_after: 4_800_000,
        favorite: true,
        searches: [],
      },
      at: now.toISOString(),
    })
  })

  test('houses that a saved search finds are news if they are new, back or cheaper, and not if they are dearer', async () => {
    const other = { Prefecture: '愛媛県', 'Property Location': '愛媛県西予市' }
    const ids = ['cheaper', 'dearer', 'back']
    await load([...ids.map((id) => house(id)), house('elsewhere', other)])
    await load([...ids.slice(0, 2).map((id) => house(id)), house('elsewhere', other)], true)
    await search('prefecture=hyogo')
    await news()
    pass(24)
    await load([
      house('cheaper', { 'Sale Price Yen': '480万円' }),
      house('dearer', { 'Sale Price Yen': '680万円' }),
      house('back'),
      house('new'),
      house('elsewhere', { ...other, 'Sale Price Yen': '1万円' }),
    ])
    expect(await kinds()).toEqual({ cheaper: 'cheaper', back: 'back', new: 'new' })
    const { news: items, listings } = await news()
    expect(items.map(({ searches }) => searches)).toMatchObject(
      Array(3).fill([{ name: 'Houses prefecture=hyogo' }]),
    )
    expect(listings).toHaveLength(3)
  })

  test('news stay for the whole visit, and leave with the next visit', async () => {
    await load([house('one')])
    await favor('one')
    await news()
    pass(24)
    await load([house('one', { 'Sale Price Yen': '480万円' })])
    const { since } = await news()
    expect(since).toBe('2026-01-15T09:00:00.000Z')
    pass(3)
    expect(await kinds()).toEqual({ one: 'cheaper' })
    pass(5)
    expect(await kinds()).toEqual({})
  })

  test('a change during a visit stays news in this visit and in no later one', async () => {
    await load([house('one')])
    await favor('one')
    await news()
    pass(1)
    await load([house('one', { 'Sale Price Yen': '480万円' })])
    expect(await kinds()).toEqual({ one: 'cheaper' })
    pass(5)
    expect(await kinds()).toEqual({})
  })

  test('a change that no device has shown is news in the next visit', async () => {
    await load([house('one')])
    await favor('one')
    await news()
    pass(2)
    await load([house('one', { 'Sale Price Yen': '480万円' })])
    pass(24)
    expect(await kinds()).toEqual({ one: 'cheaper' })
  })

  test('several changes of a house are one, and a price that returned is none', async () => {
    await load([house('one'), house('two')])
    await favor('one', 'two')
    await news()
    pass(24)
    for (const price of ['480万円', '380万円']) {
      await load([
        house('one', { 'Sale Price Yen': price }),
        house('two', { 'Sale Price Yen': price }),
      ])
    }
    await load([house('two')])
    const { news: items } = await news()
    expect(items).toMatchObject([
      { listing_id: 'one', yen_before: 5_800_000, yen_after: 3_800_000 },
    ])
    expect(items).toHaveLength(1)
  })

  test('a hidden house is no news', async () => {
    await load([house('one')])
    await favor('one')
    await search('')
    await news()
    pass(24)
    await load([house('one', { 'Sale Price Yen': '480万円' })])
    await server.call(await server.addAdmin(), hideInventoryListing, { id: 'one', hidden: true })
    expect(await news()).toMatchObject({ news: [], listings: [] })
  })

  test('a favorite that is folded into another listing has the news of both, once, and is not gone while the other is offered', async () => {
    const link = 'https://akiya.example/houses/1'
    const loadInto = (source: string, record: object) =>
      importInto(db, [record] as never, { now, source })
    await loadInto('first', house('main', { link }))
    await loadInto('second', house('twin', { link }))
    await favor('twin')
    await news()
    pass(24)
    await loadInto('first', house('main', { link, 'Sale Price Yen': '480万円' }))
    expect((await news()).news).toMatchObject([
      { listing_id: 'main', kind: 'cheaper', favorite: true },
    ])
    expect((await news()).listings).toHaveLength(1)
    await loadInto('second', house('twin', { link, 'Sale Price Yen': '470万円' }))
    expect(await kinds()).toEqual({ main: 'cheaper' })
    pass(5)
    await news()
    pass(24)
    await loadInto('second', house('twin', { link, 'Sale Price Yen': '460万円' }))
    expect(await kinds()).toEqual({ twin: 'cheaper' })
    pass(5)
    await news()
    pass(24)
    await importInto(db, [house('other')] as never, { now, source: 'second', full: true })
    expect(await kinds()).toEqual({})
  })

  test('what happened before a house became a favorite is no news', async () => {
    await load([house('one')])
    await news()
    pass(24)
    await load([house('one', { 'Sale Price Yen': '480万円' })])
    pass(1)
    await favor('one')
    expect(await kinds()).toEqual({})
  })

  test('news of other people are not shown', async () => {
    await load([house('one')])
    await favor('one')
    const other = await server.addSubscriber()
    await news(other)
    pass(24)
    await load([house('one', { 'Sale Price Yen': '480万円' })])
    expect(await kinds(other)).toEqual({})
  })

  test('two devices that come back at the same time see the same news', async () => {
    await load([house('one')])
    await favor('one')
    await news()
    pass(24)
    await load([house('one', { 'Sale Price Yen': '480万円' })])
    const both = await Promise.all([kinds(), kinds()])
    expect(both).toEqual([{ one: 'cheaper' }, { one: 'cheaper' }])
  })
})

test('the revision of the news changes with an import, and when the visit is over', async () => {
  const revision = async () => (await server.call(subscriber, listRevisions, {})).body.news
  expect(await revision()).toBe('')
  await load([house('one')])
  await favor('one')
  expect(await revision()).toBe('')
  const first = await news()
  expect(await revision()).toBe(first.revision)
  await load([house('one', { 'Sale Price Yen': '480万円' })])
  expect(await revision()).not.toBe(first.revision)
  const second = await news()
  expect(await revision()).toBe(second.revision)
  pass(5)
  expect(await revision()).not.toBe(second.revision)
})

test('a visit goes on while a page asks for the revisions', async () => {
  await load([house('one')])
  await favor('one')
  await news()
  pass(24)
  await load([house('one', { 'Sale Price Yen': '480万円' })])
  await news()
  for (let hour = 0; hour < 8; hour += 1) {
    pass(1)
    await server.call(subscriber, listRevisions, {})
  }
  expect(await kinds()).toEqual({ one: 'cheaper' })
})

describe('the sum of several changes', () => {
  const change = (kind: 'added' | 'gone' | 'back' | 'facts') => {
    return { kind, before: {}, after: { layout: '5DK' }, changedAt: now }
  }
  const layouts = (...all: string[]) =>
    all.slice(1).map((layout, index) => ({
      ...{ kind: 'facts' as const, changedAt: now },
      ...{ before: { layout: all[index] }, after: { layout } },
    }))

  test('of a fact that was changed and restored is nothing', () => {
    expect(netChange(layouts('3DK', '4DK', '3DK'))).toBeNull()
    expect(netChange(layouts('3DK', '4DK', '5DK'))).toMatchObject({ kind: 'changed' })
  })

  test.each([
    [['added'], 'new'],
    [['added', 'gone'], null],
    [['added', 'gone', 'back'], 'new'],
    [['gone'], 'gone'],
    [['gone', 'back'], null],
    [['gone', 'back', 'facts'], 'changed'],
    [['back'], 'back'],
    [['back', 'gone', 'back'], 'back'],
    [[], null],
  ] as const)('of %j is %s', (all, kind) => {
    expect(netChange(all.map(change))?.kind ?? null).toBe(kind)
  })
})

test('the changed houses are read once, however many searches there are', async () => {
  await load([house('early')])
  const sinceEarly = await latestChange(db)
  await load([house('late'), house('other', { 'Property Location': '京都府綾部市1' })])
  const latest = await latestChange(db)
  const from = (prefecture: string, sinceChange: number): NewsSource => {
    return {
      kind: 'search',
      id: prefecture,
      name: prefecture,
      filters: { prefecture },
      sinceChange,
    }
  }
  async function find(...sources: NewsSource[]) {
    const statements: string[] = []
    const changed = await findChanged(recordStatements(db, statements), subscriber.id, sources)
    return { ids: changed.map(({ ids }) => ids.toSorted()), statements }
  }
  const one = await find(from('hyogo', 0))
  const sources = [from('hyogo', sinceEarly), from('nara', 0), from('kyoto', 0)]
  const many = await find(from('hyogo', 0), ...sources, from('hyogo', latest))
  expect(one.ids).toEqual([['early', 'late']])
  expect(many.ids).toEqual([['early', 'late'], ['late'], [], ['other'], []])
  expect(many.statements).toEqual(one.statements)
})
