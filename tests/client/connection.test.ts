import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from '#client/api/api.ts'
import { isUnanswered } from '#client/api/failures.ts'
// Loads the transport before the tests. With fake timers, the timeout for loading the transport
// would expire immediately.
import '#client/api/transport.ts'
import { connection } from '#client/sync/connection.ts'
import { login } from '#contract/auth.ts'
import { createSubscription, getSubscriptionPlan } from '#contract/payments.ts'
import { PREMIUM_PLAN } from '#contract/plan.ts'

let answer: (path: string) => Response | Promise<Response>
const requestedPaths: string[] = []
/** The cache mode of each request. */
const cacheModes: (RequestCache | undefined)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  requestedPaths.length = 0
  cacheModes.length = 0
  vi.stubGlobal('fetch', async (path: string, { signal, cache }: RequestInit) => {
    requestedPaths.push(path)
    cacheModes.push(cache)
    return Promise.race([
      answer(path),
      new Promise<never>((_, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason)),
      ),
    ])
  })
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('too late', 'TimeoutError')), milliseconds)
    return controller.signal
  })
})

afterEach(async () => {
  // Let hanging probes time out, and let the app recover.
  answer = healthy
  await vi.advanceTimersByTimeAsync(10_000)
  await connection.probe()
  await vi.advanceTimersByTimeAsync(90_000)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const healthy = () => Response.json({ status: 'ok' })
const refused = () => Promise.reject(new TypeError('Failed to fetch'))
const page = () => new Response('<h1>Free WLAN</h1>', { headers: { 'content-type': 'text/html' } })
/** The response of `fetch` to a redirect that it must not follow. */
const redirect = () => Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' })
const request = () => call(getSubscriptionPlan, {}).catch(() => undefined)
const probes = () => requestedPaths.filter((path) => path === '/healthz').length

test('if the code that sends a request never loads, the request times out', async () => {
  answer = healthy
  const failure = call(new Promise<typeof login>(() => {}), { username: 'a@b.co', password: 'x' })
  const message = failure.catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(9_000)
  expect(await message).toBe(
    'The server could not be reached. Check your connection and try again.',
  )
  // After the failure, the app sends a probe, which reaches the server.
  await vi.advanceTimersByTimeAsync(2_000)
  expect(connection.isOnline()).toBe(true)
})

test.each([
  ['refuses the connection', refused],
  ['answers every request with the page of a captive portal', page],
  ['is a proxy without a server behind it', () => new Response('Bad Gateway', { status: 502 })],
  ['never responds', () => new Promise<Response>(() => {})],
])('the app is offline when the network %s', async (_how, given) => {
  answer = given
  const done = request()
  await vi.advanceTimersByTimeAsync(8_000)
  await done
  expect(connection.isOnline()).toBe(false)
})

test('a payment request has a longer timeout than other requests', async () => {
  answer = () => new Promise<Response>(() => {})
  const done = call(createSubscription, {
    plan: 'premium',
    payment_provider: 'stripe',
    payment_token: 'pm_1',
  }).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(connection.isOnline()).toBe(true)
  await vi.advanceTimersByTimeAsync(1_000)
  await done
  expect(connection.isOnline()).toBe(false)
})

test.each([
  ['a refusal', () => Response.json({ detail: 'Not found' }, { status: 404 })],
  ['a failure', () => Response.json({ detail: 'Internal server error' }, { status: 500 })],
])('%s from our own server proves that the app is online', async (_what, given) => {
  onlineManager.setOnline(false)
  answer = given
  await request()
  expect(connection.isOnline()).toBe(true)
})

test('while the page is visible, the app notices within 3 seconds that the server is reachable again, however long the outage was', async () => {
  answer = refused
  await request()
  await vi.advanceTimersByTimeAsync(600_000)
  answer = page
  await vi.advanceTimersByTimeAsync(60_000)
  expect(connection.isOnline()).toBe(false)
  answer = healthy
  await vi.advanceTimersByTimeAsync(3_000)
  expect(connection.isOnline()).toBe(true)

  const inAll = probes()
  await vi.advanceTimersByTimeAsync(300_000)
  expect(probes()).toBe(inAll)
})

test('a connection probe that hangs does not delay the next probe, which notices that the server is reachable again', async () => {
  answer = refused
  await request()
  answer = () => new Promise<Response>(() => {})
  await vi.advanceTimersByTimeAsync(60_000)
  answer = healthy
  await vi.advanceTimersByTimeAsync(3_000)
  expect(connection.isOnline()).toBe(true)
  // The earlier probe hangs until its timeout. When this probe fails late, the app must stay
  // online.
  await vi.advanceTimersByTimeAsync(10_000)
  expect(connection.isOnline()).toBe(true)
})

test('while the page is hidden, the app does not repeat the probe of the connection', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  answer = refused
  await request()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(probes()).toBe(1)
  visibility.mockReturnValue('visible')
})

const BAD_GATEWAY = { status: 502, headers: { 'content-type': 'text/html' } }

test.each<[string, () => Response | Promise<Response>, string]>([
  ['refuses', refused, 'unreachable'],
  ['answers with the page of a portal', page, 'portal'],
  ['redirects to a portal on another origin', redirect, 'portal'],
  [
    'answers with the status of RFC 6585 for portals',
    () => new Response('', { status: 511 }),
    'portal',
  ],
  ['has a proxy without a server', () => new Response('<h1>502</h1>', BAD_GATEWAY), 'down'],
  ['has a proxy that fails', () => new Response('', { status: 500 }), 'down'],
  ['has a filter', () => new Response('Blocked', { status: 403 }), 'unreachable'],
])('the app names the right cause if the network %s', async (_how, given, problem) => {
  answer = given
  await request()
  expect(connection.problem()).toBe(problem)
  // The probe fails in the same way as the request.
  connection.recordLoss('unreachable')
  await connection.probe()
  expect(connection.problem()).toBe(problem)
})

test('if the browser reports no network, a failed request means that the device is offline', async () => {
  const believed = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  answer = refused
  await request()
  expect(connection.problem()).toBe('offline')
  believed.mockReturnValue(true)
})

test('our own server counts as down while all its responses are failures', async () => {
  answer = () => Response.json({ detail: 'Internal server error' }, { status: 500 })
  await request()
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.problem()).toBe('down')
  answer = healthy
  await vi.advanceTimersByTimeAsync(3_000)
  expect(connection.problem()).toBeUndefined()
})

