import Stripe from 'stripe'
import * as z from 'zod/mini'
import { isSince, page } from './http/lists.ts'
import { flag, listParameters, parameters, since, text } from './http/parameters.ts'
import type { Serve } from './http/requests.ts'
import type { Ledger } from './state/ledger.ts'
import type { Cause } from './state/transactions.ts'
import type { Event } from './stripe-objects.ts'
import type { Time } from './time.ts'
import { newId, type World } from './world.ts'

interface EventOptions {
  ledger: Ledger
  time: Time
  /** What causes the event. */
  cause: () => Cause
  /** Whether the product's webhook receives events of this type. */
  isWanted: (type: string) => boolean
  /** Called with the id of each event that must be delivered. */
  onEvent: (id: string) => void
}

/** Returns a function that records an event and queues it for the product's webhook. */
export function openEvents(options: EventOptions): World['emit'] {
  const { ledger, time, cause, isWanted, onEvent } = options
  return function emit(type, object) {
    const { requestId, idempotencyKey } = cause()
    const event = {
      id: newId('evt'),
      object: 'event',
      api_version: Stripe.API_VERSION,
      created: time.seconds(),
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: isWanted(type) ? 1 : 0,
      request: { id: requestId, idempotency_key: idempotencyKey },
      type,
      // This cast is safe, because the signature of `emit` makes the type and the object match.
    } as Event
    ledger.events.add(event)
    if (event.pending_webhooks > 0) onEvent(event.id)
  }
}

const ListEvents = parameters({
  ...listParameters,
  type: z.optional(text),
  types: z.optional(z.array(text)),
  created: z.optional(since),
  delivery_success: z.optional(flag),
})

export function eventRoutes(serve: Serve, { ledger }: World) {
  serve('GET', '/v1/events', ListEvents, (wanted) => {
    const found = ledger.events.newestFirst().filter((event) => {
      if (wanted.type !== undefined && event.type !== wanted.type) return false
      if (wanted.types && !wanted.types.includes(event.type)) return false
      if (!isSince(event, wanted.created)) return false
      const isDelivered = event.pending_webhooks === 0
      return wanted.delivery_success === undefined || wanted.delivery_success === isDelivered
    })
    return page(found, wanted, '/v1/events')
  })
}
