import type { Request } from '@playwright/test'
import { savedAddress } from '#client/photos/photo-caches.ts'
import { PHOTO_WIDTHS } from '#contract/photos.ts'
import type { NetworkMode } from '#tests/support/network.ts'
import type { Phone } from '#tests/support/phone.ts'
import {
  PHOTOS_PER_SAVED_HOUSE,
  SAVED_HOUSES,
  VIEWED_HOUSES,
} from '#tests/support/photographed-houses.ts'
import type { ProxiedServer } from '#tests/support/proxied-server.ts'
import { SERIES } from '#tests/support/series.ts'
import { expect, openSignedIn, signIn, test } from './fixtures.ts'

/** Allow the errors that the browser itself logs when a request fails. */
const FAILED_REQUEST = /^Failed to load resource|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED/
test.use({ expectedErrors: [FAILED_REQUEST] })

const HOUR = 3_600_000

type NewSubscriber = Parameters<ProxiedServer['addSubscriber']>[0]

/**
 * Adds a subscriber who has favorites, and signs in as this person. Opens the listings page and
 * then the favorites page, and waits until the favorites are persisted.
 */
async function signInAndOpenFavorites(
  phone: Phone,
  server: ProxiedServer,
  { favorites = threeHouses, ...terms }: NewSubscriber = {},
) {
  const subscriber = await server.addSubscriber({ favorites, ...terms })
  await openSignedIn(phone.page, subscriber, '/listings')
  await expect(results(phone)).toBeVisible()
  await phone.untilWorkerServes()
  await phone.page.getByRole('link', { name: 'Favorites' }).click()
  await expect(houses(phone)).toHaveCount(favorites.length)
  await expect.poll(() => readSavedQueries(phone)).toContain('favorites')
}

const threeHouses = SAVED_HOUSES.slice(0, 3)

const results = ({ page }: Phone) => page.getByText('Showing 1-20 of 330 results')
const houses = ({ page }: Phone) => page.getByRole('main').getByRole('article')
const token = ({ page }: Phone) => page.evaluate(() => localStorage.getItem('token'))

/** Returns the names of the persisted queries. */
function readSavedQueries({ page }: Phone) {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name)
    if (!names.includes('engawa-queries')) return []
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await result(indexedDB.open('engawa-queries'))
    const rows = await result(db.transaction('queries').objectStore('queries').getAll())
    db.close()
    return rows.map(({ queryKey }) => String(queryKey[0]))
  })
}

/** Returns the path and type of each file in the browser's caches. */
function listCachedFiles({ page }: Phone) {
  return page.evaluate(async () => {
    const files: { path: string; type: string }[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const { headers } = (await cache.match(request)) ?? new Response()
        files.push({
          path: new URL(request.url).pathname,
          type: headers.get('content-type') ?? '',
        })
      }
    }
    return files
  })
}

async function listCachedPhotos(phone: Phone) {
  const files = await listCachedFiles(phone)
  return files
    .filter(({ path }) => path.startsWith('/images/'))
    .map(({ path }) => path)
    .sort()
}

const isAppFile = (path: string) => !path.startsWith('/images/')

/** Returns the addresses of those pictures on the page that fail to load. */
function brokenPicturesOf({ page }: Phone) {
  return page.evaluate(async () => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>('article img')]
    const broken: string[] = []
    for (const picture of pictures) {
      picture.loading = 'eager'
      const isShown = await picture.decode().then(
        () => picture.naturalWidth > 0 && !picture.src.endsWith('.svg'),
        () => false,
      )
      if (!isShown) broken.push(picture.src)
    }
    return pictures.length > 0 ? broken : ['no picture at all']
  })
}

/**
 * Loads each photo in the sizes of cards, thumbnails and the gallery. Returns the addresses that
 * fail to load.
 */
