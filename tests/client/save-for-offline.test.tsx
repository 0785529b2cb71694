import { join } from 'node:path'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { STREETS_CACHE } from '#client/streets/streets-cache.ts'
import { BASEMAP_PATH } from '#contract/basemap.ts'
import { addFavorite } from '#contract/favorites.ts'
import { openBasemap } from '#server/basemap/basemap.ts'
import { closeApp, connect, openApp } from '#tests/support/app.tsx'
import { openCacheStorage } from '#tests/support/cache-storage.ts'
import { addDefaultPlaces } from '#tests/support/default-places.ts'
import { type Person, startServer } from '#tests/support/server.ts'
import { writeStreetMap } from '#tests/support/street-map.ts'
import { testDirectory } from '#tests/support/test-directory.ts'

let ana: Person

beforeEach(async () => {
  openCacheStorage()
  const server = await startServer()
  connect(server)
  ana = await server.addSubscriber()
  await server.addListing({ id: 'ine', propertyType: 'House', location: 'Ine' })
  await server.call(ana, addFavorite, { listing_id: 'ine' })
})

afterEach(() => {
  Reflect.deleteProperty(navigator, 'standalone')
  Reflect.deleteProperty(navigator, 'connection')
})

test('when no favorite has a photo, the messages about saving mention only houses', async () => {
  const { person, router } = openApp('/device', ana)

  await screen.findByText('Open offline')
  screen.getByText(/^Your favorites already open offline\./)
  await person.click(await screen.findByRole('button', { name: 'Save for offline' }))
  await screen.findByText('1 house saved. New favorites are saved automatically.')
  await act(() => router.navigate({ to: '/favorites' }))
  await screen.findByText('Saved')
  expect(screen.getByRole('article').textContent).not.toContain('Photos:')
  await person.click(screen.getByRole('link', { name: '1 house on this device' }))
  await person.click(await screen.findByRole('button', { name: 'Stop saving' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Stop saving for offline?' }))
  expect(sheet.queryByText(/0 MB/)).toBeNull()
  await person.click(sheet.getByRole('button', { name: 'Stop saving' }))
  await screen.findByRole('button', { name: 'Save for offline' })
})

test('the offer to save favorites for offline use counts only houses with photos, and says that the others have none', async () => {
  const server = await startServer()
  connect(server)
  const ben = await server.addSubscriber()
  for (const id of ['ine', 'miyama', 'ayabe']) {
    await server.addListing({ id, photos: id === 'miyama' ? [{}] : [] })
    await server.call(ben, addFavorite, { listing_id: id })
  }
  openApp('/device', ben)
  await screen.findByText('Photos are not saved')
  await screen.findByText(/without a signal: 1 of 3 houses\. The other houses have no photos\./)
})

test('the state of saving for offline use is on the page once, as a status message for screen readers', async () => {
  openApp('/device', ana)
  // Fails if the page has this text twice.
  const status = await screen.findByText('Open offline')
  expect(status.closest('[role=status]')).not.toBeNull()
  within(status.closest('section') ?? status).getByRole('heading', { name: 'Favorites' })
})

test('the favorites page says in one line what is saved, with a button to save and a link to everything on this device', async () => {
  const { person } = openApp('/favorites', ana)
  await screen.findByRole('link', { name: '1 house on this device' })
  await person.click(await screen.findByRole('button', { name: 'Save for offline' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save for offline' })).toBeNull())
  // The button is gone, so the focus moves to the link.
  const line = screen.getByRole('link', { name: '1 house on this device' })
  expect(document.activeElement).toBe(line)
  expect(line.closest('[role=status]')).not.toBeNull()
  await person.click(line)
  await screen.findByRole('heading', { name: 'On This Device' })
  await screen.findByText('1 house saved. New favorites are saved automatically.')
})

test('the account menu leads to everything on this device', async () => {
  const { person } = openApp('/favorites', ana)
  await person.click(await screen.findByRole('button', { name: /account menu/i }))
  await person.click(await screen.findByRole('menuitem', { name: 'On This Device' }))
  await screen.findByRole('heading', { name: 'On This Device' })
})

test('a person without favorites can choose to save later favorites', async () => {
  const server = await startServer()
  connect(server)
  openApp('/device', await server.addSubscriber())
  await screen.findByText(/^You have no favorites yet\./)
  await screen.findByText('Save here what you want to have without a signal.')
})

/** Opens this device's screen for a person with one favorite, on a server with a map of streets. */
async function openWithStreets() {
  const file = join(testDirectory(), 'streets.pmtiles')
  writeStreetMap(file)
  const server = await startServer({ basemap: await openBasemap(file) })
  const network = connect(server)
  await addDefaultPlaces(server.services.db)
  const ben = await server.addSubscriber()
  await server.addListing({ id: 'tamba', prefecture: 'hyogo', city: 'Tamba', place: '28223' })
  await server.call(ben, addFavorite, { listing_id: 'tamba' })
  return { ...openApp('/device', ben), network, ben }
}

const STREETS_SIZE = /^The streets around your favorites will be saved too, about (\d+\skB)\.$/

test('if the server has a street map, the page states the download size of the map around the favorites, and “Save for offline” also saves this map', async () => {
  const { person } = await openWithStreets()
  const offer = await screen.findByText(STREETS_SIZE)
  const size = offer.textContent?.match(STREETS_SIZE)?.[1]?.replace('\u00a0', ' ')
  await person.click(screen.getByRole('button', { name: /^Save for offline, about \d+\skB$/ }))
  await screen.findByText(`Streets around your favorites: ${size} saved.`)

  await person.click(screen.getByRole('button', { name: 'Stop saving' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Stop saving for offline?' }))
  await sheet.findByText(new RegExp(`The saved streets are removed too: ${size}\\.`))
  await person.click(sheet.getByRole('button', { name: 'Stop saving' }))
  await screen.findByText(STREETS_SIZE)
  await waitFor(async () => expect(await caches.has(STREETS_CACHE)).toBe(false))
})

test('streets that are saved on the device are not downloaded again', async () => {
  const { person, network, ben } = await openWithStreets()
  await screen.findByText(STREETS_SIZE)
  await person.click(screen.getByRole('button', { name: /^Save for offline, about \d+\skB$/ }))
  await screen.findByText(/^Streets around your favorites: \d+\skB saved\.$/)
  closeApp()
  let count = 0
  network.intercept = (path) => {
    if (path === BASEMAP_PATH) count += 1
    return undefined
  }
  openApp('/device', ben)
  await screen.findByText(/^Streets around your favorites: \d+\skB saved\.$/)
  // The page requests only the start of the file, because the start shows whether the operator has
  // replaced the file.
  expect(count).toBe(1)
})

test('on a metered connection, streets are downloaded only after the person agrees', async () => {
  Object.assign(navigator, { connection: { saveData: true } })
  const { person, ben } = await openWithStreets()
  await screen.findByText(STREETS_SIZE)
  await person.click(screen.getByRole('button', { name: /^Save for offline, about \d+\skB$/ }))
  await screen.findByText(/^Streets around your favorites: \d+\skB saved\.$/)
  closeApp()
  await caches.delete(STREETS_CACHE)
  openApp('/device', ben)
  const agree = await screen.findByRole('button', { name: /^Save the streets too, about \d+\skB$/ })
  expect(await caches.has(STREETS_CACHE)).toBe(false)
  await person.click(agree)
  await screen.findByText(/^Streets around your favorites: \d+\skB saved\.$/)
})

test('removing the last favorite removes the saved streets', async () => {
  await (await caches.open(STREETS_CACHE)).put('/basemap.pmtiles?bytes=0-1', new Response('hi'))
  const { person } = openApp('/favorites', ana)
  await person.click(await screen.findByRole('button', { name: /^Remove/ }))
  await screen.findByText('No favorites yet')
  await waitFor(async () => expect(await caches.has(STREETS_CACHE)).toBe(false))
})

const IN_PRIVATE = /In a private window, what you save is lost when you close the window\./

test('before anything is saved, the page explains what a private window means for saved data', async () => {
  openApp('/device', ana)
  await screen.findByText(IN_PRIVATE)
})

test('the installed app never runs in a private window, so it does not mention private windows', async () => {
  Object.assign(navigator, { standalone: true })
  openApp('/device', ana)
  await screen.findByText('Open offline')
  expect(screen.queryByText(IN_PRIVATE)).toBeNull()
})
