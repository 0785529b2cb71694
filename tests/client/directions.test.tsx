import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeApp, connect, openApp } from '#tests/support/app.tsx'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer

beforeEach(async () => {
  server = await startServer()
  connect(server)
})
afterEach(closeApp)

test('the directions to a house without a house number first warn that the address is incomplete', async () => {
  await server.addListing({
    id: 'seiyo',
    prefecture: 'ehime',
    city: '西予市',
    location: '愛媛県西予市',
  })
  const { person } = openApp('/listings/seiyo', await server.addSubscriber())
  await person.click(await screen.findByRole('button', { name: /^Directions to/ }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Directions' }))
  sheet.getByText('No house number is known. Ask for the house number before you go.')
  const link = sheet.getByRole('link', { name: /not to the house itself$/ })
  expect(link.getAttribute('href')).toMatch(/^https:\/\/www\.google\.com\/maps\/dir\//)
})

test('the directions to a house with a house number open the map at once', async () => {
  await server.addListing({
    id: 'exact',
    prefecture: 'ehime',
    city: '西予市',
    location: '愛媛県西予市宇和町1-2-3',
  })
  openApp('/listings/exact', await server.addSubscriber())
  const link = await screen.findByRole('link', { name: 'Directions to the address' })
  expect(link.getAttribute('href')).toContain(encodeURIComponent('1-2-3'))
})
