import { waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { followOptOuts } from '#client/account-session/follow-opt-outs.ts'
import { newsQuery } from '#client/data/news.ts'
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

async function readRevision() {
  const { body } = await server.call(ana, listRevisions, {})
  return body.opt_outs ?? ''
}

test('at the next contact, a device removes the houses of a source that has opted out, and their viewed photos', async () => {
  const storage = openCacheStorage()
  for (const name of [BROWSED_PHOTOS, FAVORITE_PHOTOS]) {
    await (await caches.open(name)).put('/images/1.jpg?w=1280', new Response('photo'))
  }
  const { queryClient, router } = openApp('/listings/browsed', ana)
  const savedIds = async () => {
    const records = await queryClient.fetchQuery(savedListingsQuery)
    return records.map(({ _id }) => _id).sort()
  }
  await waitFor(async () => expect(await savedIds()).toEqual(['browsed', 'favorite']))
  await router.navigate({ to: '/listings/$id', params: { id: 'other' } })
  await waitFor(async () => expect(await savedIds()).toEqual(['browsed', 'favorite', 'other']))
  await followOptOuts(queryClient, await readRevision())

  const admin = await server.addAdmin()
  const akiya = { kind: 'source', key: 'akiya' } as const
  await server.call(admin, setOptOut, { ...akiya, opted_out: true, note: 'Letter' })
  await followOptOuts(queryClient, await readRevision())

  await waitFor(async () => expect(await savedIds()).toEqual(['other']))
  expect(storage.addresses(BROWSED_PHOTOS)).toEqual([])
  expect(storage.addresses(FAVORITE_PHOTOS)).toHaveLength(1)
})

test('the first contact and the end of an opt-out remove nothing', async () => {
  const admin = await server.addAdmin()
  const set = (key: string, opted_out: boolean) =>
    server.call(admin, setOptOut, { kind: 'source', key, opted_out, note: 'Letter' })
  await set('akiya', true)
  const storage = openCacheStorage()
  const { queryClient } = openApp('/listings/other', ana)
  await waitFor(async () =>
    expect(await queryClient.fetchQuery(savedListingsQuery)).toHaveLength(1),
  )
  await (await caches.open(BROWSED_PHOTOS)).put('/images/1.jpg?w=1280', new Response('photo'))
  await followOptOuts(queryClient, await readRevision())
  expect(storage.addresses(BROWSED_PHOTOS)).toHaveLength(1)
  await set('akiya', false)
  await followOptOuts(queryClient, await readRevision())
  expect(storage.addresses(BROWSED_PHOTOS)).toHaveLength(1)
})

test('news is fetched again after an opt-out, although no page shows it', async () => {
  const { queryClient } = openApp('/listings', ana)
  await queryClient.fetchQuery(newsQuery)
  await followOptOuts(queryClient, await readRevision())
  const before = queryClient.getQueryState(newsQuery.queryKey)?.dataUpdateCount
  await server.call(await server.addAdmin(), setOptOut, {
    ...{ kind: 'source', key: 'akiya', opted_out: true, note: 'Letter' },
  })
  await followOptOuts(queryClient, await readRevision())
  await waitFor(() =>
    expect(queryClient.getQueryState(newsQuery.queryKey)?.dataUpdateCount).toBeGreaterThan(
      before ?? 0,
    ),
  )
})
