import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { deviceCatalogue } from '#client/catalogue/device-catalogue.ts'
import { readCatalogue } from '#client/catalogue/stored-catalogue.ts'
import { withPhotos, withSearch } from '#client/catalogue/wanted.ts'
import { closeCatalogue } from '#client/catalogue/worker-channel.ts'
import { CHOSEN_PHOTOS, FAVORITE_PHOTOS } from '#client/photos/photo-caches.ts'
import { chosenCache } from '#client/photos/saved-caches.ts'
import { chosenPhotos, favoritePhotos } from '#client/photos/saved-photos.ts'
import { session } from '#client/session/session.ts'
import { addFavorite } from '#contract/favorites.ts'
import { hideInventoryListing } from '#contract/inventory.ts'
import { saveSearch } from '#contract/saved-searches.ts'
import { closeApp, connect, openApp } from '#tests/support/app.tsx'
import { openCacheStorage } from '#tests/support/cache-storage.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'
import { runWorkerInPage } from '#tests/support/worker-in-page.ts'

const PHOTO = 'a photo'
let server: TestServer
let network: ReturnType<typeof connect>
let storage: ReturnType<typeof openCacheStorage>
let ana: Person

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
  storage = openCacheStorage()
  runWorkerInPage()
  vi.stubGlobal('createImageBitmap', async () => ({ close() {} }))
  network.intercept = answerPhotos
  ana = await server.addSubscriber()
  await addHouse('ozu', 'ehime')
  await addHouse('uwajima', 'ehime')
  await addHouse('ine', 'kyoto')
  await server.makeCatalogueFile()
})

function answerPhotos(path: string, method: string) {
  if (!path.startsWith('/images/')) return undefined
  const headers = { 'content-type': 'image/webp', 'content-length': String(1_000_000) }
  if (method === 'HEAD') return new Response(null, { headers })
  return new Response(PHOTO, { headers: { 'content-type': 'image/webp' } })
}

/** Adds a house with two photos. */
function addHouse(id: string, prefecture: string) {
  const photos = [1, 2].map((position) => ({
    ...{ position, path: `${id}${position}.jpg` },
    ...{ width: 4, height: 3, listingId: id },
  }))
  return server.addListing({ id, prefecture, location: id, photos })
}

const photosOf = (...ids: string[]) =>
  ids.flatMap((id) => [`/images/${id}1.jpg?w=1280`, `/images/${id}2.jpg?w=1280`]).sort()
const chosen = () => storage.addresses(CHOSEN_PHOTOS).sort()
const untilChosen = (...ids: string[]) => waitFor(() => expect(chosen()).toEqual(photosOf(...ids)))

async function openDevice() {
  const app = openApp('/device', ana)
  await app.person.click(await screen.findByRole('button', { name: /^Save all houses/ }))
  await app.person.click(await screen.findByText('Details by prefecture: none of 2 saved'))
  return app
}

test('a prefecture states its size with photos, and is saved and removed with them', async () => {
  const { person } = await openDevice()
  await screen.findByText(/^Ehime: 2 houses, \d kB, with photos about 4 MB$/)
  await person.click(screen.getByRole('button', { name: 'Save with photos: Ehime' }))
  await untilChosen('ozu', 'uwajima')
  const part = within(await screen.findByRole('region', { name: 'Photos of other houses' }))
  await part.findByText(/^2 houses saved, 1 kB\. /)
  await screen.findByText(/^Ehime: 2 houses, \d kB saved, with photos$/)

  await person.click(screen.getByRole('button', { name: 'Remove Ehime' }))
  await untilChosen()
  await screen.findByText(/^Ehime: 2 houses, \d kB, with photos about/)
  expect(screen.queryByRole('region', { name: 'Photos of other houses' })).toBeNull()
})

test('a saved search is saved with the photos of its houses and the details of their prefectures', async () => {
  await server.call(ana, saveSearch, { name: 'Old capital', search: 'prefecture=kyoto' })
  const { person } = await openDevice()
  await person.click(await screen.findByText('Houses of saved searches: none of 1 saved'))
  await screen.findByText(/^Old capital: 1 house, photos about 2 MB\. Details: Kyoto, \d kB$/)
  await person.click(screen.getByRole('button', { name: 'Save houses of Old capital' }))
  await untilChosen('ine')
  await screen.findByText(/^Kyoto: 1 house, \d kB saved, .*needed for a saved search$/)
  expect(screen.queryByRole('button', { name: 'Remove Kyoto' })).toBeNull()

  await person.click(screen.getByRole('button', { name: 'Remove houses of Old capital' }))
  await untilChosen()
  await screen.findByRole('button', { name: 'Save Kyoto' })
})

