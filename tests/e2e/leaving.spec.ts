import type { Page } from '@playwright/test'
import { FAVORITE_PHOTOS } from '#client/photos/photo-caches.ts'
import { readBrowserStorage } from '#tests/support/browser-storage.ts'
import type { Phone } from '#tests/support/phone.ts'
import { VIEWED_HOUSES } from '#tests/support/photographed-houses.ts'
import type { ProxiedServer } from '#tests/support/proxied-server.ts'
import { expect, signIn, test } from './fixtures.ts'

/**
 * Allow the errors that the browser logs for failed requests, and the app's own error when the
 * server did not receive a log-out.
 */
const EXPECTED_ERRORS =
  /^Failed to load resource|ERR_INTERNET_DISCONNECTED|^The server was not told/
test.use({ expectedErrors: [EXPECTED_ERRORS] })

/**
 * These houses are not on the first page of results, which everybody sees. If the id of such a
 * house appears after a log-out, the id comes from Ana's data.
 */
const [firstFavorite = '', secondFavorite = '', unsentFavorite = ''] = VIEWED_HOUSES.slice(200)

type Person = Awaited<ReturnType<ProxiedServer['addSubscriber']>>

/**
 * Signs in Ana, who views her favorites and saves their photos. Returns `privateTexts`, a list of
 * texts that occur only in Ana's data.
 */
async function signInWithSavedFavorites(phone: Phone, server: ProxiedServer) {
  const ana = await server.addSubscriber({ favorites: [firstFavorite, secondFavorite] })
  const { page } = phone
  await signIn(page, ana)
  await expect(page.getByText('Showing 1-20 of 330 results')).toBeVisible()
  await phone.untilWorkerServes()
  await page.getByRole('link', { name: 'Favorites' }).click()
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards).toHaveCount(2)
  const photos = await cards
    .getByRole('img')
    .evaluateAll((images) =>
      images.map((image) => new URL((image as HTMLImageElement).src).pathname),
    )
  await page.evaluate(
    async ([cacheName, addresses]) => {
      const cache = await caches.open(cacheName)
      await cache.addAll(addresses.map((address) => `${address}?w=1280`))
    },
    [FAVORITE_PHOTOS, photos] as const,
  )
  const token = await tokenOf(page)
  const privateTexts = [
    'Ana Prieto',
    ana.email,
    ana.id,
    token,
    firstFavorite,
    secondFavorite,
    ...photos,
  ]
  await expect
    .poll(async () => {
      const stored = await page.evaluate(readBrowserStorage)
      return privateTexts.filter((text) => !stored.includes(text))
    })
    .toEqual([])
  return { ana, token, privateTexts }
}

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token') ?? '')
const addBen = (server: ProxiedServer) => server.addSubscriber({ name: 'Ben Okri' })

