import { randomUUID } from 'node:crypto'
import type { BlockList } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { onTestFinished, vi } from 'vitest'
import { mayGetAlerts } from '#server/alerts/send-digest.ts'
import { createApp } from '#server/app.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { startSession } from '#server/auth/sessions.ts'
import { openCatalogueFile } from '#server/catalogue/catalogue-file.ts'
import { openBackground } from '#server/concurrency/background.ts'
import { listingPhotos, listings, sources, subscriptions, users } from '#server/db/schema.ts'
import { openUploads } from '#server/files/uploads.ts'
import { browserUrl, listen, stopListening } from '#server/http/listen.ts'
import { openImages } from '#server/images/images.ts'
import { bumpRevision, isOneOf, openCatalogue } from '#server/listings/catalogue.ts'
import { openRecords } from '#server/listings/record-json.ts'
import type { Mail } from '#server/mail/mail.ts'
import { openMailQueue } from '#server/mail/mail-queue.ts'
import { PUBLIC_ONLY } from '#server/network/open-download.ts'
import { openOwnPhotoStorage } from '#server/notes/own-photo-storage.ts'
import { openPayments } from '#server/payments/payments.ts'
import { openBillingWork } from '#server/payments/recurring/billing-work.ts'
import { EVENT_TYPES } from '#server/payments/recurring/stripe-events.ts'
import { openPushQueue } from '#server/push/push-queue.ts'
import { fixedRates } from '#server/rates/fixed-rates.ts'
import type { Services } from '#server/services.ts'
import { createCall } from './calls.ts'
import { testDatabase, vacuum } from './database.ts'
import { openFaultySandbox } from './faulty-sandbox.ts'
import { openTestImports } from './imports.ts'
import { testDirectory } from './test-directory.ts'

export type TestServer = Awaited<ReturnType<typeof startServer>>
export type Person = Awaited<ReturnType<TestServer['addSubscriber']>>

type New<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>

interface Options extends Partial<Services> {
  /** The folder of the sandbox. Without it, the sandbox keeps its state in memory. */
  sandboxFolder?: string
  /** The folder of uploaded files and import reports. */
  importsFolder?: string
  /** The trusted proxies in front of the server. */
  trustedProxies?: BlockList
}

/**
 * Starts the real application on an empty database. Returns functions that set the clock and that
 * add test data. Call this in a test or in `beforeEach`. A reported bug or a console error fails
 * that test.
 */
