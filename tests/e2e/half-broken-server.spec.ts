import type { Browser, BrowserContextOptions, Page, Request } from '@playwright/test'
import { BROKEN_ANSWERS } from '#tests/support/broken-answers.ts'
import { phoneViewport } from '#tests/support/chromium.ts'
import type { Answer } from '#tests/support/network.ts'
import { SAVED_HOUSES } from '#tests/support/photographed-houses.ts'
import type { ProxiedServer } from '#tests/support/proxied-server.ts'
import { expect, test } from './fixtures.ts'

/* One address of the server answers wrongly, while the health check and all others work. */

interface Place {
  path: string
  /** Opens the part of the page that needs the broken address. */
  open?: (page: Page) => Promise<unknown>
  /** Whether the person has no access to listings. */
  isMember?: boolean
  /** Whether the broken address needs no session. */
  isPublic?: boolean
  /** The broken address. */
  broken: RegExp
  /** The sentence that stands beside the text of the response, or replaces it. */
  title: string
  hasText: boolean
}

const PLACES: Place[] = [
  {
    path: '/listings',
    broken: /^\/v1\/listings(\?|$)/,
    title: 'Error loading listings',
    hasText: true,
  },
  {
    path: '/listings?prefecture=kyoto',
    open: async (page) => page.getByRole('button', { name: /^Filters/ }).click(),
    broken: /^\/v1\/listings\/cities/,
    title: 'Cities unavailable',
    hasText: false,
  },
  {
    path: '/favorites',
    broken: /^\/v1\/favorites$/,
    title: 'Error loading favorites',
    hasText: true,
  },
  {
    path: '/listings',
    broken: /^\/v1\/auth\/me$/,
    title: 'Unexpected Application Error!',
    hasText: true,
  },
  {
    path: '/subscription/manage',
    open: (page) =>
      page
        .getByRole('button', { name: /^(Renew|Subscribe) / })
        .first()
        .click(),
    isMember: true,
    isPublic: true,
    broken: /^\/v1\/payments\/config$/,
    title: 'Failed to load payment options. Please refresh and try again.',
    hasText: false,
  },
]

/** How long the page stays open, in milliseconds of its own clock. */
const OPEN_MS = 60_000
const STEP_MS = 1_000
/** The part of this time in which the page starts. */
const START_MS = 3_000
/**
 * A query is sent once, and retried at most three times, however many parts of the page show its
 * data.
 */
const MAX_REQUESTS = 4
/** Each request causes at most one health check if its response is late, and one if it is wrong. */
const MAX_HEALTH_CHECKS = 2 * MAX_REQUESTS

/** Each place meets some of the responses. A long series combines all with all. */
function chosenAnswers(place: number) {
  if (process.env.ENDURANCE) return BROKEN_ANSWERS
  return BROKEN_ANSWERS.filter(
    (answer, index) => index % 25 === place * 4 || endsSession(answer) || isForbidden(answer),
  )
}

/** With this response, our own server ends a session. */
const endsSession = ({ status, body }: Answer) =>
  status === 401 && body === '{"detail":"Not today"}'
/** After this response, the app asks for the account, whose access may have ended. */
const isForbidden = ({ status, body }: Answer) => status === 403 && body === undefined

/** Texts that must not disappear and appear again. */
const SHOWN_ONCE = [
  'Loading listings...',
  'Loading cities...',
  'Error loading',
  'Cities unavailable',
]
/** Texts that would blame the network. */
const NEVER_SHOWN = [
  "Can't reach Engawa",
  "You're offline",
  'Sign in to the Wi-Fi',
  'a connection.',
]

const CONTEXT: BrowserContextOptions = { viewport: phoneViewport, serviceWorkers: 'block' }

