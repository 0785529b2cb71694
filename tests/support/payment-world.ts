import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type Stripe from 'stripe'
import { createApp } from '#server/app.ts'
import { openBackground } from '#server/concurrency/background.ts'
import type { Database } from '#server/db/database.ts'
import { openUploads } from '#server/files/uploads.ts'
import { browserUrl, listen, stopListening } from '#server/http/listen.ts'
import { openImages } from '#server/images/images.ts'
import { openCatalogue } from '#server/listings/catalogue.ts'
import { openRecords } from '#server/listings/record-json.ts'
import { PUBLIC_ONLY } from '#server/network/open-download.ts'
import { openOwnPhotoStorage } from '#server/notes/own-photo-storage.ts'
import { openPayments } from '#server/payments/payments.ts'
import { openBillingWork } from '#server/payments/recurring/billing-work.ts'
import { EVENT_TYPES } from '#server/payments/recurring/stripe-events.ts'
import { openStripe } from '#server/payments/stripe.ts'
import { fixedRates } from '#server/rates/fixed-rates.ts'
import type { Services } from '#server/services.ts'
import type { Sandbox } from '#stripe-sandbox/sandbox.ts'
import { createCall } from './calls.ts'
import { type CrashSimulation, simulateCrash } from './crash-simulation.ts'
import { testDatabase } from './database.ts'
import { openFaultySandbox } from './faulty-sandbox.ts'
import { openTestImports } from './imports.ts'
import type { WebhookDelivery } from './payment-steps.ts'

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
 * can crash at any moment, and is replaced when the test needs it again. `logError` is called with
 * unexpected errors.
 */
