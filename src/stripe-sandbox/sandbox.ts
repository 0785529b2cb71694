import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { getRequestListener } from '@hono/node-server'
import type { TestCard } from '#contract/payments.ts'
import { printBug } from '#server/errors/error-format.ts'
import { addressOf, listen } from '#server/http/listen.ts'
import { openAdvancing } from './advancing.ts'
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
import { forgetOld } from './state/retention.ts'
import { announce } from './state/running.ts'
import { openFolder, openMemory } from './state/state.ts'
import { BY_ITSELF, openTransactions } from './state/transactions.ts'
import { openTime } from './time.ts'
import { newEndpoint } from './webhook-endpoints.ts'
import { type Delivery, openWebhooks, type WebhookHooks } from './webhooks.ts'
import type { DunningRules, World } from './world.ts'

interface SandboxOptions {
  /** Where everything is kept; without it, in memory. */
  directory?: string
  /** The machine's clock; what is advanced comes on top of it. */
  clock?: () => Date
  rules?: Partial<DunningRules>
  /** The pauses before a webhook is tried again, in milliseconds. */
  webhookBackoff?: readonly number[]
  /** Below 1; decides where deliveries are shuffled. */
  random?: () => number
  /** Sees every request and its answer. */
  onExchange?: (exchange: Exchange) => void
  report?: (error: unknown, id: string) => void
}

interface DeliveryOptions {
  /** The types of events. */
  events?: string[]
  /** The address that people reach the product at. */
  siteUrl?: string
  /** Does what follows from the events that were delivered; time waits for it while it is advanced. */
  followUp?: () => Promise<void>
}

export interface Sandbox {
  /** What the product needs to know to take it for Stripe. */
  settings: {
    secretKey: string
    publishableKey: string
    webhookSecrets: string[]
    priceId: string
    apiBase: string
  }
  /** The cards to try the product with. */
  cards: TestCard[]
  /** The clock, and what it was advanced by: the time of the whole product. */
  now: () => Date
  /** Moves the time forward; everything that falls due happens in order, and is told of. */
  advance: (to: Date) => Promise<void>
  /** Answers browsers, by the publishable key alone, below `/sandbox` on the product's own address. */
  fetch: (request: Request) => Promise<Response>
  /** Names the address that events are delivered to: all of them, or those of some types. */
  deliverTo: (url: string, options?: DeliveryOptions) => void
  /** Resolves when no event is left to be delivered. */
  settle: () => Promise<void>
  /** What goes wrong on the way to Stripe and back, for tests. */
  faults: Fault[]
  /** What goes wrong with the delivery of events, for tests. */
  hooks: WebhookHooks
  /** The last tries to deliver events. */
  deliveries: readonly Delivery[]
  close: () => Promise<void>
}

/** Four tries over 15 days, then the end: what we set in Stripe's dashboard. */
const RULES: DunningRules = { retryDays: [3, 5, 7], afterRetries: 'canceled' }
const WEBHOOK_BACKOFF = [200, 1000, 5000]
/** How often to see whether something has fallen due by itself; milliseconds. */
const TICK = 60_000

/** The product's own webhook endpoint. */
const OWN_ENDPOINT = 'we_engawa'
const LOOPBACK = { host: '127.0.0.1', port: 0 }

/** Starts the stand-in for Stripe on a port of this machine. */
export async function openSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { directory, clock = () => new Date(), random = Math.random } = options
  const report = (error: unknown) => (options.report ?? printBug)(error, randomUUID())

  const state = directory === undefined ? openMemory() : await openFolder(directory)
  const { keys } = state
  const ledger = openLedger(state.rows)
  const time = openTime(clock, ledger)
  forgetOld(ledger, time.of(null))
  const { append } = state.begin(ledger.rows())

  const { transact, cause, onEvent } = openTransactions({
    ledger,
    append,
    deliver: (event) => webhooks.enqueue(event),
  })
  const webhooks = openWebhooks({
    ledger,
    transact,
    report,
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
  const { advance, stop } = openAdvancing({
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
    report,
  })
  controlRoutes(api, { world, keys, advance })
  const server = await listen(getRequestListener(api.fetch), LOOPBACK)
  const priceId = transact(BY_ITSELF, () => premiumPrice(world).id)
  const apiBase = addressOf(server).replace('localhost', LOOPBACK.host)
  const announced = directory === undefined ? undefined : announce(directory, apiBase)
  const catchUp = () => void advance(time.now()).catch(report)
  let closing: Promise<void> | undefined
  const ticking = setInterval(catchUp, TICK).unref()

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
      transact(BY_ITSELF, () => ledger.webhookEndpoints.add(newEndpoint(world, endpoint)))
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
