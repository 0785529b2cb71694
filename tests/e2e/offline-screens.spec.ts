import type { Phone } from '#tests/support/phone.ts'
import { SAVED_HOUSES } from '#tests/support/photographed-houses.ts'
import { expect, openSignedIn, test, violations } from './fixtures.ts'

/** Allow the errors that the browser itself logs when a request fails. */
const FAILED_REQUEST = /^Failed to load resource|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED/
test.use({ expectedErrors: [FAILED_REQUEST] })

const banner = ({ page }: Phone, why: string) =>
  page.getByText(new RegExp(String.raw`^${why} Showing what you saved at \d\d:\d\d\.$`))
const anyBanner = ({ page }: Phone) => page.getByText('Showing what you saved')
const notSaved = ({ page }: Phone) =>
  page.getByRole('heading', { name: 'Not saved on this device' })
const results = ({ page }: Phone) => page.getByText('Showing 1-20 of 330 results')

test.beforeEach(async ({ phone, server }) => {
  const subscriber = await server.addSubscriber({ favorites: SAVED_HOUSES.slice(0, 2) })
  await openSignedIn(phone.page, subscriber, '/listings')
  await expect(results(phone)).toBeVisible()
})

test('offline, a banner marks the data as saved, without moving the page', async ({ phone }) => {
  const { page } = phone
  await expect(anyBanner(phone)).toHaveCount(0)
  const card = page.getByRole('article').nth(1)
  await card.scrollIntoViewIfNeeded()
  const before = await card.boundingBox()

  await phone.setOffline(true)
  await expect(banner(phone, "You're offline.")).toBeInViewport()
  expect(await card.boundingBox()).toEqual(before)
  const tabs = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
  const bannerBox = await banner(phone, "You're offline.").boundingBox()
  expect((bannerBox?.y ?? 0) + (bannerBox?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0)

  // At the end of the page, the banner must not cover the last text.
  const end = page.getByText(/^Page 1 of/)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(end).toBeInViewport()
  await end.click({ trial: true })

  await phone.setOffline(false)
  await expect(anyBanner(phone)).toHaveCount(0)
})

// Slow: only this test waits for the timeout of a request in the browser.
test('if the server never responds, a request times out, and the app says that the requested page is not saved', async ({
  phone,
  server,
}) => {
  const { page } = phone
  await server.network.set('hang')
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(notSaved(phone)).toBeVisible()
  await expect(page.getByText("Can't reach Engawa.").first()).toBeVisible()
  await expect(page.getByText('Loading listings...')).toHaveCount(0)

  await page.goBack()
  await expect(results(phone)).toBeVisible()
  await expect(banner(phone, "Can't reach Engawa.")).toBeVisible()

  // The person does nothing, and the app still notices that the server is back.
  await server.network.set('pass')
  await expect(anyBanner(phone)).toHaveCount(0)
})

/** Screens that wait for the server, and how a person opens them. */
const WAITING: [string, (phone: Phone) => Promise<unknown>][] = [
  ['the next page of results', ({ page }) => page.getByRole('link', { name: 'Next' }).click()],
  ['the favorites', ({ page }) => page.getByRole('link', { name: 'Favorites' }).click()],
  ['a house that is not saved', ({ page }) => page.goto('/listings/never-seen')],
  ['the results after a reload', ({ page }) => page.reload()],
  [
    'the sign-in form',
    async ({ page }) => {
      await page.evaluate(() => localStorage.clear())
      await page.goto('/login')
      await page.getByLabel('Email').fill('ana@example.com')
      await page.getByLabel('Password').fill('a lantern in the hall')
      await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    },
  ],
]

for (const [screen, open] of WAITING) {
  test(`when the connection hangs, ${screen} says so within two seconds`, async ({
    phone,
    server,
  }) => {
    const { page } = phone
    await phone.untilWorkerServes()
    await page.clock.install()
    await server.network.set('hang')
    await open(phone)
    await page.clock.runFor(2_000)
    await expect(page.getByText(/^Engawa hasn't answered yet\./)).toBeVisible()
  })
}

test('behind a captive portal, the app says where to sign in', async ({ phone, server }) => {
  const { page } = phone
  await page.getByRole('link', { name: 'Favorites' }).click()
  await expect(page.getByText('2 houses', { exact: true })).toBeVisible()
  await server.network.set('portal')
  await page.goto('/listings?listing=never-seen')
  await expect(notSaved(phone)).toBeVisible()
  await page.getByRole('link', { name: 'See your favorites' }).click()
  await expect(page.getByText('2 houses', { exact: true })).toBeVisible()
  await expect(banner(phone, 'Sign in to the Wi-Fi.')).toBeVisible()
})

test("offline, an unknown address shows the app's message that the page was not found", async ({
  phone,
}) => {
  await phone.setOffline(true)
  await phone.page.goto('/no/such/page')
  await expect(phone.page.getByText('Oops! Page not found')).toBeVisible()
  await expect(anyBanner(phone)).toHaveCount(0)
  await phone.page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(notSaved(phone)).toBeVisible()
})

test('axe finds no accessibility problem in the offline messages', async ({ phone }) => {
  const { page } = phone
  await phone.setOffline(true)
  await expect(banner(phone, "You're offline.")).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByRole('link', { name: 'Save all houses for offline' })).toBeVisible()
  expect(await violations(page)).toEqual([])
})
