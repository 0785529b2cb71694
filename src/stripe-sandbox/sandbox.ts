import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { getRequestListener } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import type { TestCard } from '#contract/payments.ts'
import { printBug } from '#server/errors/error-format.ts'
import { browserUrl, listen } from '#server/http/listen.ts'
import { TEST_CARDS } from './cards.ts'
import { openEvents } from './events.ts'
import { createApi } from './http/api.ts'
import { servingBrowsers } from './http/browsers.ts'
import { controlRoutes } from './http/control.ts'
import { openIdempotency } from './http/idempotency.ts'
import { premiumPrice } from './prices.ts'
import { openLedger } from './state/ledger.ts'
import { dropExpired } from './state/retention.ts'
import { writeAddress } from './state/running.ts'
import { openFolder, openMemory } from './state/state.ts'
import { NO_REQUEST, openTransactions } from './state/transactions.ts'
import type { Event } from './stripe-objects.ts'
import { openTime } from './time.ts'
import { openTimeAdvancer } from './time-advancer.ts'
import { type Endpoint, openWebhooks } from './webhooks.ts'
import type { World } from './world.ts'

interface SandboxOptions {
  /** The folder for all data. Without a folder, the sandbox keeps its data in memory. */
  directory?: string
  /** The system clock. `advance` moves the sandbox's time ahead of this clock. */
  clock?: () => Date
  /** Delays before each retry of a webhook, in milliseconds. */
  webhookBackoff?: readonly number[]
  /** Middleware around every request to the API. Tests use it to observe or disturb requests. */
  around?: MiddlewareHandler
  /**
   * Removes the events to deliver now from the queue, and returns them. By default, these are all
   * events.
   */
  takeQueued?: (queue: Event[]) => Event[]
  logError?: (error: unknown, id: string) => void
}

interface DeliveryOptions extends Pick<Endpoint, 'events'> {
  /** The public origin of the product. */
  siteUrl?: string
  /** Processes the delivered events. The sandbox's time does not advance until this is done. */
  followUp?: () => Promise<void>
}

export interface Sandbox {
  /** The Stripe settings with which the product uses the sandbox. */
  settings: {
    secretKey: string
    publishableKey: string
    webhookSecrets: string[]
    priceId: string
    apiBase: string
  }
  /** The number and the outcome of each test card. */
  cards: TestCard[]
  /** The time that the whole product uses. `advance` moves this time ahead of the clock. */
  now: () => Date
  /** Moves time forward. Due events happen in order, and their webhooks are delivered. */
  advance: (to: Date) => Promise<void>
  /** Answers browsers' requests to URLs below `/sandbox`. Accepts only the publishable key. */
  fetch: (request: Request) => Promise<Response>
  /** Sets the URL that receives webhooks, and the event types that are sent to it. */
  deliverTo: (url: string, options?: DeliveryOptions) => void
  /** Resolves when no delivery is pending. */
  settle: () => Promise<void>
  close: () => Promise<void>
}

const WEBHOOK_BACKOFF = [200, 1000, 5000]
/** How often to check for due events. */
const TICK_MS = 60_000

const LOOPBACK = { host: '127.0.0.1', port: 0 }

/** Starts the sandbox on a local port. */
export async function openSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { directory, clock = () => new Date() } = options
  const logError = (error: unknown) => (options.logError ?? printBug)(error, randomUUID())

  const state = directory === undefined ? openMemory() : await openFolder(directory)
  const { keys } = state
  const ledger = openLedger(state.rows)
  const time = openTime(clock, ledger)
  dropExpired(ledger, time.seconds())
  const { append } = state.begin(ledger.rows())

  const { transact, cause, onEvent } = openTransactions({
    ledger,
    append,
    deliver: (event) => webhooks.enqueue(event),
  })
  const webhooks = openWebhooks({
    ledger,
    transact,
    logError,
    backoff: options.webhookBackoff ?? WEBHOOK_BACKOFF,
    takeQueued: options.takeQueued,
  })
  const world: World = {
    ledger,
    time,
    emit: openEvents({ ledger, time, cause, onEvent, isWanted: webhooks.isWanted }),
    siteUrl: () => siteUrl,
  }
  let siteUrl = 'https://engawa.example'
  let followUp = async () => {}
  const { advance, stop } = openTimeAdvancer({
    world,
    transact,
    async settle() {
      await webhooks.settle()
      await followUp()
    },
  })
  const api = createApi({
    world,
    keys,
    idempotency: openIdempotency(ledger, time),
    transact,
    around: options.around,
    logError,
  })
  controlRoutes(api, { world, keys, advance })
  const server = await listen(getRequestListener(api.fetch), LOOPBACK)
  const priceId = transact(NO_REQUEST, () => premiumPrice(world).id)
  const apiBase = browserUrl(server).replace('localhost', LOOPBACK.host)
  const announced = directory === undefined ? undefined : writeAddress(directory, apiBase)
  const catchUp = () => void advance(time.now()).catch(logError)
  let closing: Promise<void> | undefined
  const ticking = setInterval(catchUp, TICK_MS).unref()

  return {
    settings: {
      secretKey: keys.secretKey,
      publishableKey: keys.publishableKey,
      webhookSecrets: [keys.webhookSecret],
      priceId,
      apiBase,
    },
    cards: TEST_CARDS,
    now: time.now,
    advance,
    fetch: servingBrowsers({ api, keys, world }),
    deliverTo(url, { events, ...given } = {}) {
      followUp = given.followUp ?? followUp
      siteUrl = given.siteUrl ?? siteUrl
      webhooks.deliverTo({ url, secret: keys.webhookSecret, events })
      catchUp()
    },
    settle: webhooks.settle,
    close: () => {
      closing ??= close()
      return closing
    },
  }

  async function close() {
    clearInterval(ticking)
    announced?.withdraw()
    const closed = once(server, 'close')
    server.close().closeAllConnections()
    await closed
    await webhooks.close()
    await stop()
    await state.close()
  }
}
