import { waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { followOptOuts } from '#client/account-session/follow-opt-outs.ts'
import { savedListingsQuery } from '#client/data/saved-listings.ts'
import { BROWSED_PHOTOS, FAVORITE_PHOTOS } from '#client/photos/photo-caches.ts'
import { addFavorite } from '#contract/favorites.ts'
import { setOptOut } from '#contract/opt-outs.ts'
import { listRevisions } from '#contract/revisions.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { openCacheStorage } from '#tests/support/cache-storage.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ana: Person
beforeEach(async () => {
  server = await startServer()
  connect(server)
  ana = await server.addSubscriber()
  await server.addListing({ id: 'favorite', source: 'akiya' })
  await server.addListing({ id: 'browsed', source: 'akiya' })
  await server.addListing({ id: 'other' })
  await server.call(ana, addFavorite, { listing_id: 'favorite' })
})

test('at the next contact, a device removes the houses of a source that has opted out, and their viewed photos', async () => {
  const storage = openCacheStorage()
  for (const name of [BROWSED_PHOTOS, FAVORITE_PHOTOS]) {
    await (await caches.open(name)).put('/images/1.jpg?w=1280', new Response('photo'))
  }
  const { queryClient } = openApp('/listings', ana)
  const savedIds = async () => {
    const records = await queryClient.fetchQuery(savedListingsQuery)
    return records.map(({ _id }) => _id).sort()
  }
  await waitFor(async () => expect(await savedIds()).toEqual(['browsed', 'favorite', 'other']))

  const admin = await server.addAdmin()
  const akiya = { kind: 'source', key: 'akiya' } as const
  await server.call(admin, setOptOut, { ...akiya, opted_out: true, note: 'Letter' })
  const { body } = await server.call(ana, listRevisions, {})
  await followOptOuts(queryClient, body.opt_outs ?? '')

  await waitFor(async () => expect(await savedIds()).toEqual(['other']))
  expect(storage.addresses(BROWSED_PHOTOS)).toEqual([])
  expect(storage.addresses(FAVORITE_PHOTOS)).toHaveLength(1)
})
