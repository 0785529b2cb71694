import type { Phone } from '#tests/support/phone.ts'
import { SAVED_HOUSES } from '#tests/support/photographed-houses.ts'
import { expect, openSignedIn, test } from './fixtures.ts'

test.use({
  expectedErrors: [/^Failed to load resource|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED/],
})

const favorites = SAVED_HOUSES.slice(0, 3)
const mapOf = ({ page }: Phone) => page.getByRole('region', { name: 'Map of the results' })
const canvasOf = ({ page }: Phone) => page.getByRole('region', { name: /^Map of Japan/ })

/** Returns the paths of the map's files in the browser's caches. */
function listCachedMapFiles({ page }: Phone) {
  return page.evaluate(async () => {
    const paths: string[] = []
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys()
      paths.push(...requests.map(({ url }) => new URL(url).pathname))
    }
    return paths.filter((path) => /^\/(map\/|assets\/(map|results-map)-)/.test(path))
  })
}

async function openListings({ page }: Phone, person: { email: string; password: string }) {
  await openSignedIn(page, person, '/listings')
  await expect(page.getByText(/^Showing 1-20/)).toBeVisible()
}

test('after a cold start without a network, the map shows the saved houses, and says that it is offline', async ({
  phone,
  server,
}) => {
  await openListings(phone, await server.addSubscriber({ favorites }))
  // The device saves no file of the map before somebody opens the map.
  expect(await listCachedMapFiles(phone)).toEqual([])
  await phone.page.goto('/listings?view=map')
  // This is a function because a restart replaces the phone's page.
  const status = () => mapOf(phone).getByText(/houses? on the map\./)
  await expect(status()).toBeVisible()
  await expect.poll(() => listCachedMapFiles(phone)).toContain('/map/japan.svg')

  await phone.restart()
  await phone.setOffline(true)
  await phone.page.goto('/listings?view=map')
  await expect(canvasOf(phone)).toBeVisible()
  await expect(status()).toBeVisible()

  // Without a network, the app itself measures the distance to each saved house.
  await phone.context.grantPermissions(['geolocation'])
  await phone.context.setGeolocation({ latitude: 35.2, longitude: 135 })
  await mapOf(phone).getByRole('button', { name: 'Near me' }).click()
  const near = mapOf(phone).getByRole('region', { name: 'Houses near you' })
  await expect(near.getByText(/km/).nth(1)).toBeVisible()

  // The device has no saved response to this search, so the map falls back on all saved houses.
  await phone.page.goto('/listings?view=map&priceMax=12345')
  await expect(
    mapOf(phone).getByText(/^You're offline\. The map shows \d+ houses saved on this device/),
  ).toBeVisible()
  await expect(phone.page.getByRole('button', { name: 'Search this area' })).toHaveCount(0)
})

test('saving favorites for offline use also saves the files of the map', async ({
  phone,
  server,
}) => {
  await openListings(phone, await server.addSubscriber({ favorites }))
  await phone.page.getByRole('link', { name: 'Favorites' }).click()
  await phone.page.getByRole('button', { name: 'Save for offline' }).click()
  await expect(phone.page.getByRole('heading', { name: 'Saved for offline' })).toBeVisible()
  await expect.poll(() => listCachedMapFiles(phone)).toContain('/map/japan.svg')
  expect((await listCachedMapFiles(phone)).length).toBeGreaterThanOrEqual(3)
})
