import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Ledger } from './state/ledger.ts'
import { NO_REQUEST, type Transact } from './state/transactions.ts'
import type { Event } from './stripe-objects.ts'

/** The timeout of a request that delivers a webhook. */
const TIMEOUT_MS = 10_000
/** The maximum number of deliveries that are stored for inspection. */
const MAX_REMEMBERED = 1000

/** Faults that tests can cause in the delivery of events. */
export interface WebhookHooks {
  pause: boolean
  /** How many extra times each event is delivered. */
  duplicate: number
  shuffle: boolean
  /** Returns true for an event that the sandbox must never deliver. */
  drop: ((event: Event) => boolean) | null
}

/** One attempt to deliver an event. */
export interface Delivery {
  event: string
  type: string
  /** The endpoint's HTTP status, or 0 without a response. */
  status: number
  attempt: number
}

interface Waiting {
  event: Event
  endpoint: { id: string; url: string; secret: string }
}

interface WebhookOptions {
  ledger: Ledger
  transact: Transact
  logError: (error: unknown) => void
  /** Delays before each retry, in milliseconds. */
  backoff: readonly number[]
  /** Returns a random number from 0 to 1 (never 1), with which the order of events is shuffled. */
  random: () => number
}

/** Delivers events to subscribed endpoints, with Stripe's signature. */
export function openWebhooks({ ledger, transact, logError, backoff, random }: WebhookOptions) {
  const hooks: WebhookHooks = { pause: false, duplicate: 0, shuffle: false, drop: null }
  const deliveries: Delivery[] = []
  const underway = new Set<Promise<void>>()
  const stopping = new AbortController()
  let queue: Waiting[] = []

  function enqueue(id: string) {
    const event = ledger.events.get(id)
    if (hooks.drop?.(event)) return
    for (const endpointId of ledger.deliveries.get(id).pending) {
      const { url, secret } = ledger.webhookEndpoints.get(endpointId)
      // The secret is never missing, because only this sandbox creates endpoints, and the sandbox
      // always sets their secret.
      const endpoint = { id: endpointId, url, secret: secret ?? '' }
      for (let times = 0; times <= hooks.duplicate; times++) queue.push({ event, endpoint })
    }
    setImmediate(deliverQueued)
  }

  function deliverQueued() {
    if (isHeldBack()) return
    const batch = hooks.shuffle ? shuffled(queue, random) : queue
    queue = []
    for (const waiting of batch) {
      const delivery = deliver(waiting)
        .catch(logError)
        .finally(() => underway.delete(delivery))
      underway.add(delivery)
    }
  }

  function isHeldBack() {
    return hooks.pause || stopping.signal.aborted
  }

  async function deliver({ event, endpoint }: Waiting) {
    for (let attempt = 1; ; attempt++) {
      const status = await post(event, endpoint)
      if (stopping.signal.aborted) return
      deliveries.push({ event: event.id, type: event.type, status, attempt })
      deliveries.splice(0, deliveries.length - MAX_REMEMBERED)
      if (status >= 200 && status < 300) return markDelivered(event.id, endpoint.id)
      const pause = backoff[attempt - 1]
      if (pause === undefined) return
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  async function post(event: Event, { url, secret }: Waiting['endpoint']) {
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

  function markDelivered(eventId: string, endpointId: string) {
    transact(NO_REQUEST, () => {
      const facts = ledger.deliveries.get(eventId)
      facts.pending = facts.pending.filter((id) => id !== endpointId)
      ledger.events.get(eventId).pending_webhooks = facts.pending.length
    })
  }

  return {
    hooks,
    deliveries,
    enqueue,
    /** Retries deliveries that an earlier run did not finish. */
    resume() {
      for (const { id, pending } of ledger.deliveries.all()) if (pending.length > 0) enqueue(id)
    },
    /** Resolves when no delivery or retry is pending. */
    async settle() {
      do {
        deliverQueued()
        await Promise.all(underway)
        await new Promise(setImmediate)
      } while ((queue.length > 0 && !isHeldBack()) || underway.size > 0)
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

function shuffled<T>(items: readonly T[], random: () => number) {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)
}
