import type { Page } from '@playwright/test'
import type { Phone } from '#tests/support/phone.ts'
import { PHOTOS_PER_SAVED_HOUSE, SAVED_HOUSES } from '#tests/support/photographed-houses.ts'
import { expect, openSignedIn, test, violations } from './fixtures.ts'

const HOUSES = SAVED_HOUSES.slice(0, 3)
const PHOTO_COUNT = HOUSES.length * PHOTOS_PER_SAVED_HOUSE
const SAVED_COPY = /^\/images\/.*\?w=1280$/

interface NewPerson {
  addSubscriber: (terms: { favorites: string[] }) => Promise<{ email: string; password: string }>
}

/** Opens the page for a new account with three favorites and no saved photos. */
async function openSaving({ page }: Phone, server: NewPerson, path = '/device') {
  await openSignedIn(page, await server.addSubscriber({ favorites: HOUSES }), path)
  // The estimate takes a moment, because its requests make the server create resized copies.
  await expect(
    page.getByRole('button', { name: /^Save for offline, about \d+\skB$/ }),
  ).toBeVisible()
}

const save = (page: Page) => page.getByRole('button', { name: /^Save for offline/ }).click()
const cardOf = (page: Page, house: string) => page.locator(`#listing-${house}`)

/** Returns the number of saved photos, or undefined while saving is off. */
const countSaved = (page: Page) =>
  page.evaluate(async () => {
    if (!(await caches.has('favorite-photos'))) return undefined
    return (await (await caches.open('favorite-photos')).keys()).length
  })

test('saving photos shows the progress, can be paused, and resumes after a reload without downloading saved photos again', async ({
  phone,
  server,
}) => {
  const { page } = phone
  const { network } = server
  await openSaving(phone, server)
  let passed = 0
  // The network lets through the photos of only one and a half houses, so saving stops in the
  // middle of the second house.
  const some = PHOTOS_PER_SAVED_HOUSE + PHOTOS_PER_SAVED_HOUSE / 2
  network.forgetRequests()
  await network.set(({ method, path }) => {
    if (method !== 'GET' || !SAVED_COPY.test(path)) return 'pass'
    passed += 1
    return passed <= some ? 'pass' : 'hold'
  })
  await save(page)
  await expect(page.getByText(/^1 of 3 houses, [\d.]+\sMB$/)).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Favorites saved' })).toHaveAttribute(
    'value',
    '1',
  )
  await page.getByRole('link', { name: 'Favorites', exact: true }).click()
  await expect(page.getByText(/^Saving for offline: 1 of 3 houses · [\d.]+\sMB$/)).toBeVisible()
  await expect(cardOf(page, HOUSES[0] ?? '').getByText('Photos: Saved')).toBeVisible()
  await expect(cardOf(page, HOUSES[1] ?? '').getByText('Photos: Saving')).toBeVisible()
  await expect(cardOf(page, HOUSES[2] ?? '').getByText('Photos: Queued')).toBeVisible()

  // The app stores a photo some time after its arrival, so wait until all photos are stored.
  await expect.poll(() => countSaved(page)).toBe(some)
  await page.getByRole('link', { name: /^Saving for offline/ }).click()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.reload()
  await expect(page.getByText('Saving is paused')).toBeVisible()
  const asked = network.requests('GET', SAVED_COPY).length
  await network.set('pass')
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText(/^3 houses saved, [\d.]+\sMB/)).toBeVisible()
  // After the pause, the app requests only the photos that are not saved yet, each of them once.
  expect(network.requests('GET', SAVED_COPY)).toHaveLength(asked + PHOTO_COUNT - some)
})

test('a second tab shows the progress of the tab that saves photos, and no photo is downloaded twice', async ({
  phone,
  server,
}) => {
  await openSaving(phone, server)
  const other = await phone.context.newPage()
  await other.goto('/device')
  await expect(other.getByRole('button', { name: /^Save for offline/ })).toBeVisible()
  server.network.forgetRequests()
  await save(phone.page)
  for (const tab of [phone.page, other]) {
    await expect(tab.getByText(/^3 houses saved/)).toBeVisible()
  }
  expect(server.network.requests('GET', SAVED_COPY)).toHaveLength(PHOTO_COUNT)
})

test('the message that everything works offline appears once, after something was saved', async ({
  phone,
  server,
}) => {
  const { page } = phone
  const ready = page.getByText('Ready to work offline')
  await openSaving(phone, server)
  await expect(ready).toHaveCount(0)
  await save(page)
  await expect(ready).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^3 houses saved/)).toBeVisible()
  await expect(ready).toHaveCount(0)
})

