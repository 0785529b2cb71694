import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OperatorError } from '#server/errors/operator-error.ts'
import { openSandbox } from '#stripe-sandbox/sandbox.ts'
import { openWebhookEndpoint, stripeErrorOf, testSandbox } from '#tests/support/sandbox.ts'
import { SERIES } from '#tests/support/series.ts'

const WRITER = fileURLToPath(new URL('../../support/sandbox-until-killed.ts', import.meta.url))
const DAY_MS = 86_400_000

let directory: string
let changeLog: string

beforeEach(() => {
  directory = fs.mkdtempSync(join(tmpdir(), 'engawa-test-'))
  changeLog = join(directory, 'changes.jsonl')
})

afterEach(() => {
  vi.restoreAllMocks()
  fs.rmSync(directory, { recursive: true })
})

test('a restart of the payment sandbox keeps idempotency keys, objects and the simulated time', async () => {
  const before = await testSandbox({ directory })
  const { subscription } = await before.subscriber()
  await before.advanceClock(32 * DAY_MS)
  const { apiBase: _, ...settings } = before.sandbox.settings
  const time = before.sandbox.now()
  const renewed = await before.stripe.subscriptions.retrieve(subscription.id)
  await before.sandbox.close()

  const { sandbox, stripe } = await testSandbox({ directory })
  expect(sandbox.settings).toMatchObject(settings)
  expect(sandbox.now().getTime()).toBeGreaterThanOrEqual(time.getTime())
  expect(await stripe.subscriptions.retrieve(subscription.id)).toEqual(renewed)
})

test('the payment sandbox still returns the stored response for an idempotency key after a restart', async () => {
  const before = await testSandbox({ directory })
  const key = { idempotencyKey: 'same' }
  const { id } = await before.stripe.customers.create({}, key)
  await before.sandbox.close()
  const { stripe } = await testSandbox({ directory })
  expect((await stripe.customers.create({}, key)).id).toBe(id)
})

test('the payment sandbox loses no request that got a response, however often its process is killed', async () => {
  const answered: string[] = []
  for (let kills = 0; kills < SERIES.kills; kills++)
    answered.push(...(await writeAndKill(1 + kills * 3)))
  const { stripe } = await testSandbox({ directory })
  const kept = await stripe.customers.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })
  const ids = new Set(kept.map(({ id }) => id))
  expect(answered.filter((id) => !ids.has(id))).toEqual([])
  expect(answered.length).toBeGreaterThan(SERIES.kills)
}, 300_000)

test('the payment sandbox ignores a truncated last line of its change log', async () => {
  const before = await testSandbox({ directory })
  const { id } = await before.customer()
  await before.sandbox.close()
  fs.appendFileSync(changeLog, '[["customers",{"id":"cus_torn"')
  const { stripe } = await testSandbox({ directory })
  expect((await stripe.customers.list()).data.map((one) => one.id)).toEqual([id])
})

test('the payment sandbox stores related changes together, and responds only once they are on disk', async () => {
  const { stripe, customer } = await testSandbox({ directory, logError: () => {} })
  const { id } = await customer()
  const size = fs.statSync(changeLog).size
  const sync = vi.spyOn(fs, 'fsyncSync')
  for (const change of [
    () => stripe.customers.update(id, { name: 'Ben' }),
    () => stripe.customers.del(id),
    () => stripe.customers.create(),
  ]) {
    sync.mockImplementationOnce(() => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
    })
    expect(await stripeErrorOf(change())).toMatchObject({ status: 500 })
  }
  expect((await stripe.customers.list()).data).toHaveLength(1)
  expect(await stripe.customers.retrieve(id)).toMatchObject({ name: 'Ana' })
  expect(fs.statSync(changeLog).size).toBe(size)
  await stripe.customers.create({ name: 'Cleo' })
  expect(sync).toHaveBeenCalledTimes(4)
  const last = fs.readFileSync(changeLog, 'utf8').trim().split('\n').at(-1) ?? ''
  const tables = JSON.parse(last).map(([table]: [string]) => table)
  expect(tables.sort()).toEqual(['answers', 'customers', 'events'])
})

test('after a restart, the payment sandbox delivers the events that were not delivered', async () => {
  const gone = await openWebhookEndpoint(() => 500)
  const before = await testSandbox({ directory })
  before.sandbox.deliverTo(gone.url, { events: ['customer.created'] })
  await before.customer()
  await before.sandbox.close()

  const endpoint = await openWebhookEndpoint()
  const { sandbox } = await testSandbox({ directory })
  sandbox.deliverTo(endpoint.url, { events: ['customer.created'] })
  await sandbox.settle()
  expect(endpoint.received).toHaveLength(1)
})

