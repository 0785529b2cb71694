import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { BUILT_SERVER } from '#tests/support/built-server.ts'
import { spawnServer } from '#tests/support/server-process.ts'
import { addEmptyDatabase } from '#tests/support/test-directory.ts'

/** The timeout that aborts a hanging wait, in milliseconds. */
const WAITING = { timeout: 60_000 }

/** The configuration of an account at Stripe. Nothing listens on this port. */
const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PRICE_ID: 'price_1',
  STRIPE_API_BASE: 'http://127.0.0.1:1',
}

/** All tests of this file share one data folder. */
let directory: string
let variables: Record<string, string>

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'engawa-test-'))
  addEmptyDatabase(join(directory, 'data'))
  variables = { DATA_DIR: join(directory, 'data'), SAMPLE_DATA: 'off' }
})

afterAll(() => rmSync(directory, { recursive: true }))

// Slow: only this test shows what a newcomer reads on the terminal, and a clean stop.
test('at its start, the server prints its address, the test modes, the demo accounts and the mail folder', async () => {
  const server = spawnServer(variables)
  const { port } = await server.started()
  expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200)
  server.signal('SIGTERM')
  const { code, out, err } = await server.exited
  expect(out).toMatch(
    /^Engawa runs at http:\/\/localhost:\d+\nPayments run in a sandbox: no card is charged\n {2}admin +\S+@\S+ +\S+\n {2}subscriber +\S+@\S+ +\S+\n {2}member +\S+@\S+ +\S+\nMails are written to \S+\/data\/mail\n$/,
  )
  expect({ code, err }).toEqual({ code: 0, err: '' })
})

test('a second server on the same data folder exits with an error message, and the first keeps running', async () => {
  const first = spawnServer(variables)
  const { port } = await first.started()
  const second = await spawnServer(variables).exited
  expect(second.code).toBe(1)
  expect(second.err).toMatch(
    /^The data folder \S+ is in use by another Engawa \(process \d+\)\. Stop it first, or set DATA_DIR to another folder\.\n$/,
  )
  expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200)
  first.signal('SIGINT')
  expect((await first.exited).code).toBe(0)
})

test('if a request is pending when the server receives SIGTERM, the request still gets its response', async () => {
  const server = spawnServer(variables)
  const { socket, finish } = await startRequest((await server.started()).port)
  server.signal('SIGTERM')
  finish()
  expect(await readAll(socket)).toMatch('"exists":false')
  expect((await server.exited).code).toBe(0)
  expect(readdirSync(join(directory, 'data', 'lock'))).toEqual([])
})

test('while the mail server is down, requests succeed, the server can stop, and the logged error does not contain the mail (check 56)', async () => {
  const server = spawnServer({
    ...variables,
    // Nothing listens on this port, so each attempt to send a mail fails.
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Engawa <post@engawa.example>',
  })
  const { port } = await server.started()
  const email = 'ana@example.com'
  const post = (path: string, body: object) =>
    fetch(`http://localhost:${port}/v1/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await post('register', { name: 'Ana Prieto', email, password: 'a lantern in the hall' })
  expect((await post('forgot-password', { email })).status).toBe(200)
  await server.untilErrorPrinted()
  server.signal('SIGTERM')
  const { code, err } = await server.exited
  expect(code).toBe(0)
  expect(err).toMatch('A mail could not be sent, and will be tried again')
  expect(err).not.toContain(email)
  expect(err).not.toMatch(/\b\d{6}\b/)
})

test('a second stop signal ends the server without waiting for requests', async () => {
  const server = spawnServer(variables)
  const { socket } = await startRequest((await server.started()).port)
  socket.on('error', () => {})
  const asking = setInterval(() => server.signal('SIGTERM'), 100)
  const { code } = await server.exited
  clearInterval(asking)
  expect(code).toBe(1)
})

test('a stopping process reports that it stops, and keeps answering until proxies no longer send requests', async () => {
  const server = spawnServer({ ...variables, DRAIN_SECONDS: '300' })
  const { port } = await server.started()
  const ask = (path: string) => fetch(`http://localhost:${port}${path}`)
  server.signal('SIGTERM')
  await vi.waitFor(async () => expect((await ask('/readyz')).status).toBe(503), WAITING)
  expect((await ask('/healthz')).status).toBe(200)
  const answer = await ask('/v1/free-listings')
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  const asking = setInterval(() => server.signal('SIGTERM'), 100)
  expect((await server.exited).code).toBe(1)
  clearInterval(asking)
})

test('if the port is in use, the start fails with a message that names the port', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const PORT = String(typeof address === 'object' ? address?.port : '')
  const { code, err } = await spawnServer({ ...variables, PORT }).exited
  expect({ code, err }).toEqual({
    code: 1,
    err: `Port ${PORT} is in use by another program. Stop it, or set PORT to another number.\n`,
  })
  other.close()
})

