import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { login, register, SignedIn } from '#contract/auth.ts'
import { type Endpoint, toRequest } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { COSTLY } from '#tests/support/costly-requests.ts'
import { sendRaw } from '#tests/support/raw-request.ts'
import { spawnServer } from '#tests/support/server-process.ts'
import { testDirectory } from '#tests/support/test-directory.ts'

/** How many requests of one kind are sent concurrently. */
const MAX_CONCURRENT = 8
/** The sender's timeout. */
const TIMEOUT_MS = 5000
/**
 * The limits for the longest wait of other clients, and for the memory growth. They apply to a
 * machine with two free cores.
 */
const MAX_WAIT_MS = 1000
const MAX_GROWTH_MB = 300
const METRICS_PORT = 20_000 + (process.pid % 20_000)
/** The environment variable `ONLY` limits the test to the kinds of requests whose names match. */
const ONLY_KINDS = new RegExp(process.env.ONLY ?? '')

const hasBody = ({ method }: Endpoint) => method === 'POST' || method === 'PUT'
const targets = [
  ...[...endpoints.values()].filter(hasBody),
  { method: 'POST', path: '/payments/webhook', access: 'public' } as const,
  { method: 'GET', path: '/listings', access: 'subscriber' } as const,
  { method: 'GET', path: '/free-listings', access: 'public' } as const,
]

test('costly requests to any endpoint do not block other clients or exhaust the memory (checks 33, 36, 40, 55)', async () => {
  const server = spawnServer({
    DATA_DIR: testDirectory(),
    SAMPLE_DATA: 'off',
    DEMO_ACCOUNTS: 'off',
    AVIF_COPIES: 'off',
    METRICS_PORT: String(METRICS_PORT),
  })
  onTestFinished(async () => {
    server.signal('SIGTERM')
    await server.exited
  })
  const { port } = await server.started()
  const origin = `http://127.0.0.1:${port}`
  const watch = measureOtherClients(origin)
  onTestFinished(() => watch.stop())
  await sleep(2000)
  const atRest = await readMetrics()
  watch.worst()

  const rows: Record<string, unknown>[] = []
  for (const [index, [kind, make]] of Object.entries(COSTLY).entries()) {
    if (!ONLY_KINDS.test(kind)) continue
    // Each kind of request comes from its own IP address, because the rate limits count by address.
    const from = `127.0.0.${index + 2}`
    const member = await newMember(origin, port, from)
    const row = { kind, requests: 0, wait: 0, lag: 0, memory: 0, slowest: '' }
    for (const { method, path, access, ...endpoint } of targets) {
      for (const token of [null, member]) {
        const isAuthorized = access === 'public' || (token !== null && access === 'user')
        const target = { port, method, path: `/v1${path}`, token, from, timeoutMs: TIMEOUT_MS }
        const sending = Array.from({ length: isAuthorized ? MAX_CONCURRENT : 1 }, () =>
          sendRaw(target, make(endpoint)),
        )
        await Promise.all(sending)
        const { lag, memory } = await readMetrics()
        const wait = watch.worst()
        if (wait > row.wait) row.slowest = `${method} ${path}`
        row.requests += sending.length
        row.wait = Math.max(row.wait, wait)
        row.lag = Math.max(row.lag, lag)
        row.memory = Math.max(row.memory, memory - atRest.memory)
      }
    }
    rows.push(row)
    console.info(JSON.stringify(row))
  }
  console.info(`At rest ${atRest.memory} MB; waits and lags of the event loop in ms, growth in MB`)
  console.table(rows)
  expect(
    rows.filter(({ wait, memory }) => Number(wait) > MAX_WAIT_MS || Number(memory) > MAX_GROWTH_MB),
  ).toEqual([])
})

/** Registers and signs in a person without a subscription. */
async function newMember(origin: string, port: number, from: string) {
  const account = { email: `${from}@example.com`, password: 'a long walk home' }
  const registered = toRequest(register, { name: 'Ana Prieto', ...account })
  // Sends the registration from the IP address `from`, because the server accepts only a few
  // registrations from one address.
  await sendRaw(
    { port, method: 'POST', path: registered.path, token: null, from, timeoutMs: 60_000 },
    {
      headers: { 'content-type': 'application/json' },
      body: [Buffer.from(String(registered.body))],
      length: Buffer.byteLength(String(registered.body)),
    },
  )
  const { path, ...init } = toRequest(login, {
    username: account.email,
    password: account.password,
  })
  const answer = await fetch(origin + path, init)
  return SignedIn.parse(await answer.json()).access_token
}

/** The server's metrics since the last call: longest event-loop delay in ms, memory in MB. */
async function readMetrics() {
  const text = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()
  const figure = (name: string) => Number(text.match(new RegExp(`^${name} (\\S+)$`, 'm'))?.[1])
  return {
    lag: Math.round(figure('nodejs_eventloop_lag_max_seconds') * 1000),
    memory: Math.round(figure('process_resident_memory_bytes') / 1e6),
  }
}

/** Simulates another client, which sends one request at a time. Measures the response times. */
function measureOtherClients(origin: string) {
  let isOver = false
  let worst = 0
  let since: number | null = null
  const polling = (async () => {
    while (!isOver) {
      since = performance.now()
      await fetch(`${origin}/healthz`).then(
        (answer) => answer.text(),
        () => {},
      )
      worst = Math.max(worst, performance.now() - since)
      since = null
      await sleep(20)
    }
  })()

  return {
    /**
     * The longest response time since the last call of `worst`, in milliseconds. If a request is
     * pending, its waiting time so far counts too.
     */
    worst() {
      const found = Math.max(worst, since === null ? 0 : performance.now() - since)
      worst = 0
      return Math.round(found)
    },
    async stop() {
      isOver = true
      await polling
    },
  }
}
