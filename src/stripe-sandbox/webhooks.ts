import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Ledger } from './state/ledger.ts'
import { NO_REQUEST, type Transact } from './state/transactions.ts'
import type { Event } from './stripe-objects.ts'

/** The timeout of a request that delivers a webhook. */
const TIMEOUT_MS = 10_000

export interface Endpoint {
  url: string
  secret: string
  /** The event types to deliver. If omitted, all types are delivered. */
  events?: readonly string[] | undefined
}

interface WebhookOptions {
  ledger: Ledger
  transact: Transact
  logError: (error: unknown) => void
  /** Delays before each retry, in milliseconds. */
  backoff: readonly number[]
  /** Removes the events to deliver now from the queue, and returns them. */
  takeQueued?: ((queue: Event[]) => Event[]) | undefined
}

/** Delivers events to the product's webhook, with Stripe's signature. */
export function openWebhooks({
  ledger,
  transact,
  logError,
  backoff,
  takeQueued = (queue) => queue.splice(0),
}: WebhookOptions) {
  const queue: Event[] = []
  const underway = new Set<Promise<void>>()
  const stopping = new AbortController()
  let endpoint: Endpoint | null = null

  function enqueue(id: string) {
    queue.push(ledger.events.get(id))
    setImmediate(deliverQueued)
  }

  function deliverQueued() {
    if (!endpoint || stopping.signal.aborted) return
    for (const event of takeQueued(queue)) {
      const delivery = deliver(event, endpoint)
        .catch(logError)
        .finally(() => underway.delete(delivery))
      underway.add(delivery)
    }
  }

  async function deliver(event: Event, to: Endpoint) {
    for (const pause of [...backoff, null]) {
      const status = await post(event, to)
      if (stopping.signal.aborted) return
      if (status >= 200 && status < 300) return markDelivered(event.id)
      if (pause !== null) await wait(pause, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  /** Resolves with the HTTP status, or with 0 if there is no response. */
  async function post(event: Event, { url, secret }: Endpoint) {
    const body = JSON.stringify(event, null, 2)
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': sign(body, secret),
      },
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    }).catch(() => null)
    await response?.arrayBuffer().catch(() => {})
    return response?.status ?? 0
  }

  function markDelivered(id: string) {
    transact(NO_REQUEST, () => {
      ledger.events.get(id).pending_webhooks = 0
    })
  }

  return {
    enqueue,
    isWanted: (type: string) => endpoint?.events?.includes(type) ?? endpoint !== null,
    /** Sets the endpoint, and retries deliveries that an earlier run did not finish. */
    deliverTo(to: Endpoint) {
      endpoint = to
      for (const { id, pending_webhooks } of ledger.events.all()) {
        if (pending_webhooks > 0) enqueue(id)
      }
    },
    /** Resolves when no delivery or retry is pending. */
    async settle() {
      do {
        deliverQueued()
        await Promise.all(underway)
        await new Promise(setImmediate)
        deliverQueued()
      } while (underway.size > 0)
    },
    async close() {
      stopping.abort()
      await Promise.all(underway)
    },
  }
}

/**
 * Signs a payload as Stripe does. Uses the system clock, because Stripe's SDK compares the
 * signature's time with this clock.
 */
export function sign(payload: string, secret: string, at = Math.floor(Date.now() / 1000)) {
  const digest = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')
  return `t=${at},v1=${digest}`
}
