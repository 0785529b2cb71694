import { BROWSED_PHOTOS, FAVORITE_PHOTOS } from '#client/photo-caches.ts'
import type { FieldServer } from '#tests/support/field-server.ts'
import type { Fate } from '#tests/support/network.ts'
import type { Phone } from '#tests/support/phone.ts'
import { KEPT_HOUSES } from '#tests/support/photographed-houses.ts'
import { expect, signIn, test } from './fixtures.ts'

/** What the browser itself says of requests that fail. */
const FAILED_REQUEST = /^Failed to load resource|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED/
test.use({ expectedErrors: [FAILED_REQUEST] })

const HOUR = 3_600_000

type NewSubscriber = Parameters<FieldServer['addSubscriber']>[0]

/** Somebody with three favorites signs in, and looks at the results and at the favorites. */
async function settleIn(phone: Phone, server: FieldServer, terms?: NewSubscriber) {
  await signIn(phone.page, await server.addSubscriber({ favorites: threeHouses, ...terms }))
  await expect(results(phone)).toBeVisible()
  await phone.untilWorkerServes()
  await phone.page.getByRole('link', { name: 'Favorites' }).click()
  await expect(houses(phone)).toHaveCount(threeHouses.length)
  await expect.poll(() => keptAnswers(phone)).toEqual(expect.arrayContaining(ANSWERS))
}

const threeHouses = KEPT_HOUSES.slice(0, 3)
/** What the results and the favorites were made of, as the browser has kept it. */
const ANSWERS = ['favorites', 'listings']

const results = ({ page }: Phone) => page.getByText('Showing 1-20 of 330 results')
const houses = ({ page }: Phone) => page.getByRole('main').getByRole('article')
const token = ({ page }: Phone) => page.evaluate(() => localStorage.getItem('token'))

/** The names of the queries whose answers are in the browser's database. */
function keptAnswers({ page }: Phone) {
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

/** The types of all that is in the caches of photos. */
function typesOfKeptPhotos({ page }: Phone) {
  return page.evaluate(
    async (names) => {
      const caches_ = await Promise.all(names.map((name) => caches.open(name)))
      const kept = await Promise.all(caches_.map((cache) => cache.matchAll()))
      return kept.flat().map(({ headers }) => headers.get('content-type') ?? '')
    },
    [FAVORITE_PHOTOS, BROWSED_PHOTOS],
  )
}

test.describe('with a network that fails', () => {
  const failures: [Fate, string][] = [
    ['refuse', 'refuses every connection'],
    ['error500', 'answers every request with 500'],
    ['hang', 'never answers'],
    ['portal', 'answers everything with a page to sign in at'],
  ]
  for (const [fate, what] of failures) {
    test(`one that ${what} hides nothing that was seen, and breaks nothing`, async ({
      phone,
      server,
    }) => {
      await settleIn(phone, server)
      const signedInWith = await token(phone)
      await phone.restart()

      // What is on the screen before anything was answered does not wait for an answer.
      await server.network.set('hold')
      await phone.page.goto('/favorites')
      await expect(houses(phone)).toHaveCount(threeHouses.length)
      await expect.poll(() => server.network.requests('GET', /^\/v1\/favorites/)).not.toEqual([])

      await server.network.set(fate)
      await phone.page.getByRole('link', { name: 'All Listings' }).click()
      await expect(results(phone)).toBeVisible()
      await phone.page.goto('/favorites')
      await expect(houses(phone)).toHaveCount(threeHouses.length)
      await phone.page.goto('/subscription/manage')
      await expect(phone.page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await token(phone)).toBe(signedInWith)

      await server.network.set('pass')
      await phone.page.goto('/listings?page=2')
      await expect(phone.page.getByText('Showing 21-40 of 330 results')).toBeVisible()
      expect(await token(phone)).toBe(signedInWith)
      const types = await typesOfKeptPhotos(phone)
      expect(types.filter((type) => !type.startsWith('image/'))).toEqual([])
    })
  }
})

test('access ends at its time without a network, keeps what was kept, and is not brought back by setting the clock back', async ({
  phone,
  server,
}) => {
  const endsAt = new Date(Date.now() + HOUR)
  await settleIn(phone, server, { status: 'cancelled', endsAt })
  const answers = await keptAnswers(phone)
  await phone.restart()
  await server.network.set('refuse')
  await phone.setOffline(true)

  await phone.context.clock.install()
  await phone.page.goto('/favorites')
  await expect(houses(phone)).toHaveCount(threeHouses.length)
  await phone.context.clock.fastForward(2 * HOUR)
  await expect(houses(phone)).toHaveCount(0)

  // With the browser's own time, which is before the end again.
  await phone.restart()
  await phone.page.goto('/favorites')
  await expect(phone.page.getByRole('link', { name: 'Manage Subscription' })).toBeVisible()
  await expect(houses(phone)).toHaveCount(0)
  expect(await keptAnswers(phone)).toEqual(answers)

  await server.network.set('pass')
  await phone.setOffline(false)
  await phone.page.goto('/favorites')
  await expect(houses(phone)).toHaveCount(threeHouses.length)
})

test('storage that is cleared under the app costs a new sign-in, and nothing more', async ({
  phone,
  server,
}) => {
  const subscriber = await server.addSubscriber({ favorites: threeHouses })
  await signIn(phone.page, subscriber)
  await expect(results(phone)).toBeVisible()
  await phone.untilWorkerServes()

  await phone.clearStorage()
  await phone.page.goto('/favorites')
  await expect(phone.page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await signIn(phone.page, subscriber)
  await expect(houses(phone)).toHaveCount(threeHouses.length)
  await phone.untilWorkerServes()
  await phone.page.getByRole('link', { name: 'All Listings' }).click()
  await expect(results(phone)).toBeVisible()
})

test.describe('with an IndexedDB that', () => {
  const faults: [string, () => void][] = [
    [
      'throws',
      () => {
        IDBFactory.prototype.open = () => {
          throw new DOMException('The database is broken', 'UnknownError')
        }
      },
    ],
    [
      'hangs',
      () => {
        IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
      },
    ],
  ]
  for (const [what, breakIt] of faults) {
    test(`${what}, everything works while there is a network`, async ({ phone, server }) => {
      await phone.context.addInitScript(breakIt)
      const subscriber = await server.addSubscriber({ favorites: threeHouses })
      await signIn(phone.page, subscriber)
      await expect(results(phone)).toBeVisible()
      await phone.page.reload()
      await expect(results(phone)).toBeVisible()
      await phone.page.getByRole('link', { name: 'Favorites' }).click()
      await expect(houses(phone)).toHaveCount(threeHouses.length)
      await houses(phone).first().getByRole('button', { name: 'Remove' }).click()
      await expect(houses(phone)).toHaveCount(threeHouses.length - 1)
      await expect.poll(() => server.favoritesOf(subscriber)).toEqual(threeHouses.slice(1))
    })
  }
})