export async function openPaymentWorld(logError: Services['logError']) {
  const db = await testDatabase()
  const sandbox = await openFaultySandbox({
    clock: () => START,
    webhookBackoff: [2, 10],
    logError,
  })
  /** A connection without faults, to inspect the state at Stripe. */
  const stripe = openStripe(sandbox.settings)
  const folder = mkdtempSync(join(tmpdir(), 'engawa-test-'))
  /**
   * The long timeout applies until the first call of `allowFaults`, because the first steps of a
   * sequence must succeed. With the short timeout, a request could fail on a busy machine.
   */
  let timeout = LONG_TIMEOUT_MS
  const start = () => startProcess({ db, sandbox, folder, timeout, logError })
  const processes = [start(), start()]
  let webhookRequests = 0

  const webhookServer = await listen(
    // An event that reaches a crashed process must fail. Do not call `runningProcess` here, because
    // it would replace the crashed process.
    getRequestListener((request) => processAt(webhookRequests++).app.fetch(request)),
    { host: '127.0.0.1', port: 0 },
  )
  /** Makes Stripe deliver the pending events and all later ones. */
  const deliver = () =>
    sandbox.deliverTo(`${browserUrl(webhookServer)}/v1/payments/webhook`, { events: EVENT_TYPES })
  deliver()

  function processAt(index: number) {
    const process = processes[index % processes.length]
    if (!process) throw new Error('There is no process')
    return process
  }

  /** The process at this index. A crashed process is replaced first. */
  async function runningProcess(index: number) {
    const process = processAt(index)
    return process.crash.hasCrashed() ? restart(index) : process
  }

  async function restart(index: number) {
    await processAt(index).billingWork.stop()
    const process = start()
    processes[index % processes.length] = process
    await process.billingWork.runDueJobs()
    return process
  }

  async function restartAll({ timeoutMs }: { timeoutMs: number }) {
    timeout = timeoutMs
    for (const index of processes.keys()) await restart(index)
  }

  /** The number of running calls of `withoutFaults`. */
  let activeCalls = 0
  /** The faults that are suspended while such a call runs. */
  const suspendedFaults: typeof sandbox.faults = []
  let releaseDelayedRequests = () => {}

  return {
    db,
    sandbox,
    now: sandbox.now,
    runningProcess,
    restart,
    /** Makes a process crash after this many more calls to the database or Stripe. */
    crash: (index: number, { after }: { after: number }) =>
      processAt(index).crash.crashAfter(after),
    /** Suspends all faults while `request` reads or changes something at Stripe. */
    async withoutFaults<T>(request: (stripe: Stripe) => Promise<T>) {
      suspendedFaults.push(...sandbox.faults.splice(0))
      activeCalls += 1
      try {
        return await request(stripe)
      } finally {
        activeCalls -= 1
        // Turn the faults on again only after the last concurrent call of `withoutFaults`, so that
        // no such call meets a fault.
        if (activeCalls === 0) sandbox.faults.push(...suspendedFaults.splice(0))
      }
    },
    /**
     * Breaks the connection of the next matching request and of its retry, so that our server gets
     * no response. Stripe receives both requests later, when `deliverDelayedRequests` is called.
     */
    delay(path: RegExp) {
      const before = releaseDelayedRequests
      const until = new Promise<void>((resolve) => {
        releaseDelayedRequests = () => {
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
    async deliverDelayedRequests() {
      releaseDelayedRequests()
      await new Promise(setImmediate)
      await sandbox.settle()
    },
    setWebhookDelivery(delivery: WebhookDelivery) {
      Object.assign(sandbox.webhookFaults, {
        pause: delivery === 'paused',
        duplicate: delivery === 'duplicated' ? 2 : 0,
        shuffle: delivery === 'shuffled',
        drop: delivery === 'dropped' ? () => true : null,
      })
    },
    /** Waits until all delivered events are processed. Failed events are retried later. */
    async settle() {
      await sandbox.settle()
      for (const { billingWork } of processes) await billingWork.settled()
    },
    async advance(hours: number) {
      // Let all delayed requests reach Stripe before the simulated clock advances. Otherwise they
      // would arrive hours late, which never happens to real requests.
      await this.deliverDelayedRequests()
      await sandbox.advance(new Date(sandbox.now().getTime() + hours * 3_600_000))
    },
    /** Ends all faults. Pending and later events reach our server only if `areEventsDelivered`. */
    async stopFaults({ areEventsDelivered }: { areEventsDelivered: boolean }) {
      await this.deliverDelayedRequests()
      sandbox.faults.splice(0)
      this.setWebhookDelivery(areEventsDelivered ? 'delivered' : 'dropped')
      await restartAll({ timeoutMs: LONG_TIMEOUT_MS })
      deliver()
    },
    /** Allows faults again. */
    allowFaults: () => restartAll({ timeoutMs: SHORT_TIMEOUT_MS }),
    async close() {
      await sandbox.close()
      await stopListening(webhookServer)
      for (const { billingWork } of processes) await billingWork.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

interface ProcessOptions {
  db: Database
  sandbox: Sandbox
  /** The folder of the pictures. */
  folder: string
  /** The timeout of requests to Stripe, in milliseconds. */
  timeout: number
  logError: Services['logError']
}

function startProcess({ db, sandbox, folder, timeout, logError }: ProcessOptions) {
  const crash = simulateCrash()
  const services = servicesOf(crash, { db, sandbox, folder, timeout, logError })
  const billingWork = openBillingWork(services)
  const app = createApp(services, { onStripeEvent: billingWork.wake })
  return {
    crash,
    services,
    billingWork,
    app,
    call: createCall(async (path, init, remoteAddress) =>
      // The server reads the client's IP address from the socket.
      app.request(path, init, { incoming: { socket: { remoteAddress } } }),
    ),
  }
}

function servicesOf(
  crash: CrashSimulation,
  { db, sandbox, folder, timeout, logError }: ProcessOptions,
): Services {
  const stripe = openStripe(sandbox.settings, { retries: 0, timeout })
  const logErrorUnlessCrashed: Services['logError'] = (error, requestId) => {
    if (!crash.hasCrashed()) logError(error, requestId)
  }
  const outside = { db: crash.wrap(db), now: sandbox.now, images: openImages(folder) }
  return {
    ...outside,
    imports: openTestImports({ ...outside, directory: folder }),
    catalogue: openCatalogue(db, { freshFor: 0 }),
    catalogueFile: null,
    records: openRecords({ db, build: 'test', background: { run() {} }, logError: console.error }),
    uploads: openUploads(folder),
    sources: { folder, rules: PUBLIC_ONLY, wake() {} },
    ownPhotos: openOwnPhotoStorage(folder, { quotaBytes: 500_000_000 }),
    rates: { current: () => fixedRates(150) },
    translator: null,
    basemap: null,
    jpyPerUsd: 150,
    requiresSecondFactor: false,
    background: openBackground((error) => logErrorUnlessCrashed(error, 'background')),
    payments: openPayments(sandbox.settings, { sandbox, stripe: crash.wrap(stripe) }),
    mailQueue: { wake() {} },
    pushQueue: { wake() {} },
    pushOrigins: [],
    siteUrl: () => 'https://engawa.example',
    logError: logErrorUnlessCrashed,
    logWarning: (message) => console.warn(message),
    version: { version: '1.0.0', commit: null },
  }
}
