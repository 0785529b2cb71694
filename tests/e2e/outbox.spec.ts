import type { Page } from '@playwright/test'
import fc from 'fast-check'
import type { Phone } from '#tests/support/phone.ts'
import { SAVED_HOUSES } from '#tests/support/photographed-houses.ts'
import type { ProxiedServer } from '#tests/support/proxied-server.ts'
import { SERIES } from '#tests/support/series.ts'
import { expect, test } from './fixtures.ts'
import { saveCatalogue } from './saved-catalogue.ts'

test.use({ expectedErrors: [/^Failed to load resource: (net::ERR_|.* status of 500)/] })

/** The houses of this test are all on the first page of listings. */
const HOUSES = SAVED_HOUSES.slice(0, 4)
const [house = ''] = HOUSES

/** Opens the listings on a phone that has all houses, so that it shows them without a network. */
async function openListings(phone: Phone, server: ProxiedServer) {
  await saveCatalogue(phone, server)
  await phone.page.goto('/listings')
  await expect(phone.page.getByText(/^Showing 1-20 of/)).toBeVisible()
  // A normal restart writes the phone's data to disk, so the data survives a later crash.
  await phone.restart()
  await phone.page.goto('/listings')
  await expect(heartOf(phone.page, house)).toHaveAccessibleName('Add to Favorites')
  server.network.forgetRequests()
}

const cardOf = (page: Page, id: string) => page.locator(`#listing-${id}`)
const heartOf = (page: Page, id: string) =>
  cardOf(page, id).getByRole('button', { name: /^(Add to Favorites|Favorited)$/ })
const syncBadgeOf = (page: Page, id: string) => cardOf(page, id).getByText('will sync')