function findBrokenPhotos({ page }: Phone, photos: string[]) {
  const addresses = photos.flatMap((photo) => PHOTO_WIDTHS.map((width) => `${photo}?w=${width}`))
  return page.evaluate(async (addresses) => {
    async function show(address: string) {
      const picture = new Image()
      picture.src = address
      try {
        await picture.decode()
        const bitmap = await createImageBitmap(picture)
        bitmap.close()
        return picture.naturalWidth > 0
      } catch {
        return false
      }
    }
    // Request only as many photos at the same time as a page shows. Otherwise some requests would
    // wait in the browser's queue, and the test could not tell them from requests that hang.
    const broken: string[] = []
    for (let from = 0; from < addresses.length; from += 30) {
      const some = addresses.slice(from, from + 30)
      const shown = await Promise.all(some.map(show))
      broken.push(...some.filter((_, at) => !shown[at]))
    }
    return broken
  }, addresses)
}

test.describe('saved data stays available if the network fails', () => {
  const failures: [NetworkMode, string][] = [
    ['refuse', 'refuses every connection'],
    ['error500', 'answers every request with 500'],
    ['portal', 'answers every request with a sign-in page'],
    ['hang', 'never answers'],
  ]
  for (const [mode, what] of failures) {
    test(`when the network ${what}, saved data is still shown, and no response of the network is cached (check 49)`, async ({
      phone,
      server,
    }) => {
      const unseen = await server.photosOf(VIEWED_HOUSES.slice(-3))
      await signInAndOpenFavorites(phone, server)
      const signedInWith = await token(phone)
      await phone.restart()

      // While the network holds back all responses, the first screen must show the saved houses.
      await server.network.set('hold')
      server.network.forgetRequests()
      const outcome = outcomeOf(phone, mode)
      await phone.page.goto('/favorites')
      await expect(houses(phone)).toHaveCount(threeHouses.length)
      await expect.poll(() => server.network.requests('GET', ACCOUNT)).not.toEqual([])

      await server.network.set(mode)
      await outcome
      await expect(houses(phone)).toHaveCount(threeHouses.length)
      await phone.page.getByRole('link', { name: 'All Listings' }).click()
      await expect(phone.page.getByRole('heading', { name: 'All Listings' })).toBeVisible()
      if (mode !== 'hang') {
        expect(await findBrokenPhotos(phone, unseen)).toHaveLength(
          unseen.length * PHOTO_WIDTHS.length,
        )
        await updateWorker(phone)
      }
      await phone.page.goto('/favorites')
      await expect(houses(phone)).toHaveCount(threeHouses.length)
      expect(await token(phone)).toBe(signedInWith)

      await server.network.set('pass')
      await phone.page.goto('/listings?page=2')
      await expect(phone.page.getByText('Showing 21-40 of 330 results')).toBeVisible()
      expect(await token(phone)).toBe(signedInWith)
      expect(await findBrokenPhotos(phone, unseen)).toEqual([])
      const kept = await listCachedFiles(phone)
      expect(kept.filter(({ path }) => path.startsWith('/v1/'))).toEqual([])
      const photos = kept.filter(({ path }) => path.startsWith('/images/'))
      expect(photos.filter(({ type }) => !type.startsWith('image/'))).toEqual([])
    })
  }
})

/** Matches the account request, which the app sends at every start. */
const ACCOUNT = /\/v1\/auth\/me$/

/**
 * Waits until the page's account request has ended. On a network that hangs, the request never
 * ends, so this function does not wait for it.
 */
async function outcomeOf({ page }: Phone, mode: NetworkMode) {
  const isAbout = (request: Request) => ACCOUNT.test(request.url())
  if (mode === 'refuse') await page.waitForEvent('requestfailed', isAbout)
  else if (mode !== 'hang') await page.waitForEvent('requestfinished', isAbout)
}

/** Checks for a new version of the app, as the browser does from time to time. */
function updateWorker({ page }: Phone) {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update().catch(() => undefined)
  })
}

