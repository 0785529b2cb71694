import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { addFavorite, countFavorites, listFavorites, removeFavorite } from '#contract/favorites.ts'
import { MAX_FAVORITES } from '#contract/favorites-limit.ts'
import { listings, removedFavorites, subscriptions } from '#server/db/schema.ts'
import { sweep } from '#server/jobs/cleanup-job.ts'
import { addFavorites } from '#tests/support/many-favorites.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ana: Person
beforeEach(async () => {
  server = await startServer()
  ana = await server.addSubscriber()
})

const favoritesOf = async (person: Person) =>
  (await server.call(person, listFavorites, {})).body.favorites

async function withdraw(id: string) {
  const withdrawnAt = new Date('2026-01-10T00:00:00Z')
  await server.services.db.update(listings).set({ withdrawnAt }).where(eq(listings.id, id))
}

test('favorites come newest first, with all known facts of each house', async () => {
  const [farmhouse, townhouse] = [
    await server.addListing({ location: 'Miyama' }),
    await server.addListing({ location: 'Nishijin' }),
  ]
  await server.call(ana, addFavorite, { listing_id: farmhouse.id })
  server.setNow('2026-01-15T00:00:01Z')
  await server.call(ana, addFavorite, { listing_id: townhouse.id })

  const { body } = await server.call(ana, listFavorites, {})
  expect(body.favorites).toEqual([townhouse.id, farmhouse.id])
  expect(body.listings.map((listing) => listing['Property Location'])).toEqual([
    'Nishijin',
    'Miyama',
  ])
})

test('adding or removing a favorite twice has the same effect as once', async () => {
  const { id } = await server.addListing()
  for (const _ of ['once', 'twice']) {
    expect((await server.call(ana, addFavorite, { listing_id: id })).status).toBe(200)
  }
  expect(await favoritesOf(ana)).toEqual([id])
  for (const _ of ['once', 'twice']) {
    expect((await server.call(ana, removeFavorite, { id })).status).toBe(200)
  }
  expect(await favoritesOf(ana)).toEqual([])
})

test("nobody sees or removes another person's favorites (check 28)", async () => {
  const ben = await server.addSubscriber()
  const { id } = await server.addListing()
  await server.call(ana, addFavorite, { listing_id: id })

  await server.call(ben, removeFavorite, { id })

  expect(await favoritesOf(ben)).toEqual([])
  expect(await favoritesOf(ana)).toEqual([id])
})

test('a person whose access has ended still sees how many favorites are kept', async () => {
  const ben = await server.addSubscriber()
  const { id } = await server.addListing()
  await server.call(ana, addFavorite, { listing_id: id })
  await server.services.db.update(subscriptions).set({ status: 'expired' })

  expect(await server.call(ana, listFavorites, {})).toMatchObject({ status: 403 })
  expect((await server.call(ana, countFavorites, {})).body).toEqual({ count: 1 })
  expect((await server.call(ben, countFavorites, {})).body).toEqual({ count: 0 })
})

test('a withdrawn house stays in existing favorites, marked as withdrawn', async () => {
  const { id } = await server.addListing()
  await server.call(ana, addFavorite, { listing_id: id })
  await withdraw(id)

  const { body } = await server.call(ana, listFavorites, {})
  expect(body.listings).toMatchObject([{ _id: id, withdrawn: true }])
  expect((await server.call(ana, addFavorite, { listing_id: id })).status).toBe(200)
})

test('a withdrawn or unknown house cannot become a new favorite', async () => {
  const { id } = await server.addListing()
  await withdraw(id)
  for (const listing_id of [id, 'nowhere']) {
    expect(await server.call(ana, addFavorite, { listing_id })).toMatchObject({
      status: 404,
      body: { detail: 'Listing not found or not accessible.' },
    })
  }
  expect(await favoritesOf(ana)).toEqual([])
})

test('a person with the maximum number of favorites can add another house only after removing one', async () => {
  const [house = ''] = await addFavorites(server, ana, MAX_FAVORITES)
  const { id: another } = await server.addListing()
  const add = (listing_id: string) => server.call(ana, addFavorite, { listing_id })

  expect(await add(another)).toMatchObject({
    status: 409,
    body: {
      detail:
        'You have 1,000 favorites, the most that one account can keep. Remove one to add another.',
    },
  })
  expect((await add(house)).status).toBe(200)
  expect((await server.call(ana, countFavorites, {})).body).toEqual({ count: MAX_FAVORITES })

  await server.call(ana, removeFavorite, { id: house })
  expect((await add(another)).status).toBe(200)
  expect(await favoritesOf(ana)).toContain(another)
})

