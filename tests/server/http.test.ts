import { expect, test } from 'vitest'
import { getAccount } from '#contract/account.ts'
import { startServer } from '#tests/support/server.ts'

test('an unexpected error gets a response without details, and is logged under the id of the response (check 56)', async () => {
  const reports: unknown[] = []
  const server = await startServer({
    now: () => {
      throw new Error('The clock at 10.0.0.1 is broken')
    },
    logError: (error, requestId) => reports.push([error, requestId]),
  })
  const { status, body, headers } = await server.call(await server.addUser(), getAccount, {})
  expect({ status, body }).toEqual({ status: 500, body: { detail: 'Internal server error' } })
  expect(reports).toEqual([
    [new Error('The clock at 10.0.0.1 is broken'), headers.get('x-request-id')],
  ])
})

test('a full disk is not treated as a bug, and clients are asked to retry later (check 56)', async () => {
  const server = await startServer({
    now: () => {
      throw new Error('Failed query', { cause: Object.assign(new Error(), { code: '53100' }) })
    },
    logError: () => {},
  })
  expect(await server.call(await server.addUser(), getAccount, {})).toMatchObject({
    status: 503,
    body: { detail: 'Engawa is out of storage. Please try again later.' },
  })
})

test('proxies may not cache any response, not even a refusal (check 47)', async () => {
  const server = await startServer()
  for (const user of [await server.addUser(), null]) {
    const { headers } = await server.call(user, getAccount, {})
    expect(headers.get('cache-control')).toBe('no-store')
  }
})

test('the server closes the connection when it refuses a body without reading it (checks 40, 55)', async () => {
  const server = await startServer()
  const body = 'a'.repeat(100_000)
  for (const init of [{ body }, { body: new Blob([body]).stream(), duplex: 'half' as const }]) {
    const response = await server.fetch('/v1/auth/check-email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      ...init,
    })
    expect(response.status).toBe(413)
    expect(response.headers.get('connection')).toBe('close')
  }
})

test.each<[path: string, type: string, length: Record<string, string>]>([
  ['/v1/auth/check-email', 'application/json', {}],
  ['/v1/auth/check-email', 'application/json', { 'content-length': '100' }],
  ['/v1/auth/login', 'application/x-www-form-urlencoded', { 'content-length': '100' }],
  ['/v1/payments/webhook', 'application/json', { 'content-length': '100' }],
])(
  'a client that disconnects while sending a body to %s gets a 400, and no bug is reported (%s, %j)',
  async (path, type, length) => {
    const server = await startServer()
    const response = await server.fetch(path, {
      method: 'POST',
      headers: { 'content-type': type, ...length },
      body: new ReadableStream({ pull: (body) => body.error(new Error('aborted')) }),
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      detail: 'The body did not arrive completely. Please try again.',
    })
  },
)

test.each([
  ['GET', '/v1'],
  ['GET', '/v1/'],
  ['GET', '/v1/auth/me/'],
  ['PATCH', '/v1/auth/me'],
  ['GET', '/v1/auth/login'],
  ['GET', '/v1/%00'],
  ['GET', '/v1/%zz'],
])('the server answers %s %s with "Not found"', async (method, path) => {
  const server = await startServer()
  const response = await server.fetch(path, { method })
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({ detail: 'Not found' })
})
