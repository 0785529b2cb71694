import type { Page } from '@playwright/test'
import fc from 'fast-check'
import type { FieldServer } from '#tests/support/field-server.ts'
import type { Phone } from '#tests/support/phone.ts'
import { KEPT_HOUSES } from '#tests/support/photographed-houses.ts'
import { SERIES } from '#tests/support/series.ts'
import { expect, signIn, test } from './fixtures.ts'

test.use({ expectedErrors: [/^Failed to load resource: (net::ERR_|.* status of 500)/] })

/** The houses of this test are all on the first page of listings. */
const HOUSES = KEPT_HOUSES.slice(0, 4)
const [house = ''] = HOUSES

/** Opens the listings on a phone that has used the app before. */
async function openListings(phone: Phone, server: FieldServer) {
  await signIn(phone.page, await server.addSubscriber())
  await expect(phone.page.getByText(/^Showing 1-20 of/)).toBeVisible()
  await phone.untilWorkerServes()
  // A normal restart writes the phone's data to disk, so the data survives a later crash.
  await phone.restart()
  await phone.page.goto('/listings')
  await expect(heartOf(phone.page, house)).toHaveAccessibleName('Add to Favorites')
  server.network.forgetRequests()
}

const cardOf = (page: Page, id: string) => page.locator(`#listing-${id}`)
const heartOf = (page: Page, id: string) =>
  cardOf(page, id).getByRole('button', { name: /^(Add to Favorites|Favorited)$/ })
const markOf = (page: Page, id: string) => cardOf(page, id).getByText('will sync')