test('a failed probe marks our server as down, even if other requests get error responses at the same time', async () => {
  const failing = () => Response.json({ detail: 'Internal server error' }, { status: 500 })
  const failAfter = (milliseconds: number) =>
    new Promise<Response>((resolve) => setTimeout(() => resolve(failing()), milliseconds))
  answer = healthy
  await request()
  requestedPaths.length = 0
  answer = (path) => failAfter(path === '/healthz' ? 200 : requestedPaths.length * 100)
  await Promise.all([request(), request(), vi.advanceTimersByTimeAsync(1_000)])
  expect(connection.problem()).toBe('down')
})

test('a request counts as slow after 1.5 seconds without a response, until the response arrives', async () => {
  let release = (_response: Response) => {}
  const held = new Promise<Response>((resolve) => {
    release = resolve
  })
  answer = (path) => (path === '/healthz' ? new Promise<Response>(() => {}) : held)
  const done = request()
  await vi.advanceTimersByTimeAsync(1_400)
  expect(connection.problem()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(100)
  expect(connection.problem()).toBe('slow')
  release(Response.json({ detail: 'No' }, { status: 400 }))
  await done
  expect(connection.problem()).toBeUndefined()
})

test('a GET request without a response is sent again when the network returns', async () => {
  answer = () => new Promise<Response>(() => {})
  const done = call(getSubscriptionPlan, {})
  await vi.advanceTimersByTimeAsync(3_000)
  answer = (path) => (path === '/healthz' ? healthy() : Response.json(PREMIUM_PLAN))
  await vi.advanceTimersByTimeAsync(2_000)
  await expect(done).resolves.toEqual(PREMIUM_PLAN)
  // Browsers delay a request while another request with the same address fills the HTTP cache.
  expect(cacheModes.filter((_, at) => requestedPaths[at] !== '/healthz')).toEqual([
    undefined,
    'no-store',
  ])
})

test('a request that may change something is never resent automatically', async () => {
  answer = (path) => (path === '/healthz' ? healthy() : new Promise<Response>(() => {}))
  const done = call(login, { username: 'a@b.co', password: 'x' }).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(8_000)
  await done
  expect(requestedPaths.filter((path) => path !== '/healthz')).toHaveLength(1)
})

test.each<[string, () => Response | Promise<Response>]>([
  ['a refused connection', refused],
  ['an HTML page', page],
  ['a redirect', redirect],
  ['status 511', () => new Response('', { status: 511 })],
  ['an empty 500', () => new Response('', { status: 500 })],
  ['an HTML 502', () => new Response('<h1>502</h1>', BAD_GATEWAY)],
  ['a refusal with an object', () => Response.json({ detail: { a: 1 } }, { status: 400 })],
  ['the text of a filter', () => new Response('Blocked', { status: 403 })],
])(
  'while the health check succeeds, %s does not take the app offline, and causes one probe',
  async (_what, given) => {
    answer = (path) => (path === '/healthz' ? healthy() : given())
    const states: boolean[] = []
    const stop = onlineManager.subscribe((isOnline) => void states.push(isOnline))
    await request()
    await vi.advanceTimersByTimeAsync(60_000)
    stop()
    expect(states).toEqual([])
    expect(probes()).toBe(1)
  },
)

test('a wrong response during a slow health check is an answer of the server, because the device stays online', async () => {
  answer = (path) =>
    path === '/healthz' ? new Promise(() => {}) : new Response('Out of order', { status: 504 })
  const failure = call(getSubscriptionPlan, {}).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(10_000)
  const error = await failure
  expect(connection.isOnline()).toBe(true)
  expect(error).toMatchObject({ message: 'Out of order' })
  expect(isUnanswered(error)).toBe(false)
})

test('if the health check fails every second time, the app waits longer and longer before it counts the server as up again', async () => {
  let probe = 0
  answer = (path) => {
    if (path !== '/healthz') return new Response('', { status: 502 })
    probe += 1
    return probe % 2 === 1 ? new Response('', { status: 502 }) : healthy()
  }
  let recoveries = 0
  const stop = onlineManager.subscribe((isOnline) => {
    if (!isOnline) return
    recoveries += 1
    // On a page, a recovery refetches the failed queries.
    void request()
  })
  await request()
  await vi.advanceTimersByTimeAsync(60_000)
  stop()
  // After 1, 2, 4, 8, 16 and 30 seconds.
  expect(recoveries).toBeLessThanOrEqual(6)
})

test('the app can probe the connection at any time, and a response to the probe ends the offline state', async () => {
  answer = refused
  await request()
  answer = healthy
  await connection.probe()
  expect(connection.isOnline()).toBe(true)
})

test("a response of our server overrides the browser's online state, which is only a hint", async () => {
  answer = healthy
  connection.follow()
  const stop = connection.watch(() => {})
  dispatchEvent(new Event('offline'))
  expect(connection.isOnline()).toBe(false)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(connection.isOnline()).toBe(true)

  answer = page
  dispatchEvent(new Event('offline'))
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(connection.isOnline()).toBe(false)
  stop()
})
