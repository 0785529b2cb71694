import { readBrowserStorage } from '#tests/support/browser-storage.ts'
import type { Phone } from '#tests/support/phone.ts'
import { SAVED_HOUSES } from '#tests/support/photographed-houses.ts'
import { expect, openSignedIn, test } from './fixtures.ts'

test.use({
  expectedErrors: [/^Failed to load resource|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED/],
})

const favorites = SAVED_HOUSES.slice(0, 3)
const mapOf = ({ page }: Phone) => page.getByRole('region', { name: 'Map of the results' })
const canvasOf = ({ page }: Phone) => page.getByRole('region', { name: /^Map of Japan/ })

/** Opens the list of houses, and waits until the device has stored the houses. */
async function openListings({ page }: Phone, person: { email: string; password: string }) {
  await openSignedIn(page, person, '/listings')
  await expect(page.getByText(/^Showing 1-20/)).toBeVisible()
  await expect.poll(() => page.evaluate(readBrowserStorage)).toContain(favorites[0])
}

test('after a cold start without a network, the map shows the favorites and the opened houses, and says that it is offline', async ({
  phone,
  server,
}) => {
  await openListings(phone, await server.addSubscriber({ favorites }))
  await phone.restart()
  await phone.setOffline(true)
  await phone.page.goto('/listings?view=map')
  await expect(canvasOf(phone)).toBeVisible()
  await expect(
    mapOf(phone).getByText(/^You're offline\. The map shows 3 houses saved on this device/),
  ).toBeVisible()
  await expect(phone.page.getByRole('button', { name: 'Search this area' })).toHaveCount(0)
  const outlines = await phone.page.evaluate(async () => (await fetch('/map/japan.svg')).text())
  expect(outlines).toContain('id="Hyogo"')

  // Without a network, the app itself measures the distance to each saved house.
  await phone.context.grantPermissions(['geolocation'])
  await phone.context.setGeolocation({ latitude: 35.2, longitude: 135 })
  await mapOf(phone).getByRole('button', { name: 'Near me' }).click()
  const near = mapOf(phone).getByRole('region', { name: 'Nearest houses on this device' })
  // Houses of one municipality are folded into one line.
  await expect(near.locator('summary').getByText(/km/).first()).toBeVisible()
  await expect(near.getByText(/^Searched only the \d+ houses? on this device/)).toBeVisible()
})