/** Returns the server's favorites of the person who is signed in on `page`. */
async function favoritesOnServer(page: Page, { origin }: FieldServer) {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const answer = await fetch(`${origin}/v1/favorites`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { favorites }: { favorites: string[] } = await answer.json()
  return favorites.sort()
}

/** Counts the requests that reached the server: `on` to add a favorite, `off` to remove one. */
const changesAsked = ({ network }: FieldServer) => ({
  on: network.requests('POST', /^\/v1\/favorites$/).length,
  off: network.requests('DELETE', /^\/v1\/favorites\//).length,
})

async function changeOffline(phone: Phone, id = house) {
  await phone.setOffline(true)
  await heartOf(phone.page, id).click()
  await expect(heartOf(phone.page, id)).toHaveAccessibleName('Favorited')
  await expect(markOf(phone.page, id)).toBeVisible()
  await untilKept(phone.page)
}

test('a change made in airplane mode survives a reload, and is sent once', async ({
  phone,
  server,
}) => {
  await openListings(phone, server)
  await changeOffline(phone)
  await phone.page.reload()
  await expect(heartOf(phone.page, house)).toHaveAccessibleName('Favorited')
  await expect(markOf(phone.page, house)).toBeVisible()

  await phone.setOffline(false)
  await expect(markOf(phone.page, house)).toHaveCount(0)
  await expect(heartOf(phone.page, house)).toHaveAccessibleName('Favorited')
  expect(await favoritesOnServer(phone.page, server)).toEqual([house])
  expect(changesAsked(server)).toEqual({ on: 1, off: 0 })
})

test('the worker sends a change whose tab was closed, and the next page shows it', async ({
  phone,
  server,
}) => {
  await openListings(phone, server)
  await changeOffline(phone)
  await phone.page.goto('about:blank')
  await phone.setOffline(false)
  await phone.dispatchSync('outbox')
  await expect.poll(() => changesAsked(server)).toEqual({ on: 1, off: 0 })

  await phone.page.goto('/favorites')
  await expect(cardOf(phone.page, house)).toBeVisible()
  await expect(markOf(phone.page, house)).toHaveCount(0)
  expect(await favoritesOnServer(phone.page, server)).toEqual([house])
  expect(changesAsked(server)).toEqual({ on: 1, off: 0 })
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
  await expect(markOf(phone.page, house)).toHaveCount(0)
  await expect.poll(() => favoritesOnServer(phone.page, server)).toEqual([house])
  expect(changesAsked(server)).toEqual({ on: 1, off: 0 })
})

test('a heart tapped three times in airplane mode sends one change', async ({ phone, server }) => {
  await openListings(phone, server)
  const heart = heartOf(phone.page, house)
  await phone.setOffline(true)
  for (const label of ['Favorited', 'Add to Favorites', 'Favorited']) {
    await heart.click()
    await expect(heart).toHaveAccessibleName(label)
    // The service worker sends the change from IndexedDB, so wait until the change is stored there.
    await untilKept(phone.page)
  }
  await phone.setOffline(false)
  await expect(markOf(phone.page, house)).toHaveCount(0)
  expect(await favoritesOnServer(phone.page, server)).toEqual([house])
  expect(changesAsked(server)).toEqual({ on: 1, off: 0 })
})

test('a request pending when the browser is killed is neither lost nor sent twice', async ({
  phone,
  server,
}) => {
  await openListings(phone, server)
  await server.network.set(({ method }) => (method === 'POST' ? 'hold' : 'pass'))
  await heartOf(phone.page, house).click()
  await expect.poll(() => changesAsked(server)).toEqual({ on: 1, off: 0 })
  await phone.kill()
  await server.network.set('pass')

  await phone.page.goto('/listings')
  await expect(heartOf(phone.page, house)).toHaveAccessibleName('Favorited')
  await expect.poll(() => favoritesOnServer(phone.page, server)).toEqual([house])
  await expect(markOf(phone.page, house)).toHaveCount(0)
  await expect(heartOf(phone.page, house)).toHaveAccessibleName('Favorited')
})

/** A random event: the person, the browser or the network does something. */
type Step =
  | { does: 'toggle'; tab: number; house: string }
  | { does: 'reload'; tab: number }
  /** `after` is the time from the tap to the reload, in milliseconds. */
  | { does: 'toggle and reload'; tab: number; house: string; after: number }
  | { does: 'network'; is: 'offline' | 'refuse' | 'error500' | 'pass' }
  | { does: 'open a tab' | 'close a tab' | 'leave' | 'kill' | 'sync' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 24,
    arbitrary: fc.record({
      does: fc.constant('toggle' as const),
      tab: fc.nat(1),
      house: fc.constantFrom(...HOUSES),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      does: fc.constant('network' as const),
      is: fc.constantFrom('offline', 'refuse', 'error500', 'pass'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('reload' as const), tab: fc.nat(1) }) },
  {
    weight: 12,
    arbitrary: fc.record({
      does: fc.constant('toggle and reload' as const),
      tab: fc.nat(1),
      house: fc.constantFrom(...HOUSES),
      after: fc.oneof(fc.constant(0), fc.nat(20)),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ does: 'open a tab' as const }) },
  { weight: 2, arbitrary: fc.constant({ does: 'close a tab' as const }) },
  { weight: 2, arbitrary: fc.constant({ does: 'sync' as const }) },
  { weight: 1, arbitrary: fc.constant({ does: 'leave' as const }) },
  { weight: 1, arbitrary: fc.constant({ does: 'kill' as const }) },
)

test('a change of favorites survives an immediate reload', async ({ phone, server }) => {
  await openListings(phone, server)
  await phone.setOffline(true)
  for (const after of [0, 1, 5, 20]) {
    const isPressed = await pressAndReload(phone.page, house, after)
    const label = isPressed ? 'Favorited' : 'Add to Favorites'
    await expect(markOf(phone.page, house)).toBeVisible()
    await expect(heartOf(phone.page, house)).toHaveAccessibleName(label)
  }
})

test('after any sequence of events, phone and server end with the same favorites', async ({
  phone,
  server,
}) => {
  // The timeout only aborts a run that hangs. An idle machine needs a few minutes.
  test.setTimeout(1_800_000)
  await openListings(phone, server)
  const user = userOf(phone, server)
  const sequences = fc.array(step, { minLength: 2, maxLength: 7 })
  await fc.assert(
    fc.asyncProperty(sequences, async (steps) => {
      for (const step of steps) await user.take(step)
      await user.expectEverythingEqual()
    }),
    // Each sequence continues from the state of the previous one. The seed reproduces all
    // sequences.
    { numRuns: SERIES.sequences, seed: SERIES.seed, endOnFailure: true },
  )
})

function userOf(phone: Phone, server: FieldServer) {
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
  async function untilAllKept() {
    for (const tab of tabs) {
      if (tab.url().startsWith(server.origin)) await untilKept(tab)
    }
  }

  async function setNetwork(is: 'offline' | 'refuse' | 'error500' | 'pass') {
    await server.network.set(is === 'offline' ? 'pass' : is)
    await phone.setOffline(is === 'offline')
  }

  return {
    async take(step: Step) {
      if (step.does === 'toggle') {
        const heart = heartOf(await tabAt(step.tab), step.house)
        await heart.click()
        wanted.set(step.house, (await heart.getAttribute('aria-pressed')) === 'true')
      } else if (step.does === 'toggle and reload') {
        const tab = await tabAt(step.tab)
        wanted.set(step.house, await pressAndReload(tab, step.house, step.after))
      } else if (step.does === 'network') {
        await setNetwork(step.is)
      } else if (step.does === 'reload') {
        await (await tabAt(step.tab)).reload()
      } else if (step.does === 'open a tab') {
        if (tabs.length === 1) tabs.push(await phone.context.newPage())
      } else if (step.does === 'close a tab') {
        if (tabs.length > 1) await tabs.pop()?.close()
      } else if (step.does === 'leave') {
        for (const tab of tabs) await tab.goto('about:blank')
      } else if (step.does === 'kill') {
        await untilAllKept()
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
            kept: want,
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
async function untilKept(page: Page) {
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
    const asWish = (id: string, favorite: boolean) => `${id}: ${favorite ? 'on' : 'off'}`

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
        .map((id) => asWish(id, isPressed(id))),
      kept: favorites?.data.favorites.sort(),
      unsent: rows
        .flat()
        .filter(({ outcome }) => outcome === null)
        .map(({ listingId, favorite }) => asWish(listingId, favorite))
        .sort(),
    }
  }, HOUSES)
}
