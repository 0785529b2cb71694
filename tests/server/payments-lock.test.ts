import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createSubscription } from '#contract/payments.ts'
import { createApp } from '#server/app.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { paymentLocks, users } from '#server/db/schema.ts'
import { withPaymentLock } from '#server/payments/payment-lock.ts'
import { openPayments, type Payments } from '#server/payments/payments.ts'
import { newDatabase } from '#tests/support/database.ts'
import { payment, paymentsOf } from '#tests/support/payments.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer

beforeEach(async () => {
  server = await startServer()
})

/** Opens the services of another process, which shares only the database. */
function otherProcess() {
  const { settings, sandbox } = server.services.payments
  return { ...server.services, payments: openPayments(settings, { sandbox }) }
}

/** Counts how many tasks run at the same time. */
function countConcurrency() {
  let running = 0
  let maximum = 0
  return {
    async task() {
      running += 1
      maximum = Math.max(maximum, running)
      await sleep(20)
      running -= 1
    },
    maximum: () => maximum,
  }
}

test("two processes change one person's payments one after the other", async () => {
  const { id } = await server.addUser()
  const { task, maximum } = countConcurrency()
  const processes = [server.services, otherProcess(), otherProcess()]
  await Promise.all(
    Array.from({ length: 9 }, (_, i) =>
      withPaymentLock(processes[i % 3] ?? otherProcess(), id, task),
    ),
  )
  expect(maximum()).toBe(1)
  expect(await server.services.db.select().from(paymentLocks)).toEqual([])
})

test('changes to the payments of two people do not wait for each other', async () => {
  const [ana, ben] = [await server.addUser(), await server.addUser()]
  await withPaymentLock(server.services, ana.id, () =>
    withPaymentLock(otherProcess(), ben.id, async () => {}),
  )
})

test("two processes with separate database connections still change one person's payments one after the other", async () => {
  const options = await newDatabase()
  const first = await openDatabase(options)
  const second = await openDatabase(options)
  await first.db.insert(users).values({
    id: 'ana',
    name: 'Ana Prieto',
    email: 'ana@example.com',
    role: 'user',
    passwordHash: '',
  })
  const processOver = (db: Database): { db: Database; payments: Payments } => ({
    ...otherProcess(),
    db,
  })
  const { task, maximum } = countConcurrency()
  const processes = [processOver(first.db), processOver(second.db)]
  await Promise.all(
    processes.flatMap((one) => [1, 2, 3].map(() => withPaymentLock(one, 'ana', task))),
  )
  await second.close()
  await first.close()
  expect(maximum()).toBe(1)
})

test('a person whose payments reach two processes at the same time is charged only once', async () => {
  const ana = await server.addUser()
  const other = createApp(otherProcess())
  const press = () =>
    other.request('/v1/payments/create-subscription', {
      method: 'POST',
      headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(payment('pm_card_mastercard')),
    })
  const answers = await Promise.all([
    server.call(ana, createSubscription, payment('pm_card_visa')),
    press(),
    server.call(ana, createSubscription, payment('pm_card_visa')),
    press(),
  ])
  // Two requests were sent with each of two cards, and only one of the cards is charged. Both
  // requests with this card report success, and both requests with the other card are refused.
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409])
  expect(await paymentsOf(server).countPaymentsOf(ana)).toBe(1)
})

test('the payment lock of a dead process blocks other processes until the lock expires', async () => {
  const [ana, ben] = [await server.addUser(), await server.addUser()]
  const { db } = server.services
  await db.insert(paymentLocks).values({
    userId: ana.id,
    holder: 'somebody who died',
    expiresAt: sql`clock_timestamp() + interval '1 hour'`,
  })
  let isTaken = false
  const taking = withPaymentLock(server.services, ana.id, async () => {
    isTaken = true
  })
  // While Ana's lock is held, another process can take and release Ben's lock.
  await withPaymentLock(otherProcess(), ben.id, async () => {})
  expect(isTaken).toBe(false)
  await db.update(paymentLocks).set({ expiresAt: sql`clock_timestamp()` })
  await taking
  expect(isTaken).toBe(true)
})

test('a process that has lost the payment lock changes nothing more', async () => {
  const { id } = await server.addUser()
  const realNow = performance.now.bind(performance)
  await withPaymentLock(server.services, id, async ({ assertHeld }) => {
    assertHeld()
    // Simulates that this process was suspended for a minute.
    performance.now = () => realNow() + 60_000
    expect(assertHeld).toThrow('The payment lock was lost')
  }).finally(() => {
    performance.now = realNow
  })
})

test('the server extends a payment lock for as long as the work takes', async () => {
  const { id } = await server.addUser()
  const realNow = performance.now.bind(performance)
  let passed = 0
  performance.now = () => realNow() + passed
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    performance.now = realNow
    vi.useRealTimers()
  })
  await withPaymentLock(server.services, id, async ({ assertHeld }) => {
    for (let renewals = 0; renewals < 6; renewals++) {
      passed += 10_000
      vi.advanceTimersByTime(10_000)
      // Waits until the query that extends the lock has completed.
      await server.services.db.select().from(paymentLocks)
    }
    expect(assertHeld).not.toThrow()
  })
})

test('a failed task releases its payment lock', async () => {
  const { id } = await server.addUser()
  const failing = withPaymentLock(server.services, id, async () => {
    throw new Error('It went wrong')
  })
  await expect(failing).rejects.toThrow('It went wrong')
  await withPaymentLock(otherProcess(), id, async () => {})
})

test('a payment lock for an unknown person is refused', async () => {
  const nobody = withPaymentLock(server.services, 'nobody', async () => {})
  await expect(nobody).rejects.toMatchObject({ status: 404 })
})
