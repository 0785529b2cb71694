import { randomUUID } from 'node:crypto'
import { getRequestListener } from '@hono/node-server'
import { PREMIUM_PLAN, type TestCard } from '#contract/payments.ts'
import { addressOf, listen } from '../listen.ts'
import { printBug } from '../report.ts'
import { createApi } from './api.ts'
import { servingBrowsers } from './browsers.ts'
import { TEST_CARDS } from './cards.ts'
import { nextDue } from './due.ts'
import { type Cause, openEvents } from './events.ts'
import type { Fault } from './faults.ts'
import { openIdempotency } from './idempotency.ts'
import { newKeys } from './keys.ts'
import { openLedger } from './ledger.ts'
import { addPrice, addProduct } from './prices.ts'
import type { Exchange } from './requests.ts'
import { openTime, secondsOf } from './time.ts'
import { newEndpoint } from './webhook-endpoints.ts'
import { type Delivery, openWebhooks, type WebhookHooks } from './webhooks.ts'
import type { DunningRules, World } from './world.ts'

export { sign } from './webhooks.ts'
export type { Exchange, Fault }

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
  /** Names the address that events are delivered to, and those it is not to miss. */
  deliverTo: (url: string, events?: string[]) => void
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
const LOOKUP_KEY = 'premium_monthly'
const BY_ITSELF: Cause = { requestId: null, idempotencyKey: null }

/** Starts the stand-in for Stripe on a port of this machine. */
export async function openSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { clock = () => new Date(), report = printBug, random = Math.random } = options
  const keys = newKeys()
  const ledger = openLedger()
  const time = openTime(clock, ledger)
  let cause = BY_ITSELF
  const webhooks = openWebhooks({
    ledger,
    keep: () => transact(BY_ITSELF, () => {}),
    backoff: options.webhookBackoff ?? WEBHOOK_BACKOFF,
    random,
  })
  const world: World = {
    ledger,
    time,
    emit: openEvents({ ledger, time }, () => cause, webhooks.enqueue),
    rules: { ...RULES, ...options.rules },
  }

  function transact<T>(because: Cause, act: () => T): T {
    cause = because
    try {
      const result = act()
      ledger.commit(() => {})
      return result
    } catch (error) {
      ledger.rollback()
      throw error
    } finally {
      cause = BY_ITSELF
    }
  }

  const faults: Fault[] = []
  const api = createApi({
    world,
    keys,
    idempotency: openIdempotency(ledger, time),
    faults,
    transact,
    onExchange: options.onExchange,
    report: (error) => report(error, randomUUID()),
  })
  const server = await listen(getRequestListener(api.fetch), { host: '127.0.0.1', port: 0 })
  const priceId = transact(BY_ITSELF, () => premiumPrice(world).id)

  let moving = Promise.resolve()
  /** One at a time; each due thing is told of before the next happens. */
  function advance(to: Date) {
    moving = moving
      .catch(() => {})
      .then(async () => {
        const target = secondsOf(to)
        for (let due = nextDue(world, null); due && due.at <= target; due = nextDue(world, null)) {
          const { at, run } = due
          transact(BY_ITSELF, () => {
            time.moveTo(at)
            time.at(at, run)
          })
          await webhooks.settle()
        }
        transact(BY_ITSELF, () => time.moveTo(to.getTime() / 1000))
      })
    return moving
  }
  const ticking = setInterval(() => {
    advance(time.now()).catch((error) => report(error, randomUUID()))
  }, TICK).unref()

  return {
    settings: {
      secretKey: keys.secretKey,
      publishableKey: keys.publishableKey,
      webhookSecrets: [keys.webhookSecret],
      priceId,
      apiBase: addressOf(server).replace('localhost', '127.0.0.1'),
    },
    cards: TEST_CARDS,
    now: time.now,
    advance,
    fetch: servingBrowsers(api, keys),
    deliverTo(url, enabledEvents = ['*']) {
      const endpoint = { id: OWN_ENDPOINT, url, secret: keys.webhookSecret, enabledEvents }
      transact(BY_ITSELF, () => ledger.webhookEndpoints.add(newEndpoint(world, endpoint)))
      webhooks.resume()
    },
    settle: webhooks.settle,
    faults,
    hooks: webhooks.hooks,
    deliveries: webhooks.deliveries,
    async close() {
      clearInterval(ticking)
      await webhooks.close()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** The price that the product sells at. */
function premiumPrice(world: World) {
  const { currency, price_cents } = PREMIUM_PLAN
  const present = world.ledger.prices
    .all()
    .find(
      (price) =>
        price.lookup_key === LOOKUP_KEY &&
        price.currency === currency &&
        price.unit_amount === price_cents,
    )
  if (present) return present
  const product = addProduct(world, 'Premium').id
  return addPrice(world, { product, currency, cents: price_cents, lookupKey: LOOKUP_KEY })
}
