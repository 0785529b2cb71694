import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { getRequestListener } from '@hono/node-server'
import type { TestCard } from '#contract/payments.ts'
import { printBug } from '#server/errors/error-format.ts'
import { addressOf, listen } from '#server/http/listen.ts'
import { TEST_CARDS } from './cards.ts'
import { openEvents } from './events.ts'
import { createApi } from './http/api.ts'
import { servingBrowsers } from './http/browsers.ts'
import { controlRoutes } from './http/control.ts'
import type { Fault } from './http/faults.ts'
import { openIdempotency } from './http/idempotency.ts'
import type { Exchange } from './http/requests.ts'
import { premiumPrice } from './prices.ts'
import { openLedger } from './state/ledger.ts'
import { dropExpired } from './state/retention.ts'
import { writeAddress } from './state/running.ts'
import { openFolder, openMemory } from './state/state.ts'
import { NO_REQUEST, openTransactions } from './state/transactions.ts'
import { openTime } from './time.ts'
import { openTimeAdvancer } from './time-advancer.ts'
import { newEndpoint } from './webhook-endpoints.ts'
import { type Delivery, openWebhooks, type WebhookHooks } from './webhooks.ts'
import type { DunningRules, World } from './world.ts'

interface SandboxOptions {
  /** The folder for all data. Without a folder, the sandbox keeps its data in memory. */
  directory?: string
  /** The system clock. `advance` moves the sandbox's time ahead of this clock. */
  clock?: () => Date
  rules?: Partial<DunningRules>
  /** Delays before each retry of a webhook, in milliseconds. */
  webhookBackoff?: readonly number[]
  /** A source of random numbers from 0 to 1, for delivering events in random order. */
  random?: () => number
  /** Called for every request and its response. */
  onExchange?: (exchange: Exchange) => void
  logError?: (error: unknown, id: string) => void
}

interface DeliveryOptions {
  /** The event types to deliver. If omitted, all types are delivered. */
  events?: string[]
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
  /** Faults that tests add to requests and responses. */
  faults: Fault[]
  /** Faults that tests add to webhook deliveries. */
  hooks: WebhookHooks
  /** The latest delivery attempts, for tests. */
  deliveries: readonly Delivery[]
  close: () => Promise<void>
}

/**
 * Retries of a failed renewal: four attempts within 15 days, then the subscription is cancelled.
 * Use the same settings in Stripe's dashboard.
 */
const RULES: DunningRules = { retryDays: [3, 5, 7], afterRetries: 'canceled' }
const WEBHOOK_BACKOFF = [200, 1000, 5000]
/** How often to check for due events. */
const TICK_MS = 60_000

/** The id of the product's own webhook endpoint. */
const OWN_ENDPOINT = 'we_engawa'
const LOOPBACK = { host: '127.0.0.1', port: 0 }

/** Starts the sandbox on a local port. */
export async function openSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { directory, clock = () => new Date(), random = Math.random } = options
  const logError = (error: unknown) => (options.logError ?? printBug)(error, randomUUID())

  const state = directory === undefined ? openMemory() : await openFolder(directory)
  const { keys } = state
  const ledger = openLedger(state.rows)
  const time = openTime(clock, ledger)
  dropExpired(ledger, time.of(null))
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
    random,
  })
  const world: World = {
    ledger,
    time,
    emit: openEvents({ ledger, time }, cause, onEvent),
    rules: { ...RULES, ...options.rules },
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
  const faults: Fault[] = []
  const api = createApi({
    world,
    keys,
    idempotency: openIdempotency(ledger, time),
    faults,
    transact,
    onExchange: options.onExchange,
    logError,
  })
  controlRoutes(api, { world, keys, advance })
  const server = await listen(getRequestListener(api.fetch), LOOPBACK)
  const priceId = transact(NO_REQUEST, () => premiumPrice(world).id)
  const apiBase = addressOf(server).replace('localhost', LOOPBACK.host)
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
    deliverTo(url, { events: enabledEvents = ['*'], ...given } = {}) {
      followUp = given.followUp ?? followUp
      siteUrl = given.siteUrl ?? siteUrl
      const endpoint = { id: OWN_ENDPOINT, url, secret: keys.webhookSecret, enabledEvents }
      transact(NO_REQUEST, () => ledger.webhookEndpoints.add(newEndpoint(world, endpoint)))
      webhooks.resume()
      catchUp()
    },
    settle: webhooks.settle,
    faults,
    hooks: webhooks.hooks,
    deliveries: webhooks.deliveries,
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