test.describe('houses can be saved for offline use', () => {
  test.slow()

  // Slow: only this test decodes every photo with the server stopped and the browser restarted.
  test('saved houses are complete in airplane mode, and stay complete whatever else is viewed', async ({
    newPhone: phone,
    server,
  }) => {
    const favorites = SAVED_HOUSES.slice(0, SERIES.savedHouses)
    const photos = await server.photosOf(favorites)
    expect(photos).toHaveLength(favorites.length * PHOTOS_PER_SAVED_HOUSE)
    await signInAndOpenFavorites(phone, server, { favorites })
    await phone.page.getByRole('button', { name: 'Save for offline' }).click()
    const saved = phone.page.getByText(`${favorites.length} houses on this device · `)
    await expect(saved).toBeVisible({ timeout: 120_000 })

    await server.stop()
    await phone.setOffline(true)
    await phone.restart()
    await phone.page.goto('/favorites')
    await expect(houses(phone)).toHaveCount(favorites.length)
    for (const [at, house] of favorites.entries()) {
      const card = houses(phone).nth(at)
      await expect(card).toContainText(`兵庫県丹波市${house}`)
      await expect(card).toContainText(/Price\s*¥5,800,000.*Kaibara Station\s*20 minutes on foot/s)
      await expect(card.getByRole('link', { name: '0795-00-0000' })).toBeVisible()
      await expect(card.getByRole('link', { name: /bank\.example/ })).toBeVisible()
    }
    expect(await brokenPicturesOf(phone)).toEqual([])
    expect(await findBrokenPhotos(phone, photos)).toEqual([])

    await phone.page.goto(`/listings/${favorites[0]}`)
    await expect(phone.page.getByRole('heading', { level: 1 })).toContainText('Tanba')
    // The person has never opened this page, so its code comes from the precache.
    await phone.page.goto('/free-preview')
    await expect(phone.page.getByRole('heading', { name: 'Free Preview' })).toBeVisible()

    await server.start()
    await phone.setOffline(false)
    const others = await server.photosOf(VIEWED_HOUSES.slice(0, 10 * favorites.length))
    expect(await findBrokenPhotos(phone, others)).toEqual([])
    await server.network.set('refuse')
    expect(await findBrokenPhotos(phone, photos)).toEqual([])
  })

  // Slow: only this test kills a browser that saves photos.
  test('saving that is interrupted after 4 of 10 houses continues with the next house, and downloads nothing twice', async ({
    phone,
    server,
  }) => {
    const favorites = SAVED_HOUSES.slice(0, 10)
    const already = new Set((await server.photosOf(favorites.slice(0, 4))).map(savedAddress))
    const rest = (await server.photosOf(favorites.slice(4))).map(savedAddress)
    await signInAndOpenFavorites(phone, server, { favorites })
    await phone.restart()
    await server.network.set(({ path }) => (rest.includes(path) ? 'hang' : 'pass'))
    await phone.page.goto('/favorites')
    await phone.page.getByRole('button', { name: 'Save for offline' }).click()
    const progress = phone.page.getByText(/^Saving for offline: 4 of 10 houses/)
    await expect(progress).toBeVisible({ timeout: 60_000 })
    await phone.kill()

    server.network.forgetRequests()
    await server.network.set('hold')
    await phone.page.goto('/favorites')
    await expect(phone.page.getByText(/^Saving for offline: 4 of 10 houses/)).toBeVisible()
    await server.network.set('pass')
    await expect(phone.page.getByText(/^10 houses on this device · /)).toBeVisible({
      timeout: 120_000,
    })
    const fetched = server.network.requests('GET', /^\/images\//).map(({ path }) => path)
    expect(fetched.filter((path) => already.has(path))).toEqual([])
    expect(fetched.filter((path) => rest.includes(path)).sort()).toEqual([...rest].sort())
  })

  // Slow: only this test meets the browser's own quota, and not a simulated one.
  test('on a full device, the app saves the houses that fit, says that the device is full, and otherwise works', async ({
    phone,
    server,
  }) => {
    const subscriber = await server.addSubscriber({ favorites: SAVED_HOUSES })
    await openSignedIn(phone.page, subscriber, '/listings')
    await expect(results(phone)).toBeVisible()
    const { usage = 0 } = await phone.page.evaluate(() => navigator.storage.estimate())
    await phone.setQuota(usage + 600_000)
    await phone.page.goto('/favorites')
    await phone.page.getByRole('button', { name: 'Save for offline' }).click()
    await expect(phone.page.getByText('This device is full').first()).toBeVisible({
      timeout: 60_000,
    })
    await expect(phone.page.getByText(/^This device is full: [1-9]\d? of 30 houses/)).toBeVisible()

    await houses(phone).first().getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => server.favoritesOf(subscriber)).toEqual(SAVED_HOUSES.slice(1))
    await phone.page.goto('/listings?page=2')
    await expect(phone.page.getByText('Showing 21-40 of 330 results')).toBeVisible()
  })
})