/** Returns the favorites that the server stores for the person who is signed in on `page`. */
async function favoritesOnServer(page: Page, { origin }: ProxiedServer) {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const answer = await fetch(`${origin}/v1/favorites`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { favorites }: { favorites: string[] } = await answer.json()
  return favorites.sort()
}

/** Counts the additions and the removals of favorites that reached the server. */
const countRequests = ({ network }: ProxiedServer) => ({
  additions: network.requests('POST', /^\/v1\/favorites$/).length,
  removals: network.requests('DELETE', /^\/v1\/favorites\//).length,
})

async function changeOffline(phone: Phone, id = house) {
  await phone.setOffline(true)
  await heartOf(phone.page, id).click()
  await expect(heartOf(phone.page, id)).toHaveAccessibleName('Favorited')
  await expect(syncBadgeOf(phone.page, id)).toBeVisible()
  await untilStored(phone.page)
}

test('a change made in airplane mode survives a reload, and is sent once', async ({
  phone,
  server,
}) => {
  await openListings(phone, server)
  await changeOffline(phone)
  await phone.page.reload()
  await expect(heartOf(phone.page, house)).toHaveAccessibleName('Favorited')
  await expect(syncBadgeOf(phone.page, house)).toBeVisible()

  await phone.setOffline(false)
  await expect(syncBadgeOf(phone.page, house)).toHaveCount(0)
  await expect(heartOf(phone.page, house)).toHaveAccessibleName('Favorited')
  expect(await favoritesOnServer(phone.page, server)).toEqual([house])
  expect(countRequests(server)).toEqual({ additions: 1, removals: 0 })
})

test('the service worker sends a change of a closed tab, and the next page shows the change', async ({
  phone,
  server,
}) => {
  await openListings(phone, server)
  await changeOffline(phone)
  await phone.page.goto('about:blank')
  await phone.setOffline(false)
  await phone.dispatchSync('outbox')
  await expect.poll(() => countRequests(server)).toEqual({ additions: 1, removals: 0 })

  await phone.page.goto('/favorites')
  await expect(cardOf(phone.page, house)).toBeVisible()
  await expect(syncBadgeOf(phone.page, house)).toHaveCount(0)
  expect(await favoritesOnServer(phone.page, server)).toEqual([house])
  expect(countRequests(server)).toEqual({ additions: 1, removals: 0 })
})

test('without Background Sync, a change is sent at the next start', async ({ phone, server }) => {
  await openListings(phone, server)
  await phone.context.addInitScript(() => {
    Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync')
  })
  await phone.page.reload()
  await changeOffline(phone)
  await phone.restart()
  await phone.setOffline(false)
  await phone.page.goto('/listings')
  await expect(heartOf(phone.page, house)).toHaveAccessibleName('Favorited')
  await expect(syncBadgeOf(phone.page, house)).toHaveCount(0)
  await expect.poll(() => favoritesOnServer(phone.page, server)).toEqual([house])
  expect(countRequests(server)).toEqual({ additions: 1, removals: 0 })
})

test('after three taps on a heart in airplane mode, only one change is sent when the network returns', async ({
  phone,
  server,
}) => {
  await openListings(phone, server)
  const heart = heartOf(phone.page, house)
  await phone.setOffline(true)
  for (const label of ['Favorited', 'Add to Favorites', 'Favorited']) {
    await heart.click()
    await expect(heart).toHaveAccessibleName(label)
    // The service worker sends the change from IndexedDB, so wait until the change is stored there.
    await untilStored(phone.page)
  }
  await phone.setOffline(false)
  await expect(syncBadgeOf(phone.page, house)).toHaveCount(0)
  expect(await favoritesOnServer(phone.page, server)).toEqual([house])
  expect(countRequests(server)).toEqual({ additions: 1, removals: 0 })
})

test('a request pending when the browser is killed is neither lost nor sent twice', async ({
  phone,
  server,
}) => {
  await openListings(phone, server)
  await server.network.set(({ method }) => (method === 'POST' ? 'hold' : 'pass'))
  await heartOf(phone.page, house).click()
  await expect.poll(() => countRequests(server)).toEqual({ additions: 1, removals: 0 })
  await phone.kill()
  await server.network.set('pass')

  await phone.page.goto('/listings')
  await expect(heartOf(phone.page, house)).toHaveAccessibleName('Favorited')
  await expect.poll(() => favoritesOnServer(phone.page, server)).toEqual([house])
  await expect(syncBadgeOf(phone.page, house)).toHaveCount(0)
  await expect(heartOf(phone.page, house)).toHaveAccessibleName('Favorited')
})

/** A random event: the person, the browser or the network does something. */
type Step =
  | { type: 'toggle'; tab: number; house: string }
  | { type: 'reload'; tab: number }
  /** `after` is the time from the tap to the reload, in milliseconds. */
  | { type: 'toggle and reload'; tab: number; house: string; after: number }
  | { type: 'network'; mode: 'offline' | 'refuse' | 'error500' | 'pass' }
  | { type: 'open a tab' | 'close a tab' | 'leave the app' | 'kill' | 'sync' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 24,
    arbitrary: fc.record({
      type: fc.constant('toggle' as const),
      tab: fc.nat(1),
      house: fc.constantFrom(...HOUSES),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      type: fc.constant('network' as const),
      mode: fc.constantFrom('offline', 'refuse', 'error500', 'pass'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('reload' as const), tab: fc.nat(1) }) },
  {
    weight: 12,
    arbitrary: fc.record({
      type: fc.constant('toggle and reload' as const),
      tab: fc.nat(1),
      house: fc.constantFrom(...HOUSES),
      after: fc.oneof(fc.constant(0), fc.nat(20)),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ type: 'open a tab' as const }) },
  { weight: 2, arbitrary: fc.constant({ type: 'close a tab' as const }) },
  { weight: 2, arbitrary: fc.constant({ type: 'sync' as const }) },
  { weight: 1, arbitrary: fc.constant({ type: 'leave the app' as const }) },
  { weight: 1, arbitrary: fc.constant({ type: 'kill' as const }) },
)

// Slow: only this test uses the local storage of a real browser, at each moment of a reload.
test('a change of favorites survives an immediate reload', async ({ phone, server }) => {
  await openListings(phone, server)
  await phone.setOffline(true)
  for (const after of [0, 1, 5, 20]) {
    const isPressed = await pressAndReload(phone.page, house, after)
    const label = isPressed ? 'Favorited' : 'Add to Favorites'
    await expect(syncBadgeOf(phone.page, house)).toBeVisible()
    await expect(heartOf(phone.page, house)).toHaveAccessibleName(label)
  }
})

// Slow: only this test compares tabs, worker and server after random kills and outages.
test('after any sequence of events, phone and server end with the same favorites', async ({
  phone,
  server,
}) => {
  // The timeout only aborts a run that hangs. On a machine without other load, a run takes a few
  // minutes.
  test.setTimeout(1_800_000)
  await openListings(phone, server)
  const user = userOf(phone, server)
  const sequences = fc.array(step, { minLength: 2, maxLength: 7 })
  await fc.assert(
    fc.asyncProperty(sequences, async (steps) => {
      for (const step of steps) await user.perform(step)
      await user.expectEverythingEqual()
    }),
    // Each sequence continues from the state of the previous one. The seed reproduces all
    // sequences.
    { numRuns: SERIES.sequences, seed: SERIES.seed, endOnFailure: true },
  )
})

function userOf(phone: Phone, server: ProxiedServer) {
  let tabs = [phone.page]
  /** Maps each house to the person's last choice. */
  const wanted = new Map<string, boolean>()

  async function tabAt(index: number) {
    const tab = tabs[index % tabs.length] ?? phone.page
    if (!tab.url().startsWith(server.origin)) await tab.goto('/listings')
    return tab
  }

  /**
   * Waits until every tab has stored its changes. If the browser is killed, data that was written
   * just before is lost.
   */
  async function untilAllStored() {
    for (const tab of tabs) {
      if (tab.url().startsWith(server.origin)) await untilStored(tab)
    }
  }

  async function setNetwork(mode: 'offline' | 'refuse' | 'error500' | 'pass') {
    await server.network.set(mode === 'offline' ? 'pass' : mode)
    await phone.setOffline(mode === 'offline')
  }

  return {
    async perform(step: Step) {
      if (step.type === 'toggle') {
        const heart = heartOf(await tabAt(step.tab), step.house)
        await heart.click()
        wanted.set(step.house, (await heart.getAttribute('aria-pressed')) === 'true')
      } else if (step.type === 'toggle and reload') {
        const tab = await tabAt(step.tab)
        wanted.set(step.house, await pressAndReload(tab, step.house, step.after))
      } else if (step.type === 'network') {
        await setNetwork(step.mode)
      } else if (step.type === 'reload') {
        await (await tabAt(step.tab)).reload()
      } else if (step.type === 'open a tab') {
        if (tabs.length === 1) tabs.push(await phone.context.newPage())
      } else if (step.type === 'close a tab') {
        if (tabs.length > 1) await tabs.pop()?.close()
      } else if (step.type === 'leave the app') {
        for (const tab of tabs) await tab.goto('about:blank')
      } else if (step.type === 'kill') {
        await untilAllStored()
        await phone.kill()
        tabs = [phone.page]
      } else {
        await phone.dispatchSync('outbox')
      }
    },

    async expectEverythingEqual() {
      await setNetwork('pass')
      for (const index of tabs.keys()) {
        await (await tabAt(index)).evaluate(() => window.dispatchEvent(new Event('online')))
      }
      const want = HOUSES.filter((id) => wanted.get(id))
      await expect(async () => {
        expect(await favoritesOnServer(phone.page, server), 'on the server').toEqual(want)
        for (const tab of tabs) {
          // When a person switches to a tab, the tab sends its changes and refetches the favorites.
          await tab.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
          expect(await stateOf(tab), 'on the phone').toEqual({
            pressed: want,
            marked: [],
            persisted: want,
            unsent: [],
          })
        }
      }).toPass({ intervals: [50, 100, 200, 400], timeout: 60_000 })
    },
  }
}

/** Presses a heart and reloads the page. Resolves with whether the house is now a favorite. */
async function pressAndReload(page: Page, id: string, after: number) {
  const reloaded = page.waitForEvent('domcontentloaded')
  const isPressed = await heartOf(page, id).evaluate((heart, after) => {
    const pressed = heart.getAttribute('aria-pressed') !== 'true'
    heart.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    if (after === 0) location.reload()
    else setTimeout(() => location.reload(), after)
    return pressed
  }, after)
  await reloaded
  return isPressed
}

/** Waits until every change on the page is stored on the phone. */
async function untilStored(page: Page) {
  await expect(async () => {
    const { marked, unsent } = await stateOf(page)
    expect(unsent).toEqual(marked)
  }).toPass({ intervals: [10, 20, 50, 100], timeout: 60_000 })
}

/** Returns which houses are favorites on the page, and which changes are stored on the phone. */
function stateOf(page: Page) {
  return page.evaluate(async (houses) => {
    const hasInCard = (selector: string) => (id: string) =>
      document.querySelector(`#listing-${id} ${selector}`) !== null
    const isPressed = hasInCard('[aria-pressed=true]')
    const describeChange = (id: string, favorite: boolean) => `${id}: ${favorite ? 'on' : 'off'}`

    function rowsOf<T>(database: string, storeName: string) {
      return new Promise<T[]>((resolve, reject) => {
        const request = indexedDB.open(database)
        // Do not create the database here, because the app must create it.
        request.onupgradeneeded = () => request.transaction?.abort()
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const all = request.result.transaction(storeName).objectStore(storeName).getAll()
          all.onsuccess = () => {
            request.result.close()
            resolve(all.result)
          }
        }
      })
    }

    interface QueryRow {
      queryKey: string[]
      data: { favorites: string[] }
    }
    interface ChangeRow {
      listingId: string
      favorite: boolean
      outcome: unknown
    }
    const queries = await rowsOf<QueryRow>('engawa-queries', 'queries')
    const favorites = queries.find(({ queryKey }) => queryKey[0] === 'favorites')
    const rows = await rowsOf<ChangeRow[]>('engawa-outbox', 'changes')
    return {
      pressed: houses.filter(isPressed),
      marked: houses
        .filter((id) =>
          document.querySelector(`#listing-${id}`)?.textContent?.includes('will sync'),
        )
        .map((id) => describeChange(id, isPressed(id))),
      persisted: favorites?.data.favorites.sort(),
      unsent: rows
        .flat()
        .filter(({ outcome }) => outcome === null)
        .map(({ listingId, favorite }) => describeChange(listingId, favorite))
        .sort(),
    }
  }, HOUSES)
}
