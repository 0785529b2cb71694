import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addFavorite } from '#contract/favorites.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { openCacheStorage } from '#tests/support/cache-storage.ts'
import { startServer } from '#tests/support/server.ts'

test('where no favorite has a photo, saving speaks of houses', async () => {
  openCacheStorage()
  const server = await startServer()
  connect(server)
  const ana = await server.addSubscriber()
  await server.addListing({ id: 'ine', propertyType: 'House', location: 'Ine' })
  await server.call(ana, addFavorite, { listing_id: 'ine' })
  const { person } = openApp('/favorites', ana)

  await person.click(await screen.findByRole('button', { name: 'Save for offline' }))
  await screen.findByText('1 house saved. New favorites are saved automatically.')
  await person.click(screen.getByRole('button', { name: 'Stop saving' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Stop saving for offline?' }))
  expect(sheet.queryByText(/0 MB/)).toBeNull()
  await person.click(sheet.getByRole('button', { name: 'Stop saving' }))
  await screen.findByRole('button', { name: 'Save for offline' })
})
