import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { addFavorite, countFavorites, listFavorites, removeFavorite } from '#contract/favorites.ts'
import { listings, subscriptions } from '#server/db/schema.ts'
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

test('favorites come newest first, with all that is known of each house', async () => {
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

test('adding and removing twice are as good as once', async () => {
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

test('nobody sees or removes the favorites of another (check 28)', async () => {
  const ben = await server.addSubscriber()
  const { id } = await server.addListing()
  await server.call(ana, addFavorite, { listing_id: id })

  await server.call(ben, removeFavorite, { id })

  expect(await favoritesOf(ben)).toEqual([])
  expect(await favoritesOf(ana)).toEqual([id])
})

test('whose access has ended still learns how many favorites wait for them', async () => {
  const ben = await server.addSubscriber()
  const { id } = await server.addListing()
  await server.call(ana, addFavorite, { listing_id: id })
  await server.services.db.update(subscriptions).set({ status: 'expired' })

  expect(await server.call(ana, listFavorites, {})).toMatchObject({ status: 403 })
  expect((await server.call(ana, countFavorites, {})).body).toEqual({ count: 1 })
  expect((await server.call(ben, countFavorites, {})).body).toEqual({ count: 0 })
})

test('a house that was withdrawn stays with those who have it, marked', async () => {
  const { id } = await server.addListing()
  await server.call(ana, addFavorite, { listing_id: id })
  await withdraw(id)

  const { body } = await server.call(ana, listFavorites, {})
  expect(body.listings).toMatchObject([{ _id: id, withdrawn: true }])
  expect((await server.call(ana, addFavorite, { listing_id: id })).status).toBe(200)
})

test('a house that is withdrawn or unknown is new to nobody', async () => {
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
