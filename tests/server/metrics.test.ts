import { once } from 'node:events'
import { BlockList, connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from '#server/app.ts'
import { mails } from '#server/db/schema.ts'
import { browserUrl, listen, stopListening } from '#server/http/listen.ts'
import { openJsonLog } from '#server/http/log.ts'
import { type AnsweredRequest, watchRequests } from '#server/http/request-log.ts'
import { openMetrics } from '#server/metrics/metrics.ts'
import { serveMetrics } from '#server/metrics/serve-metrics.ts'
import { readNetworks } from '#server/network/client-address.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { paymentsOf } from '#tests/support/payments.ts'
import { startServer } from '#tests/support/server.ts'

const LOCAL = { host: '127.0.0.1', port: 0 }
const proxies = readNetworks('127.0.0.1')

/**
 * Starts a server that counts and logs its requests, and opens the port that serves its metrics.
 */
async function startWithMetrics() {
  const server = await startServer()
  const database = await openTestDatabase()
  const metrics = openMetrics({ database, payments: server.services.payments })
  const answered: AnsweredRequest[] = []
  if (!proxies) throw new Error('These are no networks')
  const app = createApp(server.services)
  const watched = await listen(
    watchRequests(getRequestListener(app.fetch), {
      proxies,
      onAnswered(request) {
        answered.push(request)
        metrics.countRequest(request)
      },
    }),
    LOCAL,
  )
  const shown = await serveMetrics(metrics, LOCAL, server.services.logError)
  onTestFinished(async () => {
    await stopListening(watched)
    await stopListening(shown)
  })
  const origin = browserUrl(watched)
  return {
    server,
    answered,
    origin,
    ask: (path: string, headers = {}) => fetch(`${origin}${path}`, { headers }),
    readFigures: async () => (await fetch(`${browserUrl(shown)}/metrics`)).text(),
    shownOrigin: browserUrl(shown),
  }
}

test('the metrics count requests by route, never by person or search', async () => {
  const { server, ask, readFigures, answered } = await startWithMetrics()
  const { id } = await server.addUser()
  await ask('/v1/free-listings?limit=5')
  await ask('/v1/listings/secret-house')
  await ask(`/v1/nothing/of/${id}`)
  await ask('/images/3f3f.jpg?w=320')
  await vi.waitFor(() => expect(answered).toHaveLength(4))
  const figures = await readFigures()
  const count = (route: string, status: number) =>
    `engawa_http_request_seconds_count{method="GET",route="${route}",status="${status}"} 1`
  expect(figures).toContain(count('/v1/free-listings', 200))
  expect(figures).toContain(count('/v1/listings/:id', 401))
  expect(figures).toContain(count('/images/*', 404))
  expect(figures).toContain(count('unknown', 404))
  expect(figures).toContain('engawa_http_request_seconds_bucket{le="1",method="GET",route="/v1/')
  expect(figures).not.toMatch(/secret-house|limit=5|3f3f/)
  expect(figures).not.toContain(id)
})

test('the server has metrics of the database, Stripe, the process and background work', async () => {
  const { server, readFigures } = await startWithMetrics()
  await paymentsOf(server).addPayer()
  await server.services.db.delete(mails)
  await server.services.db.insert(mails).values({
    id: 'm',
    recipient: 'ana@example.com',
    subject: 'Hello',
    text: '',
    nextTryAt: new Date(),
  })
  const figures = await readFigures()
  expect(figures).toMatch(/engawa_database_query_seconds_count\{command="select"\} \d/)
  expect(figures).toMatch(/engawa_database_connections\{state="waited for"\} 0/)
  expect(figures).toMatch(
    /engawa_stripe_call_seconds_count\{method="POST",path="\/v1\/customers",status="200"\} \d/,
  )
  expect(figures).not.toMatch(/path="[^"]*(cus|sub|pm)_/)
  expect(figures).toContain('engawa_database_up 1')
  expect(figures).toContain('engawa_mails_waiting 1')
  expect(figures).toMatch(/process_resident_memory_bytes \d/)
  expect(figures).toMatch(/nodejs_eventloop_lag_p99_seconds \d/)
})

test('metrics are available while the database is down, and show that it is down', async () => {
  const { server, readFigures } = await startWithMetrics()
  const figures = await server.services.db.transaction(async (tx) => {
    await tx.execute(sql`lock table mails in access exclusive mode`)
    return readFigures()
  })
  expect(figures).toContain('engawa_database_up 0')
})

test('the metrics port serves only metrics, and the main port serves no metrics', async () => {
  const { ask, shownOrigin } = await startWithMetrics()
  expect((await ask('/metrics')).status).toBe(404)
  expect((await fetch(`${shownOrigin}/healthz`)).status).toBe(404)
})

test('a request keeps the id that the proxy gave it, or gets a new one', async () => {
  const { ask, answered } = await startWithMetrics()
  const given = await ask('/healthz', { 'x-request-id': 'a7c1-of-the-proxy' })
  expect(given.headers.get('x-request-id')).toBe('a7c1-of-the-proxy')
  const strange = await ask('/healthz', { 'x-request-id': 'x"y z, 1234567' })
  expect(strange.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  await vi.waitFor(() => expect(answered).toHaveLength(2))
  expect(answered.map(({ id }) => id)).toEqual([
    'a7c1-of-the-proxy',
    strange.headers.get('x-request-id'),
  ])
})

test('the metrics also count a request whose client disconnects', async () => {
  const answered: AnsweredRequest[] = []
  const onAnswered = (request: AnsweredRequest) => void answered.push(request)
  const server = await listen(
    watchRequests((_, response) => response.flushHeaders(), {
      proxies: new BlockList(),
      onAnswered,
    }),
    LOCAL,
  )
  onTestFinished(() => stopListening(server))
  const socket = connect(Number(new URL(browserUrl(server)).port), '127.0.0.1')
  socket.write('GET /v1/free-listings HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(socket, 'data')
  expect(answered).toEqual([])
  socket.destroy()
  await vi.waitFor(() =>
    expect(answered).toMatchObject([{ route: '/v1/free-listings', status: 0 }]),
  )
})

test('a JSON log has one object per line, whatever is printed (check 57)', () => {
  const lines: string[] = []
  const log = openJsonLog({ write: (text) => void lines.push(text) })
  log.request({
    id: 'r-1',
    method: 'GET',
    route: '/v1/users/:id',
    status: 200,
    seconds: 0.00123,
  })
  log.warn('two\nlines, with words')
  log.error(new Error('The clock is broken'), 'r-2')
  const read = lines.flatMap((text) => text.trimEnd().split('\n')).map((line) => JSON.parse(line))
  expect(read).toMatchObject([
    {
      level: 'info',
      request_id: 'r-1',
      method: 'GET',
      route: '/v1/users/:id',
      status: 200,
      milliseconds: 1.2,
    },
    { level: 'warning', message: 'two\nlines, with words' },
    { level: 'error', request_id: 'r-2', message: expect.stringContaining('The clock is broken') },
  ])
  for (const { time } of read) expect(new Date(time).toISOString()).toBe(time)
})