test('offline, access ends on time and stays ended when the clock is set back, and the saved data is kept', async ({
  phone,
  server,
}) => {
  const endsAt = new Date(Date.now() + HOUR)
  await signInAndOpenFavorites(phone, server, { status: 'cancelled', endsAt })
  const queries = await readSavedQueries(phone)
  await expect.poll(() => listCachedPhotos(phone)).not.toEqual([])
  const photos = await listCachedPhotos(phone)
  await phone.restart()
  await server.network.set('refuse')
  await phone.setOffline(true)

  await phone.context.clock.install()
  await phone.page.goto('/favorites')
  await expect(houses(phone)).toHaveCount(threeHouses.length)
  await phone.context.clock.fastForward(2 * HOUR)
  await expect(houses(phone)).toHaveCount(0)

  // A restart ends the fake time. The real time is before the end of the subscription, as if the
  // person had set the clock back.
  await phone.restart()
  await phone.page.goto('/favorites')
  // Offline, the app cannot be sure that access has ended, so it does not offer to pay.
  await expect(
    phone.page.getByText('It may have ended. Connect to the internet to check.'),
  ).toBeVisible()
  await expect(phone.page.getByRole('link', { name: 'Manage Subscription' })).toHaveCount(0)
  await expect(houses(phone)).toHaveCount(0)
  expect(await readSavedQueries(phone)).toEqual(expect.arrayContaining(queries))
  expect(await listCachedPhotos(phone)).toEqual(expect.arrayContaining(photos))

  await server.network.set('pass')
  await phone.setOffline(false)
  await phone.page.goto('/favorites')
  await expect(houses(phone)).toHaveCount(threeHouses.length)
})

test('a start uses the compiled code that earlier starts have stored', async ({ phone }) => {
  await expect(async () => {
    await phone.restart()
    const sizes = await readCodeCacheSizes(phone, '/login')
    expect(sizes).toEqual({ index: expect.any(Number), parts: expect.any(Number) })
  }).toPass()
})

/**
 * Opens a page. Returns how many bytes of stored code the browser has used for the app's script and
 * for a module that the script imports.
 */
async function readCodeCacheSizes(phone: Phone, path: string) {
  const browser = phone.context.browser()
  if (!browser) throw new Error('The phone has no browser')
  await browser.startTracing(phone.page, { categories: ['v8', 'devtools.timeline'] })
  await phone.page.goto(path)
  await expect(phone.page.getByRole('heading', { level: 1 })).toBeVisible()
  const trace: { traceEvents: TraceEvent[] } = JSON.parse(String(await browser.stopTracing()))
  const compiled = trace.traceEvents.filter(({ name }) => name === 'v8.compileModule')
  const sizeOf = (chunk: string) =>
    compiled.find(({ args }) => args.data?.url.includes(`/assets/${chunk}-`))?.args.data
      ?.consumedCacheSize
  return { index: sizeOf('index'), parts: sizeOf('parts') }
}

