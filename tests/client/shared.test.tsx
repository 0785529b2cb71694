import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { connect, openApp } from '#tests/support/app.tsx'
import { addDefaultPlaces } from '#tests/support/default-places.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer

beforeEach(async () => {
  server = await startServer()
  connect(server)
})

const shared = (words: Record<string, string>) => `/shared?${new URLSearchParams(words)}`

test('a house link shared from another app opens that house', async () => {
  await server.addListing({ id: 'ine', propertyType: 'House', location: 'Ine' })
  const ana = await server.addSubscriber()
  const text = `See ${location.origin}/listings?listing=ine`
  const { address, back } = openApp(shared({ title: 'House in Ine', text }), ana)
  await screen.findByRole('article', { name: 'House in Ine' })
  expect(address()).toBe('/listings?listing=ine')
  // The app has replaced the history entry of `/shared`, so Back must not return to `/shared`.
  back()
  await waitFor(() => expect(address()).toBe('/listings?listing=ine'))
})

test('shared content without a link to a house of this site never redirects, and opens a page that links to the listings and the favorites', async () => {
  const { address } = openApp(shared({ url: 'https://evil.example/listings?listing=ine' }))
  await screen.findByRole('heading', { name: 'No house to open' })
  expect(address()).toMatch(/^\/shared/)
  expect(screen.getByRole('link', { name: 'All Listings' }).getAttribute('href')).toBe('/listings')
  expect(screen.getByRole('link', { name: 'Favorites' }).getAttribute('href')).toBe('/favorites')
})

test.each([
  ['a name in Latin letters', { text: 'Seiyo' }],
  [
    'a place in a sentence with a link to another site',
    { text: 'Seiyo, Ehime\nhttps://maps.example/x' },
  ],
  ['an address in Japanese', { title: '愛媛県西予市宇和町' }],
])('a text shared from another app with %s becomes a search in this place', async (_, words) => {
  await addDefaultPlaces(server.services.db)
  const ana = await server.addSubscriber()
  const { address } = openApp(shared(words), ana)
  await waitFor(() => expect(address()).toBe('/listings?place=38214'))
})

test('a shared text that names no place opens a page that says so', async () => {
  await addDefaultPlaces(server.services.db)
  openApp(shared({ text: 'See you at seven' }), await server.addSubscriber())
  await screen.findByText(/no place in Japan that Engawa knows\.$/)
})