test.describe('a person can check whether saved photos are complete', () => {
  test.use({ expectedErrors: [/status of 504/] })

  test('the check of saved photos names a house with a missing photo, and the house can be saved again', async ({
    phone,
    server,
  }) => {
    const { page } = phone
    await openSaving(phone, server)
    await save(page)
    const check = page.getByRole('button', { name: 'Check what is saved' })
    await check.click()
    await expect(page.getByText('All 3 houses open offline, with every photo.')).toBeVisible()

    await page.evaluate(async () => {
      const cache = await caches.open('favorite-photos')
      const [photo] = await cache.keys()
      if (photo) await cache.delete(photo)
    })
    await check.click()
    await expect(
      page.getByText('1 house will not open completely offline. Still missing:'),
    ).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: ': 1 of 10 photos' })).toBeVisible()

    await page.getByRole('button', { name: 'Save for offline' }).click()
    // When saving starts, the panel removes the check's button and the check's result. If the check
    // ran before that, the result is gone, so repeat the check.
    await expect(async () => {
      await check.click({ timeout: 2_000 })
      await expect(page.getByText('All 3 houses open')).toBeVisible({ timeout: 5_000 })
    }).toPass()
  })
})

test('removing a favorite removes its saved photos, and another button removes all saved photos', async ({
  phone,
  server,
}) => {
  const { page } = phone
  await openSaving(phone, server, '/favorites')
  await save(page)
  await expect(page.getByText(/^3 houses on this device · [\d.]+\sMB$/)).toBeVisible()
  expect(await countSaved(page)).toBe(PHOTO_COUNT)

  await cardOf(page, HOUSES[0] ?? '')
    .getByRole('button', { name: 'Remove' })
    .click()
  const line = page.getByRole('link', { name: /^2 houses on this device · [\d.]+\sMB$/ })
  await expect(line).toBeVisible()
  await expect.poll(() => countSaved(page)).toBe(PHOTO_COUNT - PHOTOS_PER_SAVED_HOUSE)

  await line.click()
  await page.getByRole('button', { name: 'Remove saved photos' }).click()
  await page.getByRole('button', { name: /^Remove [\d.]+\sMB$/ }).click()
  await expect(page.getByRole('button', { name: /^Save for offline/ })).toBeVisible()
  expect(await countSaved(page)).toBeUndefined()
  // The button that had the focus is gone, so the focus moves to the heading.
  await expect(page.getByRole('heading', { name: 'Favorites' })).toBeFocused()
})

test('photos that the browser evicted are reported, and one tap downloads them again', async ({
  phone,
  server,
}) => {
  const { page } = phone
  await openSaving(phone, server)
  await save(page)
  await expect(page.getByText(/^3 houses saved/)).toBeVisible()

  await phone.clearStorage(['cache_storage'])
  await page.reload()
  await expect(page.getByText('Saved photos were deleted')).toBeVisible()
  await expect(page.getByText(`Your browser deleted ${PHOTO_COUNT} saved photos`)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: /^Save for offline/ }).click()
  await expect(page.getByText(/^3 houses saved/)).toBeVisible()
  expect(await countSaved(page)).toBe(PHOTO_COUNT)
})

test('when IndexedDB fails, no house counts as saved', async ({ phone, server }) => {
  const { page } = phone
  await openSaving(phone, server)
  await phone.context.addInitScript(() => {
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException('The database is broken', 'UnknownError')
    }
  })
  await page.reload()
  await expect(page.getByText('Not saved on this device')).toBeVisible()
  await expect(page.getByText('3 houses could not be saved on this device')).toBeVisible()
  await expect(page.getByText(/houses saved/)).toHaveCount(0)
  expect(await countSaved(page)).toBeUndefined()
})

test('axe finds no accessibility problem while photos are saved', async ({ phone, server }) => {
  const { page } = phone
  await openSaving(phone, server)
  expect(await violations(page)).toEqual([])

  await server.network.set(({ method, path }) =>
    method === 'GET' && SAVED_COPY.test(path) ? 'hold' : 'pass',
  )
  await save(page)
  await expect(page.getByRole('progressbar')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await server.network.set('pass')
  await page.getByRole('button', { name: 'Check what is saved' }).click()
  await expect(page.getByText('All 3 houses open')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove saved photos' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await violations(page)).toEqual([])
})
