import { beforeEach, expect, test } from 'vitest'
import { getAccount } from '#contract/account.ts'
import { addFavorite, listFavorites, removeFavorite } from '#contract/favorites.ts'
import { listNews } from '#contract/news.ts'
import { houseRecord } from '#contract/note-choices.ts'
import { changeNotes, listNotes } from '#contract/notes.ts'
import { updateAccount } from '#contract/profile.ts'
import { listRevisions } from '#contract/revisions.ts'
import { deleteSavedSearch, listSavedSearches, saveSearch } from '#contract/saved-searches.ts'
import { addToShortlist, getShortlist } from '#contract/shortlist.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ana: Person
beforeEach(async () => {
  server = await startServer()
  ana = await server.addSubscriber()
  await server.addListing({ id: 'ine' })
  await server.addListing({ id: 'miyama' })
  await server.call(ana, listNews, {})
})

const revisionsOf = async (person: Person) => (await server.call(person, listRevisions, {})).body

/** The revisions in the responses that contain the data. */
async function revisionsInData() {
  const [account, favorites, searches, news, shortlist, notes] = [
    await server.call(ana, getAccount, {}),
    await server.call(ana, listFavorites, {}),
    await server.call(ana, listSavedSearches, {}),
    await server.call(ana, listNews, {}),
    await server.call(ana, getShortlist, {}),
    await server.call(ana, listNotes, {}),
  ]
  return {
    account: account.body.revision,
    favorites: favorites.body.revision,
    saved_searches: searches.body.revision,
    news: news.body.revision,
    shortlist: shortlist.body.revision,
    notes: notes.body.cursor,
  }
}

const note = (value: string) =>
  server.call(ana, changeNotes, {
    changes: [
      {
        id: crypto.randomUUID(),
        record: houseRecord('ine'),
        field: 'note',
        value,
        at: '2026-01-10T00:00:00.000Z',
        seen: [],
      },
    ],
  })
const search = { name: 'By the sea', search: 'prefecture=kyoto' }

/** The revisions of data that have a response of their own, which opt-outs and listings have not. */
function ofData({ opt_outs: _, listings: __, ...others }: Awaited<ReturnType<typeof revisionsOf>>) {
  return others
}

const CHANGES: [string, string, () => Promise<unknown>][] = [
  ['a changed name', 'account', () => server.call(ana, updateAccount, { name: 'Ana Okri' })],
  ['an added favorite', 'favorites', () => server.call(ana, addFavorite, { listing_id: 'ine' })],
  ['a saved search', 'saved_searches', () => server.call(ana, saveSearch, search)],
  [
    'a house on the list',
    'shortlist',
    () => server.call(ana, addToShortlist, { listing_id: 'ine' }),
  ],
  ['a note', 'notes', () => note('Sound roof')],
]

test.each(CHANGES)('%s changes the revision of %s, and no other', async (_name, kind, change) => {
  const before = await revisionsOf(ana)
  server.setNow('2026-01-15T00:01:00Z')
  expect(await change()).toMatchObject({ status: 200 })
  const after = await revisionsOf(ana)
  const changed = Object.entries(after).filter(
    ([name, revision]) => before[name as keyof typeof before] !== revision,
  )
  expect(changed.map(([name]) => name)).toEqual([kind])
  expect(await revisionsInData()).toEqual(ofData(after))
})

test('the data of a new account and the list of revisions agree', async () => {
  expect(await revisionsInData()).toEqual(ofData(await revisionsOf(ana)))
})

test('a favorite and a saved search that are removed again restore the earlier revision', async () => {
  const before = await revisionsOf(ana)
  await server.call(ana, addFavorite, { listing_id: 'ine' })
  const { body } = await server.call(ana, saveSearch, search)
  server.setNow('2026-01-15T00:01:00Z')
  await server.call(ana, removeFavorite, { id: 'ine' })
  await server.call(ana, deleteSavedSearch, { id: body.searches[0]?.id ?? '' })
  expect(await revisionsOf(ana)).toEqual(before)
})

test("another person's changes do not change a person's revisions", async () => {
  const ben = await server.addSubscriber()
  const before = await revisionsOf(ben)
  for (const [, , change] of CHANGES) await change()
  expect(await revisionsOf(ben)).toEqual(before)
})

test('a person without a subscription gets the revisions too', async () => {
  const cleo = await server.addUser({ name: 'Cleo Baum' })
  expect(await server.call(cleo, listRevisions, {})).toMatchObject({ status: 200 })
})
