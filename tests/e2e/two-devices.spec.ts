import type { Page, Request } from '@playwright/test'
import { addFavorite, removeFavorite } from '#contract/favorites.ts'
import { houseRecord } from '#contract/note-choices.ts'
import { changeNotes } from '#contract/notes.ts'
import { SAVED_HOUSES } from '#tests/support/photographed-houses.ts'
import type { ProxiedServer } from '#tests/support/proxied-server.ts'
import { expect, openSignedIn, test } from './fixtures.ts'
import { callAs } from './notes-page.ts'

/* An open page follows the changes that the same person makes on another device. */

const REVISIONS = '/v1/auth/me/revisions'
const NEXT = SAVED_HOUSES[6] ?? ''
const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

test.use({
  baseURL: async ({ server }, use) => use(server.origin),
  // The browser logs each failed request.
  expectedErrors: [/^Failed to load resource/],
})

/** The requests of the page that are not answered yet. */
let open: Set<Request>

/** Opens a page with six favorites, and lets its first requests pass. */
async function openPage(page: Page, server: ProxiedServer, path: string) {
  const subscriber = await server.addSubscriber({ favorites: SAVED_HOUSES.slice(0, 6) })
  open = new Set()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  await page.clock.install()
  await openSignedIn(page, subscriber, server.origin + path)
  await letPass(page, 10 * SECOND_MS)
}

/**
 * Lets the page's clock run, and waits after each second until all requests are answered. Otherwise
 * the clock would overtake the responses, which would then count as slow.
 */
async function letPass(page: Page, milliseconds: number) {
  for (let passed = 0; passed < milliseconds; passed += SECOND_MS) {
    await page.clock.runFor(SECOND_MS)
    await expect.poll(() => open.size).toBe(0)
  }
}

const favorites = (page: Page) => page.getByRole('main').getByRole('article')

/** The addresses that the page has requested since the last call. */
function takeRequests({ network }: ProxiedServer) {
  const paths = network.requests('GET', /^\/v1\//).map(({ path }) => path)
  network.forgetRequests()
  return paths
}

async function changeElsewhere<T>(server: ProxiedServer, change: () => Promise<T>) {
  await change()
  server.network.forgetRequests()
}

const focus = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')))

test('a favorite of another device appears within five seconds of the focus, and nothing else is requested', async ({
  page,
  server,
}) => {
  await openPage(page, server, '/favorites')
  await expect(favorites(page)).toHaveCount(6)
  await changeElsewhere(server, () =>
    callAs(page, server.origin, addFavorite, { listing_id: NEXT }),
  )
  await focus(page)
  await letPass(page, 5 * SECOND_MS)
  await expect(favorites(page)).toHaveCount(7)
  expect(takeRequests(server)).toEqual([REVISIONS, '/v1/favorites'])
  // The favorites that were just fetched have the latest revision.
  await focus(page)
  await letPass(page, 5 * SECOND_MS)
  expect(takeRequests(server)).toEqual([REVISIONS])
})

test('when nothing has changed, a page that gets the focus or stays open for minutes requests only the revisions', async ({
  page,
  server,
}) => {
  await openPage(page, server, '/favorites')
  await expect(favorites(page)).toHaveCount(6)
  server.network.forgetRequests()
  await focus(page)
  await focus(page)
  await letPass(page, 5 * SECOND_MS)
  expect(takeRequests(server)).toEqual([REVISIONS])
  await letPass(page, 3 * MINUTE_MS)
  const paths = takeRequests(server)
  expect(new Set(paths)).toEqual(new Set([REVISIONS]))
  expect(paths.length).toBeLessThanOrEqual(3)
})

test('an open page that is never touched shows the changes of another device after a minute', async ({
  page,
  server,
}) => {
  await openPage(page, server, '/favorites')
  const [first = ''] = SAVED_HOUSES
  await changeElsewhere(server, () => callAs(page, server.origin, removeFavorite, { id: first }))
  await letPass(page, MINUTE_MS)
  await expect(favorites(page)).toHaveCount(5)
})

test('the notes of another device appear within five seconds of the focus', async ({
  page,
  server,
}) => {
  const [house = ''] = SAVED_HOUSES
  await openPage(page, server, `/listings/${house}#notes-${house}`)
  const notes = page.getByLabel('Notes', { exact: true })
  await expect(notes).toBeVisible()
  await changeElsewhere(server, () =>
    callAs(page, server.origin, changeNotes, {
      changes: [
        {
          id: crypto.randomUUID(),
          record: houseRecord(house),
          field: 'note',
          value: 'Sound roof',
          at: new Date().toISOString(),
          seen: [],
        },
      ],
    }),
  )
  await focus(page)
  await letPass(page, 5 * SECOND_MS)
  await expect(notes).toHaveValue('Sound roof')
  expect(takeRequests(server).filter((path) => !path.startsWith('/v1/notes'))).toEqual([REVISIONS])
})

test('a hidden page and a page without a network request nothing, and catch up within five seconds', async ({
  page,
  context,
  server,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', {
      get: () => Reflect.get(globalThis, 'visibility') ?? 'visible',
    })
  })
  await openPage(page, server, '/favorites')
  await expect(favorites(page)).toHaveCount(6)
  const setVisibility = (visibility: string) =>
    page.evaluate((visibility) => {
      Object.assign(globalThis, { visibility })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, visibility)

  await setVisibility('hidden')
  await changeElsewhere(server, () =>
    callAs(page, server.origin, addFavorite, { listing_id: NEXT }),
  )
  await letPass(page, 3 * MINUTE_MS)
  expect(takeRequests(server)).toEqual([])
  await setVisibility('visible')
  await letPass(page, 5 * SECOND_MS)
  await expect(favorites(page)).toHaveCount(7)

  await context.setOffline(true)
  await changeElsewhere(server, () => callAs(page, server.origin, removeFavorite, { id: NEXT }))
  await letPass(page, 3 * MINUTE_MS)
  expect(takeRequests(server)).toEqual([])
  await context.setOffline(false)
  await letPass(page, 5 * SECOND_MS)
  await expect(favorites(page)).toHaveCount(6)
})

