import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { call } from '#client/api/api.ts'
import { ApiError, failureMessage, NetworkError } from '#client/api/failures.ts'
import { accountQuery } from '#client/data/account.ts'
import { createQueryClient } from '#client/data/query-client.ts'
import { getAccount } from '#contract/account.ts'
import { login } from '#contract/auth.ts'
import { getSubscriptionPlan } from '#contract/payments.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  onlineManager.setOnline(true)
})

/** The server passes its health check, and answers every other request with `response`. */
const answerWith = (response: Response) =>
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/healthz' ? Response.json({ status: 'ok' }) : response,
  )
const unavailable = { status: 503, statusText: 'Service Unavailable' }

test.each([
  ['the detail', Response.json({ detail: 'Listing not found' }, unavailable), 'Listing not found'],
  [
    'a detail that is no sentence, as JSON',
    Response.json({ detail: [{ msg: 'too long' }] }, unavailable),
    '[{"msg":"too long"}]',
  ],
  ['the body without a detail', new Response('Out of order', unavailable), 'Out of order'],
  [
    'the status without a body',
    new Response('', unavailable),
    'API request failed: 503 Service Unavailable',
  ],
  [
    'the body of JSON without a detail',
    Response.json({ error: 'no' }, unavailable),
    '{"error":"no"}',
  ],
  [
    'the title of a page',
    new Response('<title>502 Bad &amp; gone</title><h1>Oops</h1>', {
      ...unavailable,
      headers: { 'content-type': 'text/html' },
    }),
    '502 Bad & gone',
  ],
  [
    'the status in place of a page without a title',
    new Response('<h1>Oops</h1>', { ...unavailable, headers: { 'content-type': 'text/html' } }),
    'API request failed: 503 Service Unavailable',
  ],
])('the error of a refused API request has this message: %s', async (_what, response, message) => {
  answerWith(response)
  const error = await call(getSubscriptionPlan, {}).catch((error) => error)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 503, message })
})

test('if a response refuses a login without a message, the app shows a standard message', async () => {
  answerWith(new Response('', { status: 502, statusText: 'Bad Gateway' }))
  await expect(call(login, { username: 'a@b.co', password: 'x' })).rejects.toThrow(
    'Login failed: 502 Bad Gateway',
  )
})

test('a page in place of the data is an error with the title of the page', async () => {
  const headers = { 'content-type': 'text/html' }
  answerWith(new Response('<title>Down for repairs</title>', { headers }))
  const error = await call(getSubscriptionPlan, {}).catch((error) => error)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 200, message: 'Down for repairs' })
})

test('a response that breaks the API contract is reported as a bug and not shown', async () => {
  answerWith(Response.json({ user: null }))
  const error = await call(getAccount, {}).catch((error) => error)
  expect(error).not.toBeInstanceOf(NetworkError)
  expect(failureMessage(error, 'Login failed')).toBe('Login failed')
})

test('an aborted request fails with an abort error, not with a network error', async () => {
  vi.stubGlobal(
    'fetch',
    (_path: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_, reject) => {
        signal.throwIfAborted()
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
  )
  const reader = new AbortController()
  const answer = call(getSubscriptionPlan, {}, reader.signal)
  reader.abort()
  await expect(answer).rejects.toHaveProperty('name', 'AbortError')
})

test('a failed query is retried three times, and the delay doubles each time, up to 30 seconds', () => {
  const { retry, retryDelay } = createQueryClient().getDefaultOptions().queries ?? {}
  if (typeof retry !== 'function' || typeof retryDelay !== 'function') throw new Error('no rule')
  const error = new NetworkError()
  expect([0, 1, 2, 3].map((failures) => retry(failures, error))).toEqual([true, true, true, false])
  expect([0, 1, 2, 3, 4, 5, 6].map((failures) => retryDelay(failures, error))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ])
  expect(retry(0, new ApiError(404, 'Listing not found'))).toBe(false)
  expect(retry(0, new ApiError(503, 'Busy'))).toBe(true)
})

/** A query that always fails. `appear` shows a part of a page that needs its data. */
function failingQuery(error: Error, queryKey: readonly unknown[] = ['houses']) {
  const queryClient = createQueryClient()
  const queryFn = vi.fn().mockRejectedValue(error)
  return {
    countRequests: () => queryFn.mock.calls.length,
    async appear() {
      const observer = new QueryObserver(queryClient, { queryKey, queryFn })
      const hide = observer.subscribe(() => {})
      await vi.waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(false))
      hide()
    },
  }
}

test('a part of a page that appears within 30 seconds after its query has failed sends no request, and a later one does', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { appear, countRequests } = failingQuery(new ApiError(404, 'Listing not found'))
  await appear()
  vi.setSystemTime(Date.now() + 29_000)
  await appear()
  expect(countRequests()).toBe(1)
  vi.setSystemTime(Date.now() + 2_000)
  await appear()
  expect(countRequests()).toBe(2)
})

test('a part of a page that appears after its query got no response sends a request immediately', async () => {
  onlineManager.setOnline(false)
  const { appear, countRequests } = failingQuery(new NetworkError())
  await appear()
  await appear()
  expect(countRequests()).toBe(2)
})

test('if the server refuses the account itself, the app does not ask for the account again', async () => {
  const refusal = new ApiError(403, 'Forbidden')
  const { appear, countRequests } = failingQuery(refusal, accountQuery.queryKey)
  await appear()
  expect(countRequests()).toBe(1)
})