test('in production, the server refuses to start if a demo account has its published password (check 58)', async () => {
  const { code, err } = await spawnServer({
    ...variables,
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://engawa.example',
    SANDBOX_PAYMENTS: 'on',
    MAIL_TO_FILES: 'on',
  }).exited
  expect(code).toBe(1)
  expect(err).toMatch(
    /^Anybody can sign in to the demo accounts of this database: .* DEMO_ACCOUNTS=on\.\n$/,
  )
})

test.each([
  ['loads no code of the payment sandbox if Stripe is configured', STRIPE, false],
  ['loads the payment sandbox if Stripe is not configured', {}, true],
])('the server process %s', async (_, stripe, isLoaded) => {
  // When the process exits, V8 writes the modules that each thread has loaded into this folder.
  const coverage = mkdtempSync(join(directory, 'coverage-'))
  const server = spawnServer({ ...variables, ...stripe, NODE_V8_COVERAGE: coverage })
  await server.started()
  server.signal('SIGTERM')
  expect((await server.exited).code).toBe(0)
  const files = readdirSync(coverage).flatMap((file) => {
    const report = JSON.parse(readFileSync(join(coverage, file), 'utf8'))
    return report.result.map(({ url }: { url: string }) => basename(url))
  })
  // The build names the source of each module in a comment above its code.
  const loaded = readdirSync(dirname(BUILT_SERVER))
    .filter((file) => files.includes(file))
    .map((file) => readFileSync(join(dirname(BUILT_SERVER), file), 'utf8'))
    .join('\n')
  expect(loaded).toContain('// src/server/payments/payments.ts')
  expect(loaded.includes('// src/stripe-sandbox/')).toBe(isLoaded)
})

test('an uncaught error ends the process, with a JSON log line if logs are JSON', async () => {
  const breaking = 'process.on("SIGUSR2", () => { throw new Error("A lantern fell") })'
  const server = spawnServer({
    ...variables,
    LOG: 'json',
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(breaking)}`,
  })
  await server.started()
  server.signal('SIGUSR2')
  const { code, out, err } = await server.exited
  expect({ code, err }).toEqual({ code: 1, err: '' })
  expect(JSON.parse(out.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
    level: 'error',
    message: expect.stringContaining('A lantern fell'),
  })
})

test.each([
  ['a wrong configuration', { PORT: 'many' }, 'PORT must be a whole number from 0 to 65535'],
  [
    'a database that cannot be reached',
    { DATABASE_URL: 'postgres://engawa:secret@127.0.0.1:1/engawa' },
    'The database at DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1.',
  ],
  [
    'a data folder that is a file',
    { DATA_DIR: import.meta.filename },
    `The data folder ${import.meta.filename} cannot be used: it is not a folder.`,
  ],
])('the server refuses to start because of %s, and says why', async (_, wrong, words) => {
  const { code, err } = await spawnServer({ ...variables, ...wrong }).exited
  expect(code).toBe(1)
  expect(err).toMatch(words)
  expect(err).not.toMatch(/\bat \S+:\d+|secret/)
})

/**
 * Sends a request except for its last byte. Before sending the body, waits until the server has
 * accepted the headers.
 */
async function startRequest(port: number) {
  const body = JSON.stringify({ email: 'ana@example.com' })
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST /v1/auth/check-email HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
      `Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  // The server sends "100 Continue" when it has accepted the headers and waits for the body.
  await once(socket, 'data')
  socket.write(body.slice(0, -1))
  return { socket, finish: () => socket.write(body.slice(-1)) }
}

async function readAll(socket: Socket) {
  let text = ''
  for await (const chunk of socket) text += chunk
  return text
}