test('concurrent requests do not exceed the limit of favorites', async () => {
  await addFavorites(server, ana, MAX_FAVORITES - 1)
  const wanted = []
  for (let count = 0; count < 6; count++) wanted.push((await server.addListing()).id)
  const answers = await Promise.all(
    wanted.map((listing_id) => server.call(ana, addFavorite, { listing_id })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  expect(await favoritesOf(ana)).toHaveLength(MAX_FAVORITES)
})

describe('when a person uses two devices', () => {
  const DATE = '2026-01-15T'
  let house: string
  /** Adds or removes a favorite. The choice is made at `at`, and reaches the server at `arrives`. */
  const choose = async (favorite: boolean, { at, arrives }: { at?: string; arrives: string }) => {
    server.setNow(`${DATE}${arrives}Z`)
    const choice = { at: at && `${DATE}${at}Z` }
    const { body } = favorite
      ? await server.call(ana, addFavorite, { listing_id: house, ...choice })
      : await server.call(ana, removeFavorite, { id: house, ...choice })
    return body
  }
  beforeEach(async () => {
    house = (await server.addListing()).id
  })

  test('of two choices about a favorite, the later choice wins, even if the earlier choice arrives last', async () => {
    await choose(true, { arrives: '09:00' })
    await choose(true, { at: '10:05', arrives: '10:05' })
    expect(await choose(false, { at: '10:00', arrives: '10:10' })).toEqual({ favorite: true })
    expect(await favoritesOf(ana)).toEqual([house])

    await choose(false, { at: '11:05', arrives: '11:05' })
    expect(await choose(true, { at: '11:00', arrives: '11:10' })).toEqual({ favorite: false })
    expect(await favoritesOf(ana)).toEqual([])
  })

  test('if the removal of a favorite reaches the server before an earlier addition, the removal still wins', async () => {
    await choose(false, { at: '10:05', arrives: '10:05' })
    expect(await choose(true, { at: '10:00', arrives: '10:10' })).toEqual({ favorite: false })
  })

  test.each([true, false])(
    'of two choices about a favorite made less than two seconds apart, the one that arrives later wins (%s)',
    async (favorite) => {
      await choose(!favorite, { at: '10:00:01', arrives: '10:05' })
      expect(await choose(favorite, { at: '10:00:00', arrives: '10:10' })).toEqual({ favorite })
    },
  )

  test('if the time of a choice about a favorite is in the future, the server uses the time of arrival instead', async () => {
    await choose(false, { at: '23:00', arrives: '10:00' })
    expect(await choose(true, { at: '10:05', arrives: '10:06' })).toEqual({ favorite: true })
  })

  test('if a request to add or remove a favorite states no time, the server uses the time of arrival', async () => {
    await choose(true, { at: '10:00', arrives: '10:00' })
    expect(await choose(false, { arrives: '10:05' })).toEqual({ favorite: false })
    expect(await choose(true, { at: '10:04', arrives: '10:10' })).toEqual({ favorite: false })
    expect(await choose(true, { arrives: '10:11' })).toEqual({ favorite: true })
  })

  test('an old choice about a favorite is accepted if no later choice is known', async () => {
    const add = (at: string) => server.call(ana, addFavorite, { listing_id: house, at })
    expect((await add('0000-12-31T00:00:00Z')).status).toBe(422)
    expect((await add('0001-01-01T00:00:00Z')).body).toEqual({ favorite: true })
  })

  test('the server remembers the removal of a favorite for 90 days', async () => {
    await choose(false, { at: '10:00', arrives: '10:00' })
    const { db } = server.services
    server.setNow('2026-04-15T10:00:00Z')
    await sweep(server.services)
    expect(await db.$count(removedFavorites)).toBe(1)
    server.setNow('2026-04-15T10:00:01Z')
    await sweep(server.services)
    expect(await db.$count(removedFavorites)).toBe(0)
  })
})

test('for each person, the server remembers the latest 1,000 removals of favorites', async () => {
  const ids = await addFavorites(server, ana, MAX_FAVORITES)
  const { db, now } = server.services
  const removedAt = new Date(now().getTime() - 60_000)
  await db
    .insert(removedFavorites)
    .values(ids.map((listingId) => ({ userId: ana.id, listingId, removedAt })))
  const { id: another } = await server.addListing()
  await server.call(ana, removeFavorite, { id: another })
  const rows = await db.select().from(removedFavorites)
  expect(rows).toHaveLength(MAX_FAVORITES)
  expect(rows.map(({ listingId }) => listingId)).toContain(another)
})
