import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { getAccount } from '#contract/account.ts'
import { login, logout, register, SignedIn } from '#contract/auth.ts'
import { toRequest } from '#contract/endpoint.ts'
import { listFavorites } from '#contract/favorites.ts'
import { applyImport, createImport, getImport } from '#contract/imports.ts'
import { searchListings } from '#contract/listings.ts'
import { createSubscription } from '#contract/payments.ts'
import { type OpenDatabase, openDatabase } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'
import { EVENT_TYPES } from '#server/payments/recurring/stripe-events.ts'
import { openStripe } from '#server/payments/stripe.ts'
import { openSandbox, type Sandbox } from '#stripe-sandbox/sandbox.ts'
import { type Balancer, openBalancer } from '#tests/support/balancer.ts'
import { createCall } from '#tests/support/calls.ts'
import { newDatabase } from '#tests/support/database.ts'
import { houseRecord } from '#tests/support/imports.ts'
import { startLoad } from '#tests/support/load.ts'
import { payment } from '#tests/support/payments.ts'
import { type Processes, startProcesses } from '#tests/support/several-processes.ts'

const COUNT = 3
const ADMIN = { username: 'haruka@engawa.example', password: 'keys-to-every-house' }
const SUBSCRIBER = { username: 'emma@engawa.example', password: 'a-house-by-the-sea' }
const WAITING = { timeout: 60_000, interval: 50 }
const HOUSES = Array.from({ length: 20 }, (_, index) => `house-${index}`)
const LOAD = { clients: 6, houses: HOUSES }

let folder: string
let sandbox: Sandbox
let database: OpenDatabase
let processes: Processes
let balancer: Balancer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'engawa-test-'))
  sandbox = await openSandbox()
  const options = await newDatabase()
  // All processes start at the same time on a new database.
  processes = await startProcesses(COUNT, {
    databaseUrl: options.url ?? '',
    dataDirectory: folder,
    stripe: sandbox.settings,
  })
  balancer = await openBalancer(processes.ports)
  sandbox.deliverTo(`${balancer.origin}/v1/payments/webhook`, { events: EVENT_TYPES })
  database = await openDatabase(options)
})

afterAll(async () => {
  await sandbox.close()
  await balancer.close()
  await processes.stop()
  await database.close()
  rmSync(folder, { recursive: true })
})

/** Calls the process at `port`, or any process through the balancer. */
function callAt(port?: number) {
  const origin = port === undefined ? balancer.origin : `http://127.0.0.1:${port}`
  return createCall((path, init) => fetch(`${origin}${path}`, init))
}

const call: ReturnType<typeof callAt> = (...request) => callAt()(...request)

async function signIn(account: { username: string; password: string }) {
  const { body } = await call(null, login, account)
  return { token: SignedIn.parse(body).access_token }
}

const atEach = <T>(ask: (port: number) => Promise<T>) => Promise.all(processes.ports.map(ask))

test('if processes start at the same time, the database and each demo account are created only once', async () => {
  const statuses = await atEach(
    async (port) => (await fetch(`http://127.0.0.1:${port}/readyz`)).status,
  )
  expect(statuses).toEqual([200, 200, 200])
  expect(await database.db.$count(users)).toBe(3)
})

test('a sign-in at one process is valid at all processes, until a log-out at any of them', async () => {
  const emma = await signIn(SUBSCRIBER)
  const statusAtEach = () =>
    atEach(async (port) => (await callAt(port)(emma, getAccount, {})).status)
  expect(await statusAtEach()).toEqual([200, 200, 200])
  await callAt(processes.ports[2])(emma, logout, {})
  expect(await statusAtEach()).toEqual([401, 401, 401])
})

test('rate limits are shared by all processes', async () => {
  const wrong = { username: 'nobody@example.com', password: 'a short walk home' }
  const statuses: number[] = []
  for (let tries = 0; tries < 7; tries++) statuses.push((await call(null, login, wrong)).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
})

test('a file uploaded to one process is imported by another, and shown by all', async () => {
  const [haruka, emma] = [await signIn(ADMIN), await signIn(SUBSCRIBER)]
  const totals = () =>
    atEach(async (port) => (await callAt(port)(emma, searchListings, {})).body.total_count)
  // Send a search to each process, so that each process caches its totals before the import.
  expect(await totals()).toEqual([0, 0, 0])
  const [first, second] = processes.ports
  const { path, ...request } = toRequest(createImport, { file_name: 'houses.jsonl' }, haruka.token)
  const houses = HOUSES.map((_id) => houseRecord({ _id }))
  const uploaded = await fetch(`http://127.0.0.1:${first}${path}`, {
    ...request,
    body: houses.map((house) => JSON.stringify(house)).join('\n'),
  })
  const { id } = createImport.output.parse(await uploaded.json())
  const stateIs = (state: string) =>
    vi.waitFor(
      async () => expect((await call(haruka, getImport, { id })).body.state).toBe(state),
      WAITING,
    )
  await stateIs('checked')
  expect((await callAt(second)(haruka, applyImport, { id })).status).toBe(200)
  await stateIs('done')
  await vi.waitFor(async () => expect(await totals()).toEqual([20, 20, 20]), WAITING)
})

test('paying through all processes at the same time gives one subscription', async () => {
  const [username, password] = ['ana@example.com', 'a lantern in the hall']
  await call(null, register, { name: 'Ana Prieto', email: username, password })
  const ana = await signIn({ username, password })
  const paid = await atEach((port) =>
    callAt(port)(ana, createSubscription, payment('pm_card_visa')),
  )
  expect(paid.some(({ status }) => status === 200)).toBe(true)
  const stripe = openStripe(sandbox.settings)
  expect((await stripe.subscriptions.list({ status: 'all' })).data).toHaveLength(1)
})

// Slow: only this test shows that no request is lost while processes behind a balancer stop and
// start.
test('a rolling restart under load loses no request and no write', async () => {
  const emma = await signIn(SUBSCRIBER)
  const before = balancer.lost.length
  const load = startLoad({ ...LOAD, origin: balancer.origin, person: emma })
  const codes: (number | undefined)[] = []
  for (const port of processes.ports) codes.push(await processes.restart(port))
  const { statuses, kept } = await load.stop()
  expect(codes).toEqual([0, 0, 0])
  expect(balancer.lost.slice(before)).toEqual([])
  expect([...statuses.keys()]).toEqual([200])
  expect(statuses.get(200)).toBeGreaterThan(LOAD.clients)
  const { body } = await call(emma, listFavorites, {})
  expect(new Set(body.favorites)).toEqual(kept)
})

test('a killed process loses only the requests it was handling', async () => {
  const emma = await signIn(SUBSCRIBER)
  const before = balancer.lost.length
  const [victim = 0] = processes.ports
  const load = startLoad({ ...LOAD, origin: balancer.origin, person: emma })
  await load.answered(50)
  await processes.end(victim, 'SIGKILL')
  await load.answered(50)
  const { statuses } = await load.stop()
  const lost = balancer.lost.slice(before)
  expect(lost.filter(({ port }) => port !== victim)).toEqual([])
  expect(lost.length).toBeLessThanOrEqual(LOAD.clients)
  expect([...statuses.keys()].filter((status) => status !== 200 && status !== 502)).toEqual([])
  expect(statuses.get(502) ?? 0).toBe(lost.length)
  await processes.start(victim)
  expect((await callAt(victim)(emma, getAccount, {})).status).toBe(200)
})
