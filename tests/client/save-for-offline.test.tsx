import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addFavorite } from '#contract/favorites.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { openCacheStorage } from '#tests/support/cache-storage.ts'
import { type Person, startServer } from '#tests/support/server.ts'

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
})

test('when no favorite has a photo, the messages about saving mention only houses', async () => {
  const { person } = openApp('/favorites', ana)

  await person.click(await screen.findByRole('button', { name: 'Save for offline' }))
  await screen.findByText('1 house saved. New favorites are saved automatically.')
  await person.click(screen.getByRole('button', { name: 'Stop saving' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Stop saving for offline?' }))
  expect(sheet.queryByText(/0 MB/)).toBeNull()
  await person.click(sheet.getByRole('button', { name: 'Stop saving' }))
  await screen.findByRole('button', { name: 'Save for offline' })
})

const IN_PRIVATE = /In a private window, what you save is lost when you close it\./

test('before anything is saved, the page explains what happens in a private window', async () => {
  openApp('/favorites', ana)
  await screen.findByText(IN_PRIVATE)
})

test('the installed app never runs in a private window, so it does not mention private windows', async () => {
  Object.assign(navigator, { standalone: true })
  openApp('/favorites', ana)
  await screen.findByRole('heading', { name: 'Save photos for offline' })
  expect(screen.queryByText(IN_PRIVATE)).toBeNull()
})
