import { test as base, expect, signIn } from '#tests/e2e/fixtures.ts'
import type { NetworkMode } from '#tests/support/network.ts'
import { openPhone, type Phone } from '#tests/support/phone.ts'
import { SAVED_HOUSES } from '#tests/support/photographed-houses.ts'

/* Measures every page under every network failure, and prints the times. */

interface NetworkFault {
  name: string
  mode: NetworkMode | 'offline' | 'stopped' | 'no name' | 'flapping'
  /**
   * The text that must appear. Undefined if the network sometimes works, because then the page may
   * load without showing such a text.
   */
  message: RegExp | undefined
}

const NETWORK_FAULTS: NetworkFault[] = [
  { name: 'the connection is refused', mode: 'refuse', message: /Can't reach Engawa\./ },
  {
    name: 'every request hangs',
    mode: 'hang',
    message: /Engawa hasn't answered yet\.|Can't reach Engawa\./,
  },
  { name: 'a proxy answers 500', mode: 'proxy500', message: /Engawa isn't working right now\./ },
  { name: 'a proxy answers 502', mode: 'proxy502', message: /Engawa isn't working right now\./ },
  {
    name: 'our server answers 500 to everything',
    mode: 'error500',
    message: /isn't working|couldn't refresh|Internal server error/,
  },
  { name: 'a portal answers with its page', mode: 'portal', message: /Sign in to the Wi-Fi\./ },
  { name: 'a portal leads to its page', mode: 'redirect', message: /Sign in to the Wi-Fi\./ },
  { name: 'every answer takes seconds', mode: 'slow', message: /Engawa hasn't answered yet\./ },
  { name: 'the network comes and goes', mode: 'flapping', message: undefined },
  { name: 'every answer is lost', mode: 'lose', message: /Can't reach Engawa\./ },
  { name: 'the name is not found', mode: 'no name', message: /Can't reach Engawa\./ },
  { name: 'the handshake is cut', mode: 'garble', message: /Can't reach Engawa\./ },
  // Under Playwright, `navigator.onLine` is wrongly true on a page that is loaded offline, so the
  // app may show either message.
  {
    name: 'the device is offline',
    mode: 'offline',
    message: /You're offline\.|Can't reach Engawa\./,
  },
  {
    name: 'the device is offline and nobody listens',
    mode: 'stopped',
    message: /You're offline\.|Can't reach Engawa\./,
  },
]

interface Place {
  name: string
  /** Opens the page or dialog online first. */
  prepare?: (phone: Phone) => Promise<void>
  /** Opens the page or dialog on the failing network. */
  open: (phone: Phone) => Promise<unknown>
  /** The element that appears on a working network. */
  shows: (phone: Phone) => ReturnType<Phone['page']['getByText']>
  /** Whether the element also appears offline. */
  isShownOffline: boolean
}

const heading =
  (name: string) =>
  ({ page }: Phone) =>
    page.getByRole('heading', { name, exact: true })
const goTo =
  (path: string) =>
  ({ page }: Phone) =>
    page.goto(path)

const PLACES: Place[] = [
  {
    name: 'favorites, kept',
    open: goTo('/favorites'),
    shows: ({ page }) => page.getByText('2 houses', { exact: true }),
    isShownOffline: true,
  },
  {
    name: 'the next page of results',
    prepare: async (phone) => {
      await phone.page.goto('/listings?sort=oldest')
      await expect(phone.page.getByText('Showing 1-20 of 330 results')).toBeVisible()
    },
    open: ({ page }) => page.getByRole('link', { name: 'Next' }).click(),
    shows: ({ page }) => page.getByText('Showing 21-40 of 330 results'),
    isShownOffline: false,
  },
  {
    name: 'a page of results, by its address',
    open: goTo('/listings?page=3'),
    shows: ({ page }) => page.getByText('Showing 41-60 of 330 results'),
    isShownOffline: false,
  },
  {
    name: 'a house, by its link',
    open: goTo(`/listings?listing=${SAVED_HOUSES[7]}`),
    shows: ({ page }) => page.getByRole('article'),
    isShownOffline: false,
  },
  {
    name: 'the viewing plan, kept',
    open: goTo('/viewing-plan?day=2026-11-26'),
    shows: ({ page }) => page.getByText('Nothing planned yet.'),
    isShownOffline: true,
  },
  {
    name: 'the account',
    open: goTo('/account'),
    shows: heading('Account Information'),
    isShownOffline: true,
  },
  {
    name: 'the subscription',
    open: goTo('/subscription/manage'),
    shows: heading('Subscription Details'),
    isShownOffline: true,
  },
  {
    name: 'a page whose person is not known yet',
    open: async ({ page }) => {
      await page.evaluate(() => localStorage.removeItem('account'))
      await page.goto('/listings?page=4')
    },
    shows: ({ page }) => page.getByText('Showing 61-80 of 330 results'),
    isShownOffline: false,
  },
  {
    name: 'a page that does not exist',
    open: goTo('/no/such/page'),
    shows: ({ page }) => page.getByText('Oops! Page not found'),
    isShownOffline: true,
  },
]

/**
 * The console messages that the browser prints for a failed request or a request to another origin.
 * A failing network causes these messages, so they do not fail the test.
 */
const FAILED_REQUEST = /^Failed to load resource|ERR_|^Access to|Content Security Policy/

const test = base.extend<object, { traveller: Phone }>({
  traveller: [
    async ({ server }, use) => {
      const phone = await openPhone(server.origin)
      await signIn(phone.page, await server.addSubscriber({ favorites: SAVED_HOUSES.slice(0, 2) }))
      await expect(phone.page.getByText('Showing 1-20 of 330 results')).toBeVisible()
      await phone.untilWorkerServes()
      for (const path of ['/favorites', '/viewing-plan', '/account', '/subscription/manage']) {
        await phone.page.goto(path)
        await expect(phone.page.getByRole('heading', { level: 1 })).toBeVisible()
        await phone.page.waitForLoadState('networkidle')
      }
      await use(phone)
      await phone.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

for (const fault of NETWORK_FAULTS) {
  test(`when ${fault.name}, every page reports the failure, shows no wrong numbers, and recovers`, async ({
    traveller: phone,
    server,
  }) => {
    test.setTimeout(600_000)
    const { page } = phone
    const before = phone.errors.length
    for (const place of PLACES) {
      await test.step(place.name, async () => {
        if (!place.isShownOffline) await deletePersistedHouses(phone)
        await place.prepare?.(phone)
        const restoreNetwork = await breakNetwork(phone, server, fault.mode)
        const brokenAt = Date.now()
        // Do not wait until the page has loaded completely, because some pages stay in their
        // loading state without a network.
        await place.open(phone)
        const openedAt = Date.now()
        if (fault.message) await expect(page.getByText(fault.message).first()).toBeVisible()
        const shownAfterMs = Date.now() - openedAt
        if (place.isShownOffline) await expect(place.shows(phone).first()).toBeVisible()
        await expectConsistentHeading(phone)
        await restoreNetwork()
        const restoredAt = Date.now()
        await expect(place.shows(phone).first()).toBeVisible()
        const recoveredAfterMs = Date.now() - restoredAt
        if (fault.message) await expect(page.getByText(fault.message)).toHaveCount(0)
        const clearedAfterMs = Date.now() - restoredAt
        const ms = (time: number) => String(time).padStart(6)
        console.log(
          `${fault.mode.padEnd(9)} | ${place.name.padEnd(38)} | open ${ms(openedAt - brokenAt)} | shown ${ms(shownAfterMs)} | recovered ${ms(recoveredAfterMs)} | cleared ${ms(clearedAfterMs)}`,
        )
      })
    }
    const others = phone.errors.slice(before).filter((error) => !FAILED_REQUEST.test(error))
    expect(others, 'errors in the console').toEqual([])
  })
}

test('when the device changes networks while saving photos, saving continues', async ({
  traveller: phone,
  server,
}) => {
  test.setTimeout(120_000)
  const { page } = phone
  await page.goto('/favorites')
  let passed = 0
  await server.network.set(({ path }) => {
    if (!path.startsWith('/images/')) return 'pass'
    passed += 1
    return passed <= 9 ? 'pass' : 'hang'
  })
  await page.getByRole('button', { name: 'Save for offline' }).click()
  await expect.poll(() => countSaved(phone)).toBeGreaterThanOrEqual(3)

  const switchedAt = Date.now()
  await phone.setOffline(true)
  await page.evaluate(() => {
    const { connection } = navigator as unknown as { connection: EventTarget }
    Object.defineProperty(connection, 'type', { value: 'cellular', configurable: true })
    connection.dispatchEvent(new Event('change'))
  })
  await server.network.set('pass')
  await phone.setOffline(false)
  await expect.poll(() => countSaved(phone)).toBe(20)
  console.log(`switched while saving | all saved ${Date.now() - switchedAt}`)
  await expect(page.getByText('Photos: Saved')).toHaveCount(2)
})

function countSaved({ page }: Phone) {
  return page.evaluate(async () => {
    const cache = await caches.open('favorite-photos')
    return (await cache.keys()).length
  })
}

/** Deletes the houses that a failed attempt has persisted. Keeps all other data. */
async function deletePersistedHouses({ page }: Phone) {
  await page.goto('/no/such/page')
  await page.evaluate(async () => {
    const open = indexedDB.open('engawa-queries')
    await new Promise((resolve) => {
      open.onsuccess = resolve
    })
    const rows = open.result.transaction('queries', 'readwrite').objectStore('queries')
    const all = rows.getAllKeys()
    all.onsuccess = () => {
      for (const key of all.result) if (String(key).includes('["listing"')) rows.delete(key)
    }
    await new Promise((resolve) => {
      rows.transaction.oncomplete = resolve
    })
    open.result.close()
  })
}

async function breakNetwork(
  phone: Phone,
  server: { network: { set: (mode: NetworkMode | (() => NetworkMode)) => Promise<void> } },
  mode: NetworkFault['mode'],
) {
  if (mode === 'offline') {
    await phone.setOffline(true)
    return () => phone.setOffline(false)
  }
  if (mode === 'stopped') {
    await phone.setOffline(true)
    await server.network.set('refuse')
    return async () => {
      await server.network.set('pass')
      await phone.setOffline(false)
    }
  }
  if (mode === 'no name') {
    const block = (url: URL) => /^\/(v1|images|healthz)/.test(url.pathname)
    await phone.context.route(block, (route) => route.abort('namenotresolved'))
    return () => phone.context.unroute(block)
  }
  if (mode === 'flapping')
    await server.network.set(() => (Date.now() % 1_000 < 500 ? 'garble' : 'pass'))
  else await server.network.set(mode)
  return () => server.network.set('pass')
}

/** Expects that the number of the first result fits the page number, and that there are cards. */
async function expectConsistentHeading({ page }: Phone) {
  const shown = await page.evaluate(() => {
    const text = document.body.innerText
    const [, first] = text.match(/Showing (\d+)-\d+ of/) ?? []
    const [, page] = text.match(/Page (\d+) of/) ?? []
    return {
      first: Number(first ?? 0),
      page: Number(page ?? 0),
      cards: document.querySelectorAll('article').length,
    }
  })
  if (shown.first > 0 && shown.page > 0) expect(shown.first).toBe((shown.page - 1) * 20 + 1)
  if (shown.first > 0) expect(shown.cards).toBeGreaterThan(0)
}
