import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { drizzle } from 'drizzle-orm/node-postgres'
import { beforeEach, expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { createApp } from '#server/app.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer

beforeEach(async () => {
  server = await startServer()
})

test.each(['/healthz', '/v1/free-listings', '/v1/listings', '/sandbox/v1/events', '/nowhere'])(
  'the response to %s lets browsers load and run only our own files (check 46)',
  async (path) => {
    const { headers } = await server.fetch(path)
    const policy = new Map(
      headers
        .get('content-security-policy')
        ?.split('; ')
        .map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1).join(' ')]),
    )
    expect(policy.get('default-src')).toBe("'none'")
    expect(policy.get('script-src')).toBe("'self'")
    expect(policy.get('style-src')).toBe("'self'")
    expect(policy.get('frame-ancestors')).toBe("'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  },
)

test('browsers must use HTTPS in production, but not on localhost (check 47)', async () => {
  const app = createApp(server.services, { isHttpsOnly: true })
  expect((await app.request('/healthz')).headers.get('strict-transport-security')).toMatch(
    'max-age=31536000',
  )
  expect((await server.fetch('/healthz')).headers.get('strict-transport-security')).toBeNull()
})

test('every API response has its security headers, and does not name the server software (check 47)', async () => {
  for (const [name, { method, path }] of endpoints) {
    const { token } = await server.addAdmin()
    const address = `/v1${path.replace(/:\w+/, 'x')}`
    const { headers } = await server.fetch(address, {
      method,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(headers.get('cache-control'), name).toMatch(/^(no-store|private, no-cache)$/)
    expect(headers.get('x-content-type-options'), name).toBe('nosniff')
    expect(headers.get('referrer-policy'), name).toBe('same-origin')
    expect(headers.get('permissions-policy'), name).toContain('geolocation=(self)')
    expect([headers.get('server'), headers.get('x-powered-by')], name).toEqual([null, null])
  }
})

test.each(['https://evil.example', 'null', 'https://www.engawa.example'])(
  'a page from %s cannot read any response (check 48)',
  async (origin) => {
    const paths = [...endpoints].map(([, { path }]) => path)
    for (const path of [...paths, '/payments/webhook']) {
      const asked = {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      }
      for (const method of ['OPTIONS', 'GET', 'POST']) {
        const address = `/v1${path.replace(/:\w+/, 'x')}`
        const { headers } = await server.fetch(address, { method, headers: asked })
        const allowed = [...headers.keys()].filter((name) => name.startsWith('access-control-'))
        expect(allowed, `${method} ${path}`).toEqual([])
        expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      }
    }
  },
)

test('a long response is compressed in the best format that the client accepts', async () => {
  for (let house = 0; house < 10; house++) {
    await server.addListing({ location: '尾道市', remarks: 'A house by the sea. '.repeat(10) })
  }
  const ask = (acceptEncoding: string) =>
    server.fetch('/v1/free-listings', { headers: { 'accept-encoding': acceptEncoding } })
  const plain = await (await ask('identity')).text()
  const brotli = await ask('gzip, deflate, br')
  const gzip = await ask('gzip, br;q=0')

  expect(brotli.headers.get('content-encoding')).toBe('br')
  expect(brotliDecompressSync(await brotli.arrayBuffer()).toString()).toBe(plain)
  expect(gzip.headers.get('content-encoding')).toBe('gzip')
  expect(gunzipSync(await gzip.arrayBuffer()).toString()).toBe(plain)
  expect(gzip.headers.get('vary')).toBe('accept-encoding')
})

test('a short response is not compressed', async () => {
  const answer = await server.fetch('/v1/auth/subscription-plan', {
    headers: { 'accept-encoding': 'br' },
  })
  expect(answer.headers.get('content-encoding')).toBeNull()
})

test('while the database is down, the server reports that it is alive but not ready, and asks clients to retry (check 56)', async () => {
  expect((await server.fetch('/readyz')).status).toBe(200)

  const reports: unknown[] = []
  const app = createApp({
    ...server.services,
    db: drizzle('postgres://127.0.0.1:1/nowhere'),
    logError: (error) => void reports.push(error),
  })
  expect((await app.request('/healthz')).status).toBe(200)
  expect((await app.request('/readyz')).status).toBe(503)

  const answer = await app.request('/v1/auth/check-email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email":"ana@example.com"}',
  })
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('5')
  expect(reports).toHaveLength(1)
})
