import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect, openApp } from '#tests/support/app.tsx'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer

beforeEach(async () => {
  server = await startServer()
  connect(server)
  Object.assign(navigator, { standalone: true })
})

afterEach(() => {
  Reflect.deleteProperty(navigator, 'standalone')
})

const back = () => screen.queryByRole('button', { name: 'Back' })

test('the installed app has a Back button to the previous page', async () => {
  await server.addListing({ id: 'ine', propertyType: 'House', location: 'Ine' })
  const { person, address } = openApp('/favorites', await server.addSubscriber())
  await screen.findByText('No favorites yet')
  expect(back()).toBeNull()
  await person.click(screen.getByRole('button', { name: /^Account menu/ }))
  await person.click(await screen.findByRole('menuitem', { name: 'Subscription' }))
  await screen.findByText('Subscription Details')
  await person.click(screen.getByRole('button', { name: 'Back' }))
  await screen.findByText('No favorites yet')
  expect(address()).toBe('/favorites')
  expect(back()).toBeNull()
})

test('if the installed app opens on an inner page, its Back button leads to the parent of this page', async () => {
  await server.addListing({ id: 'ine', propertyType: 'House', location: 'Ine' })
  const ana = await server.addSubscriber()
  const { person, address } = openApp('/listings?listing=ine', ana)
  await screen.findByText(/^Showing specific listing/)
  await person.click(screen.getByRole('button', { name: 'Back' }))
  await waitFor(() => expect(address()).toBe('/listings'))
  expect(back()).toBeNull()
})

test('if the installed app opens on a page without a parent, its Back button leads to the home page', async () => {
  const { person, address } = openApp('/no/such/page', await server.addSubscriber())
  await screen.findByText('Oops! Page not found')
  await person.click(screen.getByRole('button', { name: 'Back' }))
  await waitFor(() => expect(address()).toBe('/listings'))
})

test('in a browser tab, the app shows no Back button of its own', async () => {
  Reflect.deleteProperty(navigator, 'standalone')
  openApp('/no/such/page')
  await screen.findByText('Oops! Page not found')
  expect(back()).toBeNull()
})

test('in the installed app, the login page says how to save the favorites for offline use', async () => {
  const { address } = openApp('/favorites')
  await screen.findByText(/^Sign in once on this device.*“Save for offline”/)
  expect(address()).toBe('/login?from=%2Ffavorites')
  expect(back()).toBeNull()
})

test('in a tab, signing in leads to the listings', async () => {
  Reflect.deleteProperty(navigator, 'standalone')
  openApp('/favorites')
  await screen.findByText('Sign in to see every house.')
})
