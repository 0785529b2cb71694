import Stripe from 'stripe'
import * as z from 'zod/mini'
import { isInRange, page } from './http/lists.ts'
import { flag, listParameters, NONE, parameters, RangeOf, text } from './http/parameters.ts'
import type { Serve } from './http/requests.ts'
import type { Ledger } from './state/ledger.ts'
import type { Cause } from './state/transactions.ts'
import type { Event, EventObject, EventType } from './stripe-objects.ts'
import type { Time } from './time.ts'
import { newId, type World } from './world.ts'

/**
 * Returns a function that records an event. The function also queues the event for all webhook
 * endpoints that subscribe to events of this type.
 */
export function openEvents(
  { ledger, time }: { ledger: Ledger; time: Time },
  cause: () => Cause,
  onEvent: (id: string) => void,
): World['emit'] {
  return function emit(type, object, before) {
    const { requestId, idempotencyKey } = cause()
    const pending = ledger.webhookEndpoints
      .all()
      .filter((endpoint) => wants(endpoint, type))
      .map(({ id }) => id)
    const previous = before && changesSince(before, object)
    const event = {
      id: newId('evt'),
      object: 'event',
      api_version: Stripe.API_VERSION,
      created: time.of(customerOf(object)),
      data: {
        object: structuredClone(object),
        ...(previous && { previous_attributes: previous }),
      },
      livemode: false,
      pending_webhooks: pending.length,
      request: { id: requestId, idempotency_key: idempotencyKey },
      type,
      // This cast is safe, because the signature of `emit` makes the type and the object match.
    } as Event
    ledger.events.add(event)
    ledger.deliveries.add({ id: event.id, pending })
    if (pending.length > 0) onEvent(event.id)
  }
}

const ListEvents = parameters({
  ...listParameters,
  type: z.optional(text),
  types: z.optional(z.array(text)),
  created: z.optional(RangeOf),
  delivery_success: z.optional(flag),
})

export function eventRoutes(serve: Serve, { ledger }: World) {
  serve('GET', '/v1/events', ListEvents, (wanted) => {
    const found = ledger.events.newestFirst().filter(({ id, type, created }) => {
      if (wanted.type !== undefined && type !== wanted.type) return false
      if (wanted.types && !wanted.types.includes(type)) return false
      if (!isInRange(created, wanted.created)) return false
      return wanted.delivery_success === undefined || wanted.delivery_success === isDelivered(id)
    })
    return page(found, wanted, '/v1/events')
  })

  serve('GET', '/v1/events/:id', NONE, (_, { id }) => ledger.events.get(id))

  function isDelivered(id: string) {
    return ledger.deliveries.get(id).pending.length === 0
  }
}

function wants(
  { status, enabled_events }: { status: string; enabled_events: readonly string[] },
  type: string,
) {
  return status === 'enabled' && (enabled_events.includes('*') || enabled_events.includes(type))
}

function customerOf(object: EventObject<EventType>) {
  if (object.object === 'customer') return object.id
  return 'customer' in object ? object.customer : null
}

/** The previous values of the attributes that changed. */
function changesSince<T extends object>(before: T, now: T): Partial<T> {
  const changed = Object.entries(before).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(now[name as keyof T]),
  )
  return Object.fromEntries(changed) as Partial<T>
}
