import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from '#client/api.ts'
import { connection } from '#client/connection.ts'
import { createSubscription, getSubscriptionPlan } from '#contract/payments.ts'

let answer: (path: string) => Response | Promise<Response>
const asked: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  asked.length = 0
  vi.stubGlobal('fetch', async (path: string, { signal }: RequestInit) => {
    asked.push(path)
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

afterEach(() => {
  connection.heard()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const well = () => Response.json({ status: 'ok' })
const refused = () => Promise.reject(new TypeError('Failed to fetch'))
const page = () => new Response('<h1>Free WLAN</h1>', { headers: { 'content-type': 'text/html' } })
const request = () => call(getSubscriptionPlan, {}).catch(() => undefined)
const probes = () => asked.filter((path) => path === '/healthz').length

test.each([
  ['refuses the connection', refused],
  ['answers every request with a page of a portal', page],
  ['is a proxy without a server behind it', () => new Response('Bad Gateway', { status: 502 })],
  ['never answers', () => new Promise<Response>(() => {})],
])('we are offline when the network %s', async (_how, given) => {
  answer = given
  const done = request()
  await vi.advanceTimersByTimeAsync(8_000)
  await done
  expect(connection.isOnline()).toBe(false)
})

test('an answer about money is waited for longer than others', async () => {
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
])('%s of our own server is an answer', async (_what, given) => {
  onlineManager.setOnline(false)
  answer = given
  await request()
  expect(connection.isOnline()).toBe(true)
})

test('while we are offline we ask, ever more seldom, until our server is there', async () => {
  answer = refused
  await request()
  await vi.advanceTimersByTimeAsync(60_000)
  const inTheFirstMinute = probes()
  expect(inTheFirstMinute).toBeGreaterThan(3)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(probes() - inTheFirstMinute).toBe(2)

  answer = page
  await vi.advanceTimersByTimeAsync(60_000)
  expect(connection.isOnline()).toBe(false)
  answer = well
  await vi.advanceTimersByTimeAsync(30_000)
  expect(connection.isOnline()).toBe(true)

  const inAll = probes()
  await vi.advanceTimersByTimeAsync(300_000)
  expect(probes()).toBe(inAll)
})

test('a server that says it is well and serves nothing is not asked without end', async () => {
  answer = (path) => (path === '/healthz' ? well() : refused())
  for (let minute = 0; minute < 10; minute += 1) {
    await request()
    await vi.advanceTimersByTimeAsync(60_000)
  }
  await request()
  const before = probes()
  await vi.advanceTimersByTimeAsync(29_000)
  expect(probes()).toBe(before)
})

test('somebody who does not want to wait can ask at once', async () => {
  answer = refused
  await request()
  answer = well
  await connection.probe()
  expect(connection.isOnline()).toBe(true)
})

test('what the browser says of its network is a hint, and our server has the last word', async () => {
  answer = well
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
