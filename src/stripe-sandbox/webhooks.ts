import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Ledger } from './state/ledger.ts'
import { BY_ITSELF, type Transact } from './state/transactions.ts'
import type { Event } from './stripe-objects.ts'

/** How long an endpoint may take to answer; milliseconds. */
const ANSWER_LIMIT = 10_000
/** How many deliveries are remembered for whoever looks. */
const MAX_REMEMBERED = 1000

/** What a test may do to deliveries. */
export interface WebhookHooks {
  /** Holds deliveries back until it is false again. */
  pause: boolean
  /** How many times more each event is delivered than it should be. */
  duplicate: number
  /** Delivers in any order. */
  shuffle: boolean
  /** Names the events that are never delivered. */
  drop: ((event: Event) => boolean) | null
}

/** One try to deliver an event. */
export interface Delivery {
  event: string
  type: string
  /** What the endpoint answered; 0 for nothing. */
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
  report: (error: unknown) => void
  /** How long to wait before each further try, in milliseconds. */
  backoff: readonly number[]
  /** Below 1, for shuffling. */
  random: () => number
}

/** Delivers events to the endpoints that are to hear of them, signed as Stripe signs. */
export function openWebhooks({ ledger, transact, report, backoff, random }: WebhookOptions) {
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
      // It was made here, so its secret is known.
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
        .catch(report)
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
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(ANSWER_LIMIT)]),
    }).catch(() => null)
    await response?.arrayBuffer().catch(() => {})
    return response?.status ?? 0
  }

  function markDelivered(eventId: string, endpointId: string) {
    transact(BY_ITSELF, () => {
      const facts = ledger.deliveries.get(eventId)
      facts.pending = facts.pending.filter((id) => id !== endpointId)
      ledger.events.get(eventId).pending_webhooks = facts.pending.length
    })
  }

  return {
    hooks,
    deliveries,
    enqueue,
    /** Tries again to deliver what an earlier run could not. */
    resume() {
      for (const { id, pending } of ledger.deliveries.all()) if (pending.length > 0) enqueue(id)
    },
    /** Resolves when nothing is left to be delivered, or tried again. */
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

/** Stripe's signature of a payload, by the machine's clock, which the SDK compares it with. */
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
