import type { Page } from '@playwright/test'
import { readBrowserStorage } from '#tests/support/browser-storage.ts'
import type { Phone } from '#tests/support/phone.ts'
import { SAVED_HOUSES } from '#tests/support/photographed-houses.ts'
import type { ProxiedServer } from '#tests/support/proxied-server.ts'
import { expect, openSignedIn, test } from './fixtures.ts'

/** Allow the errors that the browser itself logs when a request fails. */
const FAILED_REQUEST = /^Failed to load resource|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED/
test.use({ expectedErrors: [FAILED_REQUEST] })

const favorites = SAVED_HOUSES.slice(0, 3)
const [FIRST = ''] = favorites
const HOUSE = `/listings/${FIRST}`
/**
 * `parts` are texts of the first screen, which must not disappear when the app takes over.
 * `maxShift` is the largest layout shift that may follow: on each page, the offline banner may
 * appear, and on the page of a house also the offer to share the notes, at the bottom of the screen.
 */
const PAGES = [
  {
    path: '/favorites',
    text: `#listing-${FIRST}`,
    parts: ['My Favorites', 'Tanba, Hyogo'],
    maxShift: 0.01,
  },
  {
    path: HOUSE,
    text: 'main h1',
    parts: ['¥5,800,000', 'What it costs to buy', 'Your notes'],
    maxShift: 0.02,
  },
  {
    path: '/viewing-plan',
    text: 'main h2',
    parts: ['Viewing Plan', 'Today in Japan.'],
    maxShift: 0.01,
  },
]

const snapshotOf = (page: Page) => page.locator('#root[data-snapshot]')

/**
 * Signs in as a subscriber, opens each page of `PAGES`, and waits until its snapshot is saved. Then
 * restarts the browser without a network.
 */
async function viewPages(phone: Phone, server: ProxiedServer) {
  const subscriber = await server.addSubscriber({ favorites })
  await openSignedIn(phone.page, subscriber, '/favorites')
  await phone.untilWorkerServes()
  for (const { path, text } of PAGES) {
    await phone.page.goto(path)
    await phone.page.locator(text).waitFor()
    const stored = () => phone.page.evaluate(readBrowserStorage)
    // The storage lists the key of a snapshot before the rows.
    await expect.poll(stored).toMatch(new RegExp(`"engawa-traces",\\[\\[[^\\]]*"${path}"`))
  }
  await phone.setOffline(true)
  await phone.restart()
  return subscriber
}

/** Opens a page without starting the app. Returns a function that starts it. */
async function openWithoutApp({ page }: Phone, path: string) {
  await page.addInitScript(() => {
    const { requestAnimationFrame } = window
    const waiting: FrameRequestCallback[] = []
    // The app starts in an animation frame after the snapshot. Hold back this frame.
    window.requestAnimationFrame = (run) => waiting.push(run)
    document.addEventListener('start-app', () => {
      window.requestAnimationFrame = requestAnimationFrame
      for (const run of waiting) requestAnimationFrame(run)
    })
  })
  await page.goto(path)
  return async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('start-app')))
    await expect(snapshotOf(page)).toHaveCount(0)
  }
}

for (const { path, text, parts, maxShift } of PAGES) {
  test(`offline, the snapshot of ${path} appears before the app, which then replaces it`, async ({
    phone,
    server,
  }) => {
    await viewPages(phone, server)
    const { page } = phone
    const startApp = await openWithoutApp(phone, path)
    await expect(snapshotOf(page).locator(text)).toBeVisible()
    for (const part of parts) await expect(snapshotOf(page).locator('main')).toContainText(part)
    await page.evaluate((maxShift) => {
      new PerformanceObserver((list) => {
        const shifts = list.getEntries() as (PerformanceEntry & { value: number })[]
        if (shifts.some(({ value }) => value > maxShift))
          document.documentElement.dataset.moved = ''
      }).observe({ type: 'layout-shift' })
      new MutationObserver((_, observer) => {
        if (document.querySelector('[data-snapshot]')) return
        observer.disconnect()
        document.documentElement.dataset.first = document.querySelector('main')?.innerText ?? ''
      }).observe(document.body, { childList: true })
    }, maxShift)
    await startApp()
    await expect(page.locator(text)).toBeVisible()
    const first = await page.locator('html').getAttribute('data-first')
    for (const part of parts) expect(first).toContain(part)
    // The browser reports shifts only after the next frame, so wait for the reports.
    await page.waitForTimeout(500)
    await expect(page.locator('html')).not.toHaveAttribute('data-moved')
  })
}

test('the snapshot of a scrolled house contains its first screen, the bar of actions, and no more', async ({
  phone,
  server,
}) => {
  await viewPages(phone, server)
  await phone.page.goto(HOUSE)
  const seen = phone.page.getByRole('button', { name: 'Seen', exact: true })
  await seen.waitFor()
  await phone.page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  // `click` of Playwright would scroll to the button.
  await seen.evaluate((button: HTMLElement) => button.click())
  expect(await phone.page.evaluate(() => scrollY / innerHeight)).toBeGreaterThan(1)
  // The line of notes below the title contains the status.
  const line = /Your notes: <\/span>(<[^>]+>)*Seen/
  await expect.poll(() => phone.page.evaluate(readBrowserStorage)).toMatch(line)
  await phone.restart()
  await openWithoutApp(phone, HOUSE)
  const snapshot = snapshotOf(phone.page)
  await expect(snapshot.getByText('Seen').first()).toBeInViewport()
  await expect(snapshot.getByRole('button', { name: 'Favorited' })).toBeInViewport()
  await expect(snapshot.getByText('Judicial scrivener')).toHaveCount(0)
  await expect(snapshot.getByText('Verdict')).toHaveCount(0)
})

test('a button that is pressed before the app has started still works', async ({
  phone,
  server,
}) => {
  await viewPages(phone, server)
  const startApp = await openWithoutApp(phone, HOUSE)
  await phone.page.getByRole('button', { name: 'Photo 1 of 10' }).click()
  await startApp()
  await expect(phone.page.getByRole('dialog')).toBeVisible()
})

test('a link that is pressed before the app has started still works', async ({ phone, server }) => {
  await viewPages(phone, server)
  await openWithoutApp(phone, '/favorites')
  await phone.page.getByRole('link', { name: 'All Listings' }).click()
  await expect(phone.page).toHaveURL(/\/listings$/)
})

test('fields of a snapshot take no text, which the app would lose', async ({ phone, server }) => {
  await viewPages(phone, server)
  await openWithoutApp(phone, '/viewing-plan')
  const fields = snapshotOf(phone.page).locator('input, select, textarea')
  const areInert = (elements: Element[]) => elements.every((element) => element.matches('[inert]'))
  expect(await fields.count()).toBeGreaterThan(0)
  expect(await fields.evaluateAll(areInert)).toBe(true)
})