test('the photos of a house that has left the catalogue leave the device at the next contact', async () => {
  const { person } = await openDevice()
  await person.click(await screen.findByRole('button', { name: 'Save with photos: Ehime' }))
  await untilChosen('ozu', 'uwajima')
  closeApp()
  await server.call(await server.addAdmin(), hideInventoryListing, { id: 'ozu', hidden: true })
  await server.makeCatalogueFile()
  openApp('/device', ana)
  // The app does this at each start.
  await deviceCatalogue.start()
  await untilChosen('uwajima')
})

test('a choice that is made while a saved search is located in a new edition is kept', async () => {
  const search = 'sort_by=createdAt&sort_order=asc'
  await server.call(ana, saveSearch, { name: 'Oldest', search })
  const { person } = await openDevice()
  await person.click(await screen.findByText('Houses of saved searches: none of 1 saved'))
  await person.click(await screen.findByRole('button', { name: 'Save houses of Oldest' }))
  await untilChosen('ozu', 'uwajima', 'ine')
  closeApp()
  await addHouse('soni', 'nara')
  await server.makeCatalogueFile()

  const wanted = async () => (await readCatalogue(session.userId() ?? '')).wanted
  let choosing: Promise<void> | undefined
  const PageWorker = Worker
  vi.stubGlobal(
    'Worker',
    class extends PageWorker {
      override postMessage(message: object) {
        if (!('question' in message) || message.question !== 'countPhotos') {
          return super.postMessage(message)
        }
        choosing ??= deviceCatalogue.setWanted((before) => withPhotos(before, 'kyoto'))
        void waitFor(async () => expect((await wanted()).photos).toEqual(['kyoto'])).then(() =>
          super.postMessage(message),
        )
      }
    },
  )
  closeCatalogue()
  openApp('/account', ana)
  await deviceCatalogue.start()
  await choosing
  const { photos, searches } = await wanted()
  expect(photos).toEqual(['kyoto'])
  expect(searches[0]?.prefectures).toContain('nara')
})

test('a search that this version cannot run does not stop the photos of other choices', async () => {
  const { person } = await openDevice()
  await deviceCatalogue.setWanted((wanted) =>
    withSearch(wanted, { search: 'future=1', prefectures: [] }),
  )
  await person.click(await screen.findByRole('button', { name: 'Save with photos: Ehime' }))
  await untilChosen('ozu', 'uwajima')
})

test('the photos of favorites are saved with the favorites, and before all others', async () => {
  await server.call(ana, addFavorite, { listing_id: 'uwajima' })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const { person } = await openDevice()
  network.hold = async (path) => {
    if (path.startsWith('/images/uwajima')) await released
  }
  await person.click(await screen.findByRole('button', { name: /^Save for offline/ }))
  await waitFor(() => expect(favoritePhotos.current()?.phase).toBe('saving'))
  await person.click(await screen.findByRole('button', { name: 'Save with photos: Ehime' }))
  await screen.findByText('The photos of your favorites are saved first.')
  expect(chosen()).toEqual([])

  release()
  await untilChosen('ozu')
  expect(storage.addresses(FAVORITE_PHOTOS).sort()).toEqual(photosOf('uwajima'))
})

test('on a full device, chosen photos give way to the photos of favorites', async () => {
  const { person } = await openDevice()
  storage.capacity = 4 * PHOTO.length
  await person.click(await screen.findByRole('button', { name: 'Save with photos: Ehime' }))
  await untilChosen('ozu', 'uwajima')

  await server.call(ana, addFavorite, { listing_id: 'ine' })
  closeApp()
  openApp('/device', ana)
  await person.click(await screen.findByRole('button', { name: /^Save for offline/ }))
  // The saver is also done before the new favorite has arrived, so wait for its photos.
  const saved = () => storage.addresses(FAVORITE_PHOTOS).sort()
  await waitFor(() => expect(saved()).toEqual(photosOf('ine')))
  await waitFor(() => expect(chosenPhotos.current()?.phase).toBe('full'))
  expect(chosenPhotos.current()?.evicted).toBe(0)
})

test('signing out deletes the chosen photos', async () => {
  const { person } = await openDevice()
  await person.click(await screen.findByRole('button', { name: 'Save with photos: Ehime' }))
  await untilChosen('ozu', 'uwajima')
  await person.click(screen.getByRole('button', { name: /^Account menu/ }))
  await person.click(await screen.findByRole('menuitem', { name: 'Log out' }))
  await waitFor(async () => expect(await storage.keys()).toEqual([]))
})

test('chosen photos leave space free for other data', async () => {
  const estimate = async () => ({ quota: 1_000, usage: 890 })
  vi.stubGlobal('navigator', Object.create(navigator, { storage: { value: { estimate } } }))
  await chosenCache.switchOn()
  await chosenCache.save('/images/a1.jpg?w=1280', new Blob(['1234567890']))
  await expect(
    chosenCache.save('/images/a2.jpg?w=1280', new Blob(['12345678901'])),
  ).rejects.toThrow('reserved')
})