export async function startServer({
  sandboxFolder,
  importsFolder = testDirectory(),
  trustedProxies,
  ...replaced
}: Options = {}) {
  const db = await testDatabase()
  let now = new Date('2026-01-15T00:00:00Z')
  const logError = failOnErrors()
  const sandbox = await openFaultySandbox({
    clock: () => now,
    webhookBackoff: [5, 20, 80],
    logError,
    ...(sandboxFolder && { directory: sandboxFolder }),
  })
  const sent: Mail[] = []
  const mailQueue = openMailQueue({
    db,
    now: sandbox.now,
    send: async ({ to, subject, text, html, stopUrl }) =>
      void sent.push({ to, subject, text, ...(html && { html, stopUrl }) }),
    logError: (error) => logError(error, 'mail'),
    mayGetAlerts: (userId, recipient) =>
      mayGetAlerts(db, { userId, recipient, now: sandbox.now() }),
  })
  const pushQueue = openPushQueue({
    db,
    now: sandbox.now,
    siteUrl: () => 'https://engawa.example',
    contact: 'mailto:post@engawa.example',
    logError: (error) => logError(error, 'push'),
  })
  const background = openBackground((error) => logError(error, 'background'))
  const images = openImages(testDirectory(), (error) => logError(error, 'images'))
  const { catalogue = openCatalogue(db, { freshFor: 0 }) } = replaced
  const records = openRecords({
    ...{ db, background, build: 'test' },
    logError: (error) => logError(error, 'records'),
  })
  const catalogueFile = openCatalogueFile({
    ...{ db, records, now: sandbox.now, build: 'test' },
    logError: (error) => logError(error, 'catalogue'),
  })
  const services: Services = {
    db,
    now: sandbox.now,
    images,
    catalogue,
    records,
    catalogueFile,
    imports: openTestImports({
      ...{ db, vacuum, images, catalogue },
      now: sandbox.now,
      directory: importsFolder,
      logError: (error) => logError(error, 'import'),
    }),
    uploads: openUploads(testDirectory()),
    sources: { folder: testDirectory(), rules: PUBLIC_ONLY, wake() {} },
    ownPhotos: openOwnPhotoStorage(testDirectory(), { quotaBytes: 500_000_000 }),
    rates: { current: () => fixedRates(150) },
    translator: null,
    basemap: null,
    jpyPerUsd: 150,
    requiresSecondFactor: false,
    background,
    payments: openPayments(sandbox.settings, { sandbox }),
    mailQueue,
    pushQueue,
    pushOrigins: [],
    siteUrl: () => 'https://engawa.example',
    logError,
    logWarning: (message) => console.warn(message),
    version: { version: '1.0.0', commit: null },
    ...replaced,
  }
  const billingWork = openBillingWork(services)
  const app = createApp(services, {
    onStripeEvent: billingWork.wake,
    ...(trustedProxies && { trustedProxies }),
  })
  /** The server's responses to webhook events. */
  const deliveries: { event: string; status: number }[] = []
  const receiveEvent = async (request: Request) => {
    const body = await request.text()
    const response = await app.request(new URL(request.url).pathname, {
      method: 'POST',
      headers: request.headers,
      body,
    })
    deliveries.push({ event: JSON.parse(body).id, status: response.status })
    return response
  }
  const webhook = await listen(getRequestListener(receiveEvent), { host: '127.0.0.1', port: 0 })
  sandbox.deliverTo(`${browserUrl(webhook)}/v1/payments/webhook`, { events: EVENT_TYPES })
  const requests = new Set<Promise<unknown>>()
  onTestFinished(async () => {
    // A closed page may have sent a last request. Wait for this request. Otherwise, the request
    // could cause a deadlock with the cleanup of the database for the next test.
    await Promise.allSettled(requests)
    await services.imports.stop()
    await background.settled()
    await sandbox.close()
    await stopListening(webhook)
    await billingWork.stop()
  })

  /** Waits until all webhook events are handled. */
  async function settle() {
    await sandbox.settle()
    await billingWork.settled()
  }

  /** Sends any request from `ip`, even one that our client would never send. */
  async function fetch(path: string, init: RequestInit = {}, ip = '192.0.2.1') {
    // The server reads the client's IP address from the socket.
    const request = Promise.resolve(
      app.request(path, init, { incoming: { socket: { remoteAddress: ip } } }),
    )
    requests.add(request)
    // Ignore a rejection here, because the caller of `fetch` handles it.
    const forget = () => requests.delete(request)
    request.then(forget, forget)
    return request
  }

  async function addUser({ password, ...user }: New<typeof users> & { password?: string } = {}) {
    const id = randomUUID()
    const [row] = await db
      .insert(users)
      .values({
        id,
        name: 'Ana Prieto',
        email: `${id}@example.com`,
        role: 'user',
        passwordHash: password ? await hashPassword(password) : '',
        createdAt: sandbox.now(),
        updatedAt: sandbox.now(),
        ...user,
      })
      .returning()
    return { ...inserted(row), token: await startSession(db, inserted(row), sandbox.now()) }
  }

  async function addSubscriber({
    user: person,
    ...subscription
  }: New<typeof subscriptions> & { user?: Parameters<typeof addUser>[0] } = {}) {
    const user = await addUser(person)
    await db.insert(subscriptions).values({
      userId: user.id,
      status: 'active',
      plan: 'premium',
      paymentProvider: 'manual',
      createdAt: sandbox.now(),
      ...subscription,
    })
    return user
  }

  async function addListing({
    photos = [],
    ...listing
  }: New<typeof listings> & { photos?: New<typeof listingPhotos>[] } = {}) {
    const source = listing.source ?? 'test'
    const id = listing.id ?? randomUUID()
    return db.transaction(async (tx) => {
      await tx.insert(sources).values({ name: source }).onConflictDoNothing()
      const [row] = await tx
        .insert(listings)
        .values({
          ...{ digest: '', raw: {}, createdAt: sandbox.now() },
          ...{ hiddenBy: listing.hiddenAt ? ['administrator'] : [], ...listing, id, source },
        })
        .returning()
      if (photos.length > 0) {
        await tx
          .insert(listingPhotos)
          .values(photos.map((photo, position) => ({ ...newPhoto(id, position), ...photo })))
      }
      await bumpRevision(tx, isOneOf([id]))
      return inserted(row)
    })
  }

  return {
    services,
    /** Makes the stale records of listings, as the server does in the background. */
    makeRecords: () => records.drain(),
    /** Makes a new edition of the catalogue for devices, as the server does in the background. */
    makeCatalogueFile: () => catalogueFile.drain(),
    fetch,
    /** Calls an endpoint as a user, or as a visitor. */
    call: createCall(fetch),
    setNow: (time: string) => {
      now = new Date(time)
    },
    sandbox,
    deliveries,
    billingWork,
    settle,
    /** Advances time, such as by `1 month` or `3 days`, and handles everything that falls due. */
    async advance(time: string) {
      await sandbox.advance(addTime(sandbox.now(), time))
      await settle()
    },
    /** All mails sent so far, after background work has finished and the queue is empty. */
    async mails() {
      await background.settled()
      await mailQueue.drain()
      return sent
    },
    /** Sends all push messages that are due. */
    drainPushes: pushQueue.drain,
    addUser,
    addAdmin: (user: Parameters<typeof addUser>[0] = {}) => addUser({ role: 'admin', ...user }),
    addSubscriber,
    addListing,
  }
}

const UNITS_MS = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 }

function addTime(from: Date, time: string) {
  const [, count = '', unit = ''] = time.match(/^(\d+) (second|minute|hour|day|month)s?$/) ?? []
  if (!unit) throw new Error(`"${time}" is no length of time`)
  const to = new Date(from)
  if (unit === 'month') to.setUTCMonth(to.getUTCMonth() + Number(count))
  else to.setTime(to.getTime() + Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS])
  return to
}

function newPhoto(listingId: string, position: number) {
  return { listingId, position, path: `${randomUUID()}.jpg`, width: 1280, height: 960 }
}

function inserted<T>(row: T | undefined) {
  if (!row) throw new Error('The row was not returned')
  return row
}

function failOnErrors(): Services['logError'] {
  const bugs: unknown[] = []
  const logError = (bug: unknown) => void bugs.push(bug)
  const spy = vi.spyOn(console, 'error').mockImplementation(logError)
  onTestFinished(() => {
    spy.mockRestore()
    if (bugs.length > 0) throw new AggregateError(bugs, 'The server met a bug')
  })
  return logError
}
