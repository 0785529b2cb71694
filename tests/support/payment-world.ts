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
import { openOwnPhotoStorage } from '#server/kit/own-photo-storage.ts'
import { openCatalogue } from '#server/listings/catalogue.ts'
import { openBillingWork } from '#server/payments/billing-work.ts'
import { openPayments } from '#server/payments/payments.ts'
import { openStripe } from '#server/payments/stripe.ts'
import { EVENT_TYPES } from '#server/payments/stripe-events.ts'
import { fixedRates } from '#server/rates/fixed-rates.ts'
import type { Services } from '#server/services.ts'
import { openSandbox, type Sandbox } from '#stripe-sandbox/sandbox.ts'
import { callingBy } from './calls.ts'
import { testDatabase } from './database.ts'
import { importsInto } from './imports.ts'
import { type Life, openLife } from './life.ts'
import type { NewsFate } from './payment-steps.ts'

const START = new Date('2026-01-15T09:30:00Z')
/**
 * The timeout of requests to Stripe while faults occur. The timeout is so short that some good
 * responses are lost too.
 */
const SHORT_TIMEOUT_MS = 250
const LONG_TIMEOUT_MS = 20_000

export type PaymentWorld = Awaited<ReturnType<typeof openPaymentWorld>>

/**
 * Simulates two processes of our server that share a database and a simulated Stripe. Each process
 * can die at any moment, and is replaced when the test needs it again. `logError` is called with
 * unexpected errors.
 */
export async function openPaymentWorld(logError: Services['logError']) {
  const db = await testDatabase()
  const sandbox = await openSandbox({ clock: () => START, webhookBackoff: [2, 10], logError })
  /** A connection without faults, to inspect the state at Stripe. */
  const stripe = openStripe(sandbox.settings)
  const folder = mkdtempSync(join(tmpdir(), 'engawa-test-'))
  /**
   * The long timeout applies until the first call of `endPeace`. With the short timeout, a request
   * could fail on a busy machine, and the first steps of a history would not have their effects.
   */
  let timeout = LONG_TIMEOUT_MS
  const start = () => startProcess({ db, sandbox, folder, timeout, logError })
  const processes = [start(), start()]
  let arrivals = 0

  const door = await listen(
    // An event that reaches a dead process must fail. Do not call `living` here, because `living`
    // would replace the dead process.
    getRequestListener((request) => processAt(arrivals++).app.fetch(request)),
    { host: '127.0.0.1', port: 0 },
  )
  /** Makes Stripe deliver the pending events and all later ones. */
  const deliver = () =>
    sandbox.deliverTo(`${addressOf(door)}/v1/payments/webhook`, { events: EVENT_TYPES })
  deliver()

  function processAt(place: number) {
    const process = processes[place % processes.length]
    if (!process) throw new Error('There is no process')
    return process
  }

  /** The process at this index. A dead process is replaced first. */
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

  /** The number of running calls of `atStripe`, and the faults that are suspended meanwhile. */
  let asking = 0
  const held: typeof sandbox.faults = []
  let arrive = () => {}

  return {
    db,
    sandbox,
    now: sandbox.now,
    living,
    restart,
    /** Makes a process die after this many more calls to the database or Stripe. */
    die: (place: number, { after }: { after: number }) => processAt(place).life.endAfter(after),
    /** Reads or changes something at Stripe without faults. */
    async atStripe<T>(ask: (stripe: Stripe) => Promise<T>) {
      held.push(...sandbox.faults.splice(0))
      asking += 1
      try {
        return await ask(stripe)
      } finally {
        asking -= 1
        // Turn the faults on again only after the last concurrent call of `atStripe`, so that no
        // such call meets a fault.
        if (asking === 0) sandbox.faults.push(...held.splice(0))
      }
    },
    /**
     * Breaks the connection of the next matching request and of its retry. Both requests reach
     * Stripe only when `arrival` is called.
     */
    delay(path: RegExp) {
      const before = arrive
      const until = new Promise<void>((resolve) => {
        arrive = () => {
          before()
          resolve()
        }
      })
      const kind = { until, isBroken: true }
      // Stripe's SDK retries once when a connection breaks. Break the retry too, because otherwise
      // the retry would succeed.
      sandbox.faults.push({ method: 'POST', path, kind, when: 'on the way', times: 2 })
    },
    /** Lets all delayed requests reach Stripe. */
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
    /** Waits until all delivered events are processed. Failed events are retried later. */
    async settle() {
      await sandbox.settle()
      for (const { billingWork } of processes) await billingWork.settled()
    },
    async advance(hours: number) {
      // Let all delayed requests reach Stripe before the simulated clock advances. Otherwise they
      // would arrive hours late, as no real request does.
      await this.arrival()
      await sandbox.advance(new Date(sandbox.now().getTime() + hours * 3_600_000))
    },
    /** Ends all faults. Undelivered events stay undelivered unless `isNewsDelivered`. */
    async makePeace({ isNewsDelivered }: { isNewsDelivered: boolean }) {
      await this.arrival()
      sandbox.faults.splice(0)
      this.setNews(isNewsDelivered ? 'delivered' : 'dropped')
      await restartAll({ waiting: LONG_TIMEOUT_MS })
      deliver()
    },
    /** Allows faults again. */
    endPeace: () => restartAll({ waiting: SHORT_TIMEOUT_MS }),
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
  /** The folder of the pictures. */
  folder: string
  /** The timeout of requests to Stripe, in milliseconds. */
  timeout: number
  logError: Services['logError']
}

function startProcess({ db, sandbox, folder, timeout, logError }: Surroundings) {
  const life = openLife()
  const services = servicesOf(life, { db, sandbox, folder, timeout, logError })
  const billingWork = openBillingWork(services)
  const app = createApp(services, { onStripeEvent: billingWork.wake })
  return {
    life,
    services,
    billingWork,
    app,
    call: callingBy(async (path, init, remoteAddress) =>
      // The server reads the client's IP address from the socket.
      app.request(path, init, { incoming: { socket: { remoteAddress } } }),
    ),
  }
}

function servicesOf(
  life: Life,
  { db, sandbox, folder, timeout, logError }: Surroundings,
): Services {
  const stripe = openStripe(sandbox.settings, { retries: 0, timeout })
  const logErrorOfLiving: Services['logError'] = (error, requestId) => {
    if (!life.isOver()) logError(error, requestId)
  }
  const outside = { db: life.of(db), now: sandbox.now, images: openImages(folder) }
  return {
    ...outside,
    imports: importsInto({ ...outside, directory: folder }),
    catalogue: openCatalogue(db, { freshFor: 0 }),
    uploads: openUploads(folder),
    ownPhotos: openOwnPhotoStorage(folder, { quotaBytes: 500_000_000 }),
    rates: { current: () => fixedRates(150) },
    translator: null,
    basemap: null,
    jpyPerUsd: 150,
    background: openBackground((error) => logError(error, 'background')),
    payments: openPayments(sandbox.settings, { sandbox, stripe: life.of(stripe) }),
    mailQueue: { wake() {} },
    siteUrl: () => 'https://engawa.example',
    logError: logErrorOfLiving,
    logWarning: (message) => console.warn(message),
  }
}