test('if renewals fall due while the payment sandbox is stopped, its next start charges them, and each invoice has the due date of its renewal', async () => {
  const clock = { now: new Date('2026-11-21T05:00:00Z') }
  const before = await testSandbox({ directory, clock: () => clock.now })
  const { subscription } = await before.subscriber()
  await before.sandbox.close()

  clock.now = new Date('2027-02-01T00:00:00Z')
  const { sandbox, stripe } = await testSandbox({ directory, clock: () => clock.now })
  const moments = new Set<string>()
  sandbox.deliverTo((await openWebhookEndpoint()).url, {
    followUp: async () => void moments.add(sandbox.now().toISOString()),
  })
  await sandbox.advance(sandbox.now())
  const { data } = await stripe.invoices.list({ subscription: subscription.id, status: 'paid' })
  expect(data.map(({ created }) => new Date(created * 1000).toISOString().slice(0, 10))).toEqual([
    '2027-01-21',
    '2026-12-21',
    '2026-11-21',
  ])
  // While the sandbox delivers late events, its clock shows the present, not the dates of the
  // renewals.
  expect([...moments]).toEqual([clock.now.toISOString()])
})

test('like Stripe, the payment sandbox deletes old events and idempotency keys, and keeps customers', async () => {
  const before = await testSandbox({ directory })
  const { id } = await before.stripe.customers.create({}, { idempotencyKey: 'old' })
  await before.advanceClock(31 * DAY_MS)
  await before.sandbox.close()
  const { stripe } = await testSandbox({ directory })
  expect((await stripe.events.list()).data).toEqual([])
  expect(fs.readFileSync(changeLog, 'utf8')).not.toContain('"old"')
  expect(await stripe.customers.retrieve(id)).toMatchObject({ id })
})

test('the payment sandbox stores no card number, and other users of the machine cannot read its files', async () => {
  const { sandbox, stripe, customer, sendFromPage } = await testSandbox({ directory })
  const number = '5555555555554444'
  const { body } = await sendFromPage('POST', '/v1/payment_methods', {
    type: 'card',
    'card[number]': number,
    'card[exp_month]': '12',
    'card[exp_year]': '2035',
    'card[cvc]': '123',
  })
  await stripe.paymentMethods.attach(body.id, { customer: (await customer()).id })
  await sandbox.close()
  const files = fs.readdirSync(directory, { withFileTypes: true }).filter((one) => one.isFile())
  expect(files.map(({ name }) => name).sort()).toEqual(['changes.jsonl', 'keys.json'])
  for (const { name } of files) {
    expect(fs.readFileSync(join(directory, name), 'utf8')).not.toMatch(/5{12}4444/)
    expect(fs.statSync(join(directory, name)).mode & 0o777).toBe(0o600)
  }
})

test('a second process on the folder of the payment sandbox is refused in one sentence', async () => {
  await testSandbox({ directory })
  await expect(openSandbox({ directory })).rejects.toThrow(
    /^The data folder \S+ is in use by another Engawa/,
  )
})

test.each([
  ['a line that is damaged', 'changes.jsonl', '{"sandbox":1}\nnonsense\n', /damaged in line 2\. /],
  [
    'a row of an unknown table',
    'changes.jsonl',
    '{"sandbox":1}\n[["x",{"id":"1"}]]\n',
    /line 2\. /,
  ],
  ['a change log in another format', 'changes.jsonl', '{"sandbox":99}\n', /damaged in line 1\. /],
  ['keys that are damaged', 'keys.json', '{}', /cannot read its keys: \S+ is damaged\. /],
])(
  'the payment sandbox refuses to start because of %s, and says why',
  async (_, file, content, words) => {
    fs.writeFileSync(join(directory, file), content)
    const error = await openSandbox({ directory }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(OperatorError)
    expect(String(error)).toMatch(words)
    // This start succeeds only if the failed start has released its lock on the folder.
    fs.rmSync(join(directory, file))
    await testSandbox({ directory })
  },
)

test('the payment sandbox refuses to start if its folder is a file, and says why', async () => {
  await expect(openSandbox({ directory: import.meta.filename })).rejects.toThrow(
    /cannot be used: it is not a folder\. /,
  )
})

/**
 * Starts a process that writes, and kills it after `answers` responses. Returns all responses that
 * arrived.
 */
async function writeAndKill(answers: number) {
  const writer = spawn(process.execPath, ['--import', 'tsx', WRITER, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(writer, 'exit')
  const answered: string[] = []
  for await (const line of createInterface(writer.stdout)) {
    answered.push(line)
    if (answered.length === answers) writer.kill('SIGKILL')
  }
  await exited
  return answered
}