async function logOut(page: Page) {
  await page.getByRole('button', { name: /account menu/i }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
}

const expectSignedOut = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()

/**
 * Expects that the storage, the page, its address and its history state contain none of the texts
 * in `privateTexts`.
 */
async function expectNoneOf(page: Page, privateTexts: string[]) {
  await expect
    .poll(async () => {
      const stored = await page.evaluate(readBrowserStorage)
      const shown = await page.evaluate(
        () => document.documentElement.outerHTML + location.href + JSON.stringify(history.state),
      )
      return privateTexts.filter((text) => (stored + shown).includes(text))
    })
    .toEqual([])
}

async function expectBenSeesNoneOf(page: Page, ben: Person, privateTexts: string[]) {
  await signIn(page, ben)
  // After signing in, the app returns to the page where the session ended.
  await expect(page.getByRole('button', { name: 'Account menu of Ben Okri' })).toBeVisible()
  await page.getByRole('link', { name: 'All Listings' }).click()
  await expect(page.getByText('Showing 1-20 of 330 results')).toBeVisible()
  await page.getByRole('link', { name: 'Favorites' }).click()
  await expect(page.getByText('No favorites yet')).toBeVisible()
  await expectNoneOf(page, privateTexts)
}

interface SignOutContext {
  phone: Phone
  server: ProxiedServer
  token: string
}

const SIGN_OUTS: [string, (context: SignOutContext) => Promise<void>][] = [
  ['logging out', ({ phone }) => logOut(phone.page)],
  [
    'logging out in another tab',
    async ({ phone }) => {
      const other = await phone.context.newPage()
      await other.goto('/subscription/manage')
      await logOut(other)
      await expectSignedOut(other)
    },
  ],
  [
    'a session that the server has ended',
    async ({ phone, server, token }) => {
      const headers = { authorization: `Bearer ${token}` }
      await fetch(`${server.origin}/v1/auth/logout`, { method: 'POST', headers })
      await phone.page.reload()
    },
  ],
  [
    'a page that comes back after its session has ended',
    ({ phone }) =>
      phone.page.evaluate(() => {
        dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
        localStorage.removeItem('token')
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      }),
  ],
]

for (const [action, signOut] of SIGN_OUTS) {
  test(`${action} leaves no data of the person that the next person could find (checks 49, 50)`, async ({
    phone,
    server,
  }) => {
    const { token, privateTexts } = await signInWithSavedFavorites(phone, server)
    const ben = await addBen(server)
    await signOut({ phone, server, token })
    await expectSignedOut(phone.page)
    await expectNoneOf(phone.page, privateTexts)
    await expectBenSeesNoneOf(phone.page, ben, privateTexts)
  })
}

test("when another person signs in on another tab, no tab shows the first person's data", async ({
  phone,
  server,
}) => {
  const { privateTexts } = await signInWithSavedFavorites(phone, server)
  const ben = await addBen(server)
  const other = await phone.context.newPage()
  await other.goto('/free-preview')
  const body = new URLSearchParams({ username: ben.email, password: ben.password })
  const answer = await fetch(`${server.origin}/v1/auth/login`, { method: 'POST', body })
  const { access_token } = await answer.json()
  await other.evaluate((token) => localStorage.setItem('token', token), access_token)
  await other.reload()
  for (const page of [phone.page, other]) {
    await expect(page.getByRole('button', { name: 'Account menu of Ben Okri' })).toBeVisible()
    await expectNoneOf(page, privateTexts)
  }
})

test('after another person signs in, the back button shows nothing of the first person', async ({
  phone,
  server,
}) => {
  const { privateTexts } = await signInWithSavedFavorites(phone, server)
  const ben = await addBen(server)
  const { page } = phone
  await page.getByRole('article').first().getByRole('heading').getByRole('button').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const other = await phone.context.newPage()
  await other.goto('/subscription/manage')
  await logOut(other)

  await expectSignedOut(page)
  await page.goBack()
  await expectSignedOut(page)
  await expectNoneOf(page, privateTexts)
  await signIn(page, ben)
  await expect(page.getByText('Showing 1-20 of 330 results')).toBeVisible()
  for (const step of [() => page.goBack(), () => page.goForward(), () => page.reload()]) {
    await step()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectNoneOf(page, privateTexts)
  }
})

test('a browser that is killed after an offline log-out restarts signed out', async ({
  phone,
  server,
}) => {
  const { privateTexts } = await signInWithSavedFavorites(phone, server)
  // A normal restart writes all data to disk, so the data survives the kill below.
  await phone.restart()
  await phone.setOffline(true)
  await phone.page.goto('/favorites')
  await expect(phone.page.getByRole('main').getByRole('article')).toHaveCount(2)
  await logOut(phone.page)
  await phone.page.getByRole('button', { name: 'Log out anyway' }).click()
  await expectSignedOut(phone.page)
  await expectNoneOf(phone.page, privateTexts)

  await phone.kill()
  await phone.page.goto('/favorites')
  await expectSignedOut(phone.page)
  await expectNoneOf(phone.page, privateTexts)
})

test("a browser that is killed while it deletes a person's data completes the deletion at its next start", async ({
  phone,
  server,
}) => {
  const { privateTexts } = await signInWithSavedFavorites(phone, server)
  const ben = await addBen(server)
  await phone.restart()
  await phone.page.goto('/favorites')
  await expect(phone.page.getByRole('main').getByRole('article')).toHaveCount(2)
  // A writer holds the photo lock, so the photos cannot be deleted yet.
  await phone.page.evaluate(() => {
    void navigator.locks.request('photos', { mode: 'shared' }, () => new Promise(() => {}))
  })
  await logOut(phone.page)
  await expectSignedOut(phone.page)
  expect(await phone.page.evaluate(readBrowserStorage)).toContain(FAVORITE_PHOTOS)

  await phone.kill()
  await phone.page.goto('/login')
  await expectSignedOut(phone.page)
  await expectNoneOf(phone.page, privateTexts)
  await expectBenSeesNoneOf(phone.page, ben, privateTexts)
})

test("logging out warns about unsent changes, and then deletes them with the account's other data", async ({
  phone,
  server,
}) => {
  const { privateTexts } = await signInWithSavedFavorites(phone, server)
  const { page } = phone
  await page.goto(`/listings?listing=${unsentFavorite}`)
  const heart = page.getByRole('button', { name: 'Add to Favorites' })
  await expect(heart).toBeVisible()
  await phone.setOffline(true)
  await heart.click()
  await expect(page.getByText('will sync')).toBeVisible()
  await logOut(page)
  await expect(page.getByRole('dialog')).toContainText('One change to your favorites')
  await page.getByRole('button', { name: 'Log out anyway' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto('/login')
  await expectSignedOut(page)
  await expectNoneOf(page, [...privateTexts, unsentFavorite])
})

test('after the browser has deleted all storage, the login page says why everything is gone, and says nothing after a log-out', async ({
  phone,
  server,
}) => {
  const { page } = phone
  const sentence = page.getByText('Your browser has deleted everything that Engawa had saved')
  const ana = await server.addSubscriber()
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await expect(sentence).toHaveCount(0)
  await signIn(page, ana)
  await expect(page.getByText('Showing 1-20 of 330 results')).toBeVisible()

  // Browsers that evict a site, or limit what its scripts may store, keep the cookies of its server.
  // They do so while no page of the site is open.
  await page.goto('about:blank')
  const browser = await page.context().newCDPSession(page)
  await browser.send('Storage.clearDataForOrigin', {
    origin: server.origin,
    storageTypes: 'local_storage,indexeddb,cache_storage,service_workers',
  })
  await page.goto('/favorites')
  await expect(sentence).toBeVisible()

  await signIn(page, ana)
  await expect(page.getByRole('heading', { name: 'My Favorites' })).toBeVisible()
  await page.getByRole('button', { name: /account menu/i }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await page.goto('/favorites')
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await expect(sentence).toHaveCount(0)
})