/** An event of Chromium's trace about the compilation of a module. */
interface TraceEvent {
  name: string
  args: { data?: { url: string; consumedCacheSize?: number } }
}

test('an online start restores app files that the browser has evicted', async ({
  phone,
  server,
}) => {
  await signInAndOpenFavorites(phone, server)
  const listAppFiles = async () =>
    (await listCachedFiles(phone)).map(({ path }) => path).filter(isAppFile)
  const all = await listAppFiles()
  await phone.clearStorage(['cache_storage'])
  expect(await listAppFiles()).toEqual([])
  await phone.page.reload()
  await expect.poll(async () => (await listAppFiles()).sort()).toEqual(all.sort())

  await server.network.set('refuse')
  await phone.restart()
  await phone.page.goto('/favorites')
  await expect(houses(phone)).toHaveCount(threeHouses.length)
})

test('when the browser clears the storage of an open app, the person only has to sign in again', async ({
  phone,
  server,
}) => {
  const subscriber = await server.addSubscriber({ favorites: threeHouses })
  await signIn(phone.page, subscriber)
  await expect(results(phone)).toBeVisible()
  await phone.untilWorkerServes()

  // If the storage is cleared while the worker is saving photos, Chromium's quota manager no longer
  // answers for this origin until the browser restarts.
  await phone.page.waitForLoadState('networkidle')
  await phone.clearStorage()
  // The removed worker never answers the requests that it was handling, so the page may never
  // finish loading. With `commit`, `goto` does not wait for the end of loading. A redirect in
  // progress can abort `goto`, so try again.
  await expect(async () => {
    await phone.page.goto('/favorites', { waitUntil: 'commit', timeout: 10_000 })
  }).toPass()
  await expect(phone.page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await signIn(phone.page, subscriber)
  await expect(houses(phone)).toHaveCount(threeHouses.length)
  await phone.untilWorkerServes()
  await phone.page.getByRole('link', { name: 'All Listings' }).click()
  await expect(results(phone)).toBeVisible()
})

test.describe('the app works online if IndexedDB is broken', () => {
  const faults: [string, () => void, string, RegExp][] = [
    [
      'throws',
      () => {
        IDBFactory.prototype.open = () => {
          throw new DOMException('The database is broken', 'UnknownError')
        }
      },
      'Not saved on this device',
      /^3 houses could not be saved on this device: .* Offline, they do not open\.$/,
    ],
    [
      'hangs',
      () => {
        IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
      },
      'This browser cannot save anything',
      /^This browser cannot save anything, because its storage does not respond\. Everything works/,
    ],
  ]
  for (const [what, breakIndexedDb, summary, message] of faults) {
    test(`when IndexedDB ${what}, the app works online, and says what cannot be saved`, async ({
      phone,
      server,
    }) => {
      await phone.context.addInitScript(breakIndexedDb)
      const subscriber = await server.addSubscriber({ favorites: threeHouses })
      await signIn(phone.page, subscriber)
      await expect(results(phone)).toBeVisible()
      await phone.page.reload()
      await expect(results(phone)).toBeVisible()
      await phone.page.getByRole('link', { name: 'Favorites' }).click()
      await expect(houses(phone)).toHaveCount(threeHouses.length)
      await phone.untilWorkerServes()

      await phone.page.getByRole('main').getByRole('link', { name: summary }).click()
      await expect(phone.page.getByText(message)).toBeVisible()
      await phone.page.getByRole('link', { name: 'Favorites' }).click()

      await houses(phone).first().getByRole('button', { name: 'Remove' }).click()
      await expect(houses(phone)).toHaveCount(threeHouses.length - 1)
      await expect.poll(() => server.favoritesOf(subscriber)).toEqual(threeHouses.slice(1))
    })
  }
})
