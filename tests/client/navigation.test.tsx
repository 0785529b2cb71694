import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addFavorite } from '#contract/favorites.ts'
import { saveSearch } from '#contract/saved-searches.ts'
import { acceptInvitation, addToShortlist, inviteToShortlist } from '#contract/shortlist.ts'
import { closeApp, connect, openApp } from '#tests/support/app.tsx'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ana: Person

beforeEach(async () => {
  server = await startServer()
  connect(server)
  ana = await server.addSubscriber()
  for (const id of ['ine', 'seiyo', 'tanba', 'uwa', 'ozu']) {
    await server.addListing({ id, prefecture: 'ehime', location: id })
  }
})
afterEach(closeApp)

const tabs = () => within(screen.getByRole('navigation', { name: 'Main' }))
const labels = () =>
  tabs()
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

test('the tabs lead to the list, the map, the favorites and the plan', async () => {
  const { person, address } = openApp('/listings?prefecture=ehime', ana)
  await screen.findAllByRole('article')
  expect(labels()).toEqual(['All Listings', 'Map', 'Favorites', 'Plan'])
  await person.click(tabs().getByRole('link', { name: 'Map' }))
  await screen.findByRole('region', { name: 'Map of the results' })
  expect(address()).toBe('/listings?prefecture=ehime&view=map')
  expect(tabs().getByRole('link', { current: 'page' }).textContent).toBe('Map')
  await person.click(tabs().getByRole('link', { name: 'All Listings' }))
  expect(tabs().getByRole('link', { current: 'page' }).textContent).toBe('All Listings')
  await person.click(tabs().getByRole('link', { name: 'Plan' }))
  await screen.findByRole('heading', { name: 'Viewing Plan' })
})

test('a tab leads to the shared houses when the list has a partner', async () => {
  const jun = await server.addUser({ name: 'Jun' })
  await server.call(ana, addToShortlist, { listing_id: 'ine' })
  const { body } = await server.call(ana, inviteToShortlist, {})
  await server.call(jun, acceptInvitation, { token: new URL(body.link).hash.slice(1) })
  openApp('/account', ana)
  await screen.findByRole('link', { name: 'Together' })
  expect(labels()).toEqual(['All Listings', 'Map', 'Favorites', 'Plan', 'Together'])
})

test('the account menu opens the saved searches from every page', async () => {
  await server.call(ana, saveSearch, { name: 'By the sea', search: 'prefecture=ehime' })
  const { person, address } = openApp('/account', ana)
  await person.click(await screen.findByRole('button', { name: /account menu/i }))
  await person.click(await screen.findByRole('menuitem', { name: 'Saved Searches' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Saved Searches' }))
  await person.click(await sheet.findByRole('link', { name: /By the sea/ }))
  await screen.findByRole('heading', { name: 'All Listings' })
  expect(address()).toBe('/listings?prefecture=ehime')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the map shows the button Near me above the map', async () => {
  openApp('/listings?view=map', ana)
  const button = await screen.findByRole('button', { name: 'Near me' })
  // The browser of this test cannot draw. The message stands in the place of the map.
  const map = await screen.findByText(/couldn't draw the map/)
  expect(button.compareDocumentPosition(map)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('one tap above the favorites compares the newest four', async () => {
  for (const id of ['ine', 'seiyo', 'tanba', 'uwa', 'ozu']) {
    await server.call(ana, addFavorite, { listing_id: id })
  }
  const { person, address } = openApp('/favorites', ana)
  await person.click(await screen.findByRole('link', { name: 'Compare the Newest 4' }))
  expect(address()).toMatch(/^\/favorites\/compare\?ids=(\w+%2C){3}\w+$/)
})