for (const [index, place] of PLACES.entries()) {
  test(`when only ${place.broken.source} answers wrongly, ${place.path} shows the text of the response without flicker, and sends at most four requests to each address of the API`, async ({
    browser,
    server,
  }) => {
    const answers = chosenAnswers(index)
    test.setTimeout(answers.length * 60_000)
    const token = await createSession(browser, server, place)
    for (const { text, ...answer } of answers) {
      await test.step(`${answer.status} ${answer.body ?? ''}`, async () => {
        const { page, close } = await openPage(browser, server, token)
        const { waiting, paths } = watchRequests(page)
        const isSignedOut = endsSession(answer) && !place.isPublic
        await server.network.set(({ path }) => (place.broken.test(path) ? answer : 'pass'))

        await page.goto(place.path)
        await letPass(page, waiting, START_MS)
        if (!isSignedOut) await place.open?.(page)
        await letPass(page, waiting, OPEN_MS - START_MS)
        if (isSignedOut) {
          await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
        } else {
          await expect(page.getByText(place.title).first()).toBeAttached()
          if (place.hasText) await expect(page.getByText(text, { exact: true })).toBeVisible()
        }
        const counts = await page.evaluate(() => Reflect.get(globalThis, 'appearances'))
        for (const shown of SHOWN_ONCE) expect(counts[shown] ?? 0, shown).toBeLessThanOrEqual(1)
        for (const shown of NEVER_SHOWN) expect(counts[shown] ?? 0, shown).toBe(0)
        for (const [path, count] of countRequests(paths)) {
          const limit = path === '/healthz' ? MAX_HEALTH_CHECKS : MAX_REQUESTS
          expect(count, `requests to ${path}`).toBeLessThanOrEqual(limit)
        }
        await close()
        await server.network.set('pass')
      })
    }
  })
}

/** How often the app requested each address of the API and the health check. */
function countRequests(paths: string[]) {
  const counts = new Map<string, number>()
  for (const path of paths) {
    if (/^\/(v1\/|healthz)/.test(path)) counts.set(path, (counts.get(path) ?? 0) + 1)
  }
  return counts
}

async function createSession(browser: Browser, server: ProxiedServer, { isMember }: Place) {
  const { email, password } = await server.addSubscriber({
    favorites: SAVED_HOUSES.slice(0, 2),
    ...(isMember && { status: 'inactive' }),
  })
  const context = await browser.newContext({ ...CONTEXT, baseURL: server.origin })
  const form = { username: email, password }
  const { access_token } = await (await context.request.post('/v1/auth/login', { form })).json()
  await context.close()
  return access_token
}

/**
 * Opens a page of a new browser that is signed in. The page's clock stands still, except while
 * `letPass` runs.
 */
async function openPage(browser: Browser, server: ProxiedServer, token: string) {
  const { origin } = server
  const context = await browser.newContext({
    ...CONTEXT,
    baseURL: origin,
    storageState: {
      cookies: [],
      origins: [{ origin, localStorage: [{ name: 'token', value: token }] }],
    },
  })
  const page = await context.newPage()
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + STEP_MS)
  await page.addInitScript(recordTexts, [...SHOWN_ONCE, ...NEVER_SHOWN])
  return { page, close: () => context.close() }
}

/**
 * Whether the app repeats a slow request. Only such a request has this header. Do not count it: on a
 * busy machine, the page's clock runs on before the page has read even a quick response.
 */
function isSecondRequest(request: Request, path: string) {
  return path.startsWith('/v1/') && request.headers()['cache-control'] === 'no-cache'
}

/**
 * Records the requests of a page. Do not count them at the server, because after a 408 the browser
 * repeats the request by itself, once for each connection that it has kept open.
 */
function watchRequests(page: Page) {
  const paths: string[] = []
  /**
   * The requests that have no response yet. A response counts before the page has read it, because
   * the page may need its clock to do so.
   */
  const waiting = new Set<Request>()
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (!isSecondRequest(request, pathname)) paths.push(pathname + search)
    waiting.add(request)
  })
  page.on('response', (response) => waiting.delete(response.request()))
  page.on('requestfailed', (request) => waiting.delete(request))
  return { paths, waiting }
}

/** Lets the page's clock run, and waits after each step until all requests are answered. */
async function letPass(page: Page, waiting: Set<Request>, milliseconds: number) {
  for (let passed = 0; passed < milliseconds; passed += STEP_MS) {
    await page.clock.runFor(STEP_MS)
    await expect.poll(() => [...waiting].map((request) => request.url())).toEqual([])
  }
}

/** Counts in the page how often each of the texts appears. */
function recordTexts(texts: string[]) {
  const counts: Record<string, number> = {}
  const shown = new Set<string>()
  Object.assign(globalThis, { appearances: counts })
  const read = () => {
    const text = document.body?.innerText ?? ''
    for (const part of texts) {
      if (!text.includes(part)) shown.delete(part)
      else if (!shown.has(part)) {
        shown.add(part)
        counts[part] = (counts[part] ?? 0) + 1
      }
    }
  }
  new MutationObserver(read).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
  })
}
