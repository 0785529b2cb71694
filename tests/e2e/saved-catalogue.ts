import type { Page } from '@playwright/test'
import type { Phone } from '#tests/support/phone.ts'
import type { ProxiedServer } from '#tests/support/proxied-server.ts'
import { expect, openSignedIn } from './fixtures.ts'

export const savedHouses = (page: Page) =>
  page.getByText('330 houses: search, filters and map work without')

/** Signs in as a subscriber, and saves on the phone what searches need of all houses. */
export async function saveCatalogue({ page }: Phone, server: ProxiedServer) {
  const subscriber = await server.addSubscriber()
  await openSignedIn(page, subscriber, '/device')
  const save = page.getByRole('button', { name: /^Save all houses/ })
  await expect(async () => {
    // The server makes the catalogue a moment after its start.
    await page.reload()
    await expect(save).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await save.click()
  await expect(savedHouses(page)).toBeVisible()
  return subscriber
}
