import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { connect, openApp } from '#tests/support/app.tsx'
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