for (const [browser, anchoring] of [
  ['with scroll anchoring', 'auto'],
  ['without scroll anchoring, such as Safari', 'none'],
] as const) {
  test(`in a browser ${browser}, a favorite that another device adds above the houses does not move what a person reads`, async ({
    page,
    server,
  }) => {
    await openPage(page, server, '/favorites')
    await expect(favorites(page)).toHaveCount(6)
    await page.evaluate((anchoring) => {
      document.documentElement.style.overflowAnchor = anchoring
    }, anchoring)
    await favorites(page)
      .nth(1)
      .evaluate((card) => card.scrollIntoView({ block: 'center', behavior: 'instant' }))
    await letPass(page, SECOND_MS)
    /** The id of the card in the middle of the window, and its place. */
    const readMiddle = () =>
      page.evaluate(() => {
        const card = document.elementFromPoint(innerWidth / 4, innerHeight / 2)?.closest('article')
        return { id: card?.id, top: Math.round(card?.getBoundingClientRect().top ?? 0) }
      })
    const before = await readMiddle()
    expect(before.id).toBeTruthy()
    await changeElsewhere(server, () =>
      callAs(page, server.origin, addFavorite, { listing_id: NEXT }),
    )
    await focus(page)
    await letPass(page, 5 * SECOND_MS)
    await expect(favorites(page)).toHaveCount(7)
    await letPass(page, SECOND_MS)
    expect(await readMiddle()).toEqual(before)
  })
}

test('a server that fails to answer the revisions is asked at most once a minute, however often the page gets the focus', async ({
  page,
  server,
}) => {
  await openPage(page, server, '/favorites')
  await expect(favorites(page)).toHaveCount(6)
  await server.network.set(({ path }) =>
    path === REVISIONS
      ? { status: 500, headers: { 'content-type': 'application/json' }, body: '{}' }
      : 'pass',
  )
  server.network.forgetRequests()
  for (let second = 0; second < 50; second += 5) {
    await focus(page)
    await letPass(page, 5 * SECOND_MS)
  }
  expect(takeRequests(server).filter((path) => path === REVISIONS)).toHaveLength(1)
  await server.network.set('pass')
})
