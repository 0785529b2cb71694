import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type Stripe from 'stripe'
import { createApp } from '#server/app.ts'
import type { Database } from '#server/db/database.ts'
import { addressOf, listen, stopListening } from '#server/http/listen.ts'
import { openImages } from '#server/images/images.ts'
import { openUploads } from '#server/imports/uploads.ts'
import { openBackground } from '#server/jobs/background.ts'
import { openCatalogue } from '#server/listings/catalogue.ts'
import { openBillingWork } from '#server/payments/billing-work.ts'
import { openPayments } from '#server/payments/payments.ts'
import { openStripe } from '#server/payments/stripe.ts'
import { EVENT_TYPES } from '#server/payments/stripe-events.ts'
import type { Services } from '#server/services.ts'
import { openSandbox, type Sandbox } from '#stripe-sandbox/sandbox.ts'
import { callingBy } from './calls.ts'
import { testDatabase } from './database.ts'
import { importsInto } from './imports.ts'
import { type Life, openLife } from './life.ts'
import type { NewsFate } from './payment-steps.ts'

const START = new Date('2026-01-15T09:30:00Z')
/** How long a process waits for Stripe where things go wrong; so short that some good answers are lost too. Milliseconds. */
const HASTE = 250
const PATIENCE = 20_000

export type PaymentWorld = Awaited<ReturnType<typeof openPaymentWorld>>

/**
 * Two processes of the product over one database and one Stripe. Each can die at any moment, and
 * another takes its place when it is next spoken to. `report` hears of bugs.
 */
export async function openPaymentWorld(report: Services['report']) {
  const db = await testDatabase()
  const sandbox = await openSandbox({ clock: () => START, webhookBackoff: [2, 10], report })
  /** To look at what Stripe has, whatever goes wrong for the product. */
  const stripe = openStripe(sandbox.settings)
  const folder = mkdtempSync(join(tmpdir(), 'engawa-test-'))
  /** In peace at first, so that the opening of a history goes as it is written on a busy machine too. */
  let timeout = PATIENCE
  const start = () => startProcess({ db, sandbox, folder, timeout, report })
  const processes = [start(), start()]
  let arrivals = 0

  const door = await listen(
    // Whether somebody is at home or not.
    getRequestListener((request) => processAt(arrivals++).app.fetch(request)),
    { host: '127.0.0.1', port: 0 },
  )
  /** Has everything delivered that was not, and what comes. */
  const deliver = () =>
    sandbox.deliverTo(`${addressOf(door)}/v1/payments/webhook`, { events: EVENT_TYPES })
  deliver()

  function processAt(place: number) {
    const process = processes[place % processes.length]
    if (!process) throw new Error('There is no process')
    return process
  }

  /** The process in a place, and where that has died, the one that is started instead. */
  async function living(place: number) {
    const process = processAt(place)
    return process.life.isOver() ? restart(place) : process
  }

  async function restart(place: number) {
    await processAt(place).billingWork.stop()
    const process = start()
    processes[place % processes.length] = process
    await process.billingWork.runDueJobs()
    return process
  }

  async function restartAll({ waiting }: { waiting: number }) {
    timeout = waiting
    for (const place of processes.keys()) await restart(place)
  }

  /** How many ask Stripe as if nothing went wrong, and what goes wrong once they have. */
  let asking = 0
  const held: typeof sandbox.faults = []
  let arrive = () => {}

  return {
    db,
    sandbox,
    now: sandbox.now,
    living,
    restart,
    /** Lets a process die when it has turned to database or Stripe so many times more. */
    die: (place: number, { after }: { after: number }) => processAt(place).life.endAfter(after),
    /** Asks Stripe or changes something there, as if nothing went wrong. */
    async atStripe<T>(ask: (stripe: Stripe) => Promise<T>) {
      held.push(...sandbox.faults.splice(0))
      asking += 1
      try {
        return await ask(stripe)
      } finally {
        asking -= 1
        // Whoever else asks at the same time must not meet them either.
        if (asking === 0) sandbox.faults.push(...held.splice(0))
      }
    },
    /** Breaks the connection of the next request of a kind and of its retry; both reach Stripe on `arrival`. */
    delay(path: RegExp) {
      const before = arrive
      const until = new Promise<void>((resolve) => {
        arrive = () => {
          before()
          resolve()
        }
      })
      const kind = { until, isBroken: true }
      // Stripe's SDK retries once when a connection breaks: that retry would do what was asked for.
      sandbox.faults.push({ method: 'POST', path, kind, when: 'on the way', times: 2 })
    },
    /** Lets all requests arrive that were delayed. */
    async arrival() {
      arrive()
      await new Promise(setImmediate)
      await sandbox.settle()
    },
    setNews(fate: NewsFate) {
      Object.assign(sandbox.hooks, {
        pause: fate === 'held back',
        duplicate: fate === 'doubled' ? 2 : 0,
        shuffle: fate === 'shuffled',
        drop: fate === 'dropped' ? () => true : null,
      })
    },
    /** Lets everything that was told be looked at; what fails is left for another time. */
    async settle() {
      await sandbox.settle()
      for (const { billingWork } of processes) await billingWork.settled()
    },
    async advance(hours: number) {
      // Nothing is on its way for hours.
      await this.arrival()
      await sandbox.advance(new Date(sandbox.now().getTime() + hours * 3_600_000))
    },
    /** From here on nothing goes wrong, but what Stripe has not told yet may stay untold. */
    async makePeace({ isNewsDelivered }: { isNewsDelivered: boolean }) {
      await this.arrival()
      sandbox.faults.splice(0)
      this.setNews(isNewsDelivered ? 'delivered' : 'dropped')
      await restartAll({ waiting: PATIENCE })
      deliver()
    },
    /** From here on things may go wrong again. */
    endPeace: () => restartAll({ waiting: HASTE }),
    async close() {
      await sandbox.close()
      await stopListening(door)
      for (const { billingWork } of processes) await billingWork.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

interface Surroundings {
  db: Database
  sandbox: Sandbox
  /** For pictures. */
  folder: string
  /** How long to wait for Stripe, in milliseconds. */
  timeout: number
  report: Services['report']
}

function startProcess({ db, sandbox, folder, timeout, report }: Surroundings) {
  const life = openLife()
  const services = servicesOf(life, { db, sandbox, folder, timeout, report })
  const billingWork = openBillingWork(services)
  const app = createApp(services, { onStripeEvent: billingWork.wake })
  return {
    life,
    services,
    billingWork,
    app,
    call: callingBy(async (path, init, remoteAddress) =>
      // The part of a connection that the address of a request is read from.
      app.request(path, init, { incoming: { socket: { remoteAddress } } }),
    ),
  }
}

function servicesOf(life: Life, { db, sandbox, folder, timeout, report }: Surroundings): Services {
  const stripe = openStripe(sandbox.settings, { retries: 0, timeout })
  const reportOfLiving: Services['report'] = (error, requestId) => {
    if (!life.isOver()) report(error, requestId)
  }
  const outside = { db: life.of(db), now: sandbox.now, images: openImages(folder) }
  return {
    ...outside,
    imports: importsInto({ ...outside, directory: folder }),
    catalogue: openCatalogue(db, { freshFor: 0 }),
    uploads: openUploads(folder),
    jpyPerUsd: 150,
    background: openBackground((error) => report(error, 'background')),
    payments: openPayments(sandbox.settings, { sandbox, stripe: life.of(stripe) }),
    mailQueue: { wake() {} },
    siteUrl: () => 'https://engawa.example',
    report: reportOfLiving,
  }
}
