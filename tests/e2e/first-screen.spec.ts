import { inArray } from 'drizzle-orm'
import { listings } from '#server/db/schema.ts'
import { bumpRevision } from '#server/listings/catalogue.ts'
import type { FieldServer } from '#tests/support/field-server.ts'
import { untilFirstScreenIsKept } from '#tests/support/first-screen.ts'
import { generateListings, insertListings } from '#tests/support/generated-listings.ts'
import type { Phone } from '#tests/support/phone.ts'
import { KEPT_HOUSES } from '#tests/support/photographed-houses.ts'
import { expect, signIn, test } from './fixtures.ts'

/** Allow the errors that the browser itself logs when a file is missing offline or was evicted. */
const MISSING = /^Failed to load resource|ERR_INTERNET_DISCONNECTED|dynamically imported module/
test.use({ expectedErrors: [MISSING] })

const FAVORITES = KEPT_HOUSES.slice(0, 3)

const houses = ({ page }: Phone) => page.getByRole('main').getByRole('article')
const cardOf = ({ page }: Phone, house: string) => page.locator(`#listing-${house}`)

/** Opens the favorites, waits until they are saved, and restarts the browser. */
async function settleIn(phone: Phone, server: FieldServer, favorites = FAVORITES, photos = 1) {
  const person = await server.addSubscriber({ favorites })
  await phone.page.goto('/login?from=/favorites')
  await signIn(phone.page, person)
  await expect(houses(phone)).toHaveCount(favorites.length)
  await phone.untilWorkerServes()
  // The service worker caches only photos that are requested after it took control, so request them
  // again.
  await phone.page.reload()
  await expect.poll(() => phone.page.evaluate(arePhotosKept, photos)).toBe(true)
  await untilFirstScreenIsKept(phone.page)
  await phone.restart()
  return person
}

/** Returns whether the first `count` photos of the page are cached. */
async function arePhotosKept(count: number) {
  const photos = [...document.querySelectorAll<HTMLImageElement>('article img')].slice(0, count)
  const kept = await Promise.all(
    photos.map(async ({ currentSrc }) => currentSrc !== '' && (await caches.match(currentSrc))),
  )
  return photos.length === count && kept.every(Boolean)
}

/** Opens the favorites without starting the app. Returns a function that starts it. */
async function openWithoutApp({ page }: Phone) {
  await page.addInitScript(() => {
    const { requestAnimationFrame } = window
    const held: FrameRequestCallback[] = []
    // The app starts in an animation frame after the saved screen is painted. Hold that frame back.
    window.requestAnimationFrame = (run) => held.push(run)
    document.addEventListener('start-app', () => {
      window.requestAnimationFrame = requestAnimationFrame
      for (const run of held) requestAnimationFrame(run)
    })
  })
  await page.goto('/favorites')
  return async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('start-app')))
    await page.waitForFunction(() => window.onclick === null)
  }
}

test('offline, favorites and photos appear before the script runs, and markup in texts is inert (check 51)', async ({
  phone,
  server,
}) => {
  const propertyType = '<img src=x onerror="document.body.textContent = 1">'
  const hostile = [...generateListings(1)].map((house) => ({ ...house, propertyType }))
  const ids = hostile.map(({ id }) => id)
  await server.withDatabase((db) => insertListings(db, hostile))
  await settleIn(phone, server, [...FAVORITES.slice(0, 1), ...ids])
  await server.stop()
  await phone.setOffline(true)
  await phone.page.goto('/favicon.svg')
  await phone.page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      const scripts = (await cache.keys()).filter(({ url }) => /\/index-[^/]+\.js/.test(url))
      await Promise.all(scripts.map((script) => cache.delete(script)))
    }
  })

  await phone.page.goto('/favorites')
  await expect(phone.page.getByRole('link', { name: 'Favorites' })).toBeVisible()
  await expect(houses(phone).nth(1)).toContainText(propertyType)
  const house = cardOf(phone, FAVORITES[0] ?? '')
  await expect(house).toContainText('0795-00-0000')
  const widthOf = (image: HTMLImageElement) => image.naturalWidth
  await expect.poll(() => house.locator('img').evaluate(widthOf)).toBeGreaterThan(0)
  await server.start()
  // Other tests count the houses, so remove the houses of this test.
  await server.withDatabase(async (db) => {
    await db.delete(listings).where(inArray(listings.id, ids))
    await bumpRevision(db)
  })
})

test('the app replaces the saved screen without a visible change', async ({ phone, server }) => {
  await settleIn(phone, server, KEPT_HOUSES, 2)
  await server.network.set('refuse')
  const startApp = await openWithoutApp(phone)
  const { page } = phone
  await expect(houses(phone).first()).toBeVisible()
  const words = await page.getByRole('main').textContent()
  await page.evaluate(() => {
    scrollTo(0, 300)
    document.querySelector<HTMLElement>('article button')?.focus({ preventScroll: true })
    new PerformanceObserver((list) => {
      const moved = list.getEntries() as (PerformanceEntry & { value: number })[]
      // Ignore small shifts, because a button in the banner changes its label while the app
      // reconnects.
      const houses = moved.filter(({ value }) => value > 0.001)
      if (houses.length > 0) document.documentElement.dataset.moved = JSON.stringify(houses)
    }).observe({ type: 'layout-shift' })
  })
  await startApp()
  await expect(houses(phone)).toHaveCount(KEPT_HOUSES.length)
  expect((await page.getByRole('main').textContent())?.slice(0, words?.length)).toBe(words)
  await expect(page.locator('html')).not.toHaveAttribute('data-moved')
  expect(await page.evaluate(() => scrollY)).toBe(300)
  await expect(houses(phone).first().getByRole('button').first()).toBeFocused()
  await expect(page.getByText('Showing what you saved at')).toBeVisible()
})

test('a button pressed before the app has started still works', async ({ phone, server }) => {
  const person = await settleIn(phone, server)
  const startApp = await openWithoutApp(phone)
  const [first = '', ...rest] = FAVORITES
  await cardOf(phone, first).getByRole('button', { name: 'Remove' }).click()
  await startApp()
  await expect(cardOf(phone, first)).toHaveCount(0)
  await expect.poll(() => server.favoritesOf(person)).toEqual(rest)
})

test('a link pressed before the app has started still works', async ({ phone, server }) => {
  await settleIn(phone, server)
  await openWithoutApp(phone)
  await phone.page.getByRole('link', { name: 'All Listings' }).click()
  await expect(phone.page.getByText('Showing 1-20 of 3')).toBeVisible()
})

test('a removed favorite does not reappear, even if the browser is killed before the removal is sent', async ({
  phone,
  server,
}) => {
  await settleIn(phone, server)
  await server.network.set('hang')
  const [first = '', second = ''] = FAVORITES
  await phone.page.goto('/favorites')
  await phone.page.waitForFunction(() => window.onclick === null)
  await cardOf(phone, first).getByRole('button', { name: 'Remove' }).click()
  await expect(cardOf(phone, first)).toHaveCount(0)
  // If the browser is killed, the last writes to local storage can be lost. So wait until the
  // change is in IndexedDB.
  const isInLocalStorageOnly = () => 'unsent-kept-001' in localStorage
  await expect.poll(() => phone.page.evaluate(isInLocalStorageOnly)).toBe(false)
  await phone.kill()
  const startApp = await openWithoutApp(phone)
  await expect(cardOf(phone, first)).toHaveCount(0)
  await startApp()
  await expect(cardOf(phone, second)).toBeVisible()
  await expect(cardOf(phone, first)).toHaveCount(0)
})
