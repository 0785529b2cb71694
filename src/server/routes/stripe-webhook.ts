import type { Hono } from 'hono'
import { readBytes } from '../http/input.ts'
import { readEvent, storeEvent } from '../payments/recurring/stripe-events.ts'
import type { Services } from '../services.ts'

/** The maximum size of an event from Stripe. Real events are far smaller. */
const MAX_EVENT_BYTES = 512 * 1024

/**
 * Stores each event that Stripe sends, and responds immediately. `onEvent` then starts the
 * processing.
 */
export function stripeWebhook(app: Hono, services: Services, onEvent: () => void) {
  app.post('/v1/payments/webhook', async (c) => {
    // Read the raw bytes, because the signature covers them.
    const body = await readBytes(c, MAX_EVENT_BYTES)
    const event = readEvent(services, body, c.req.header('stripe-signature'))
    // Send no error message. A message could tell an attacker what was wrong with the signature.
    if (!event) return c.body(null, 400)
    await storeEvent(services, event)
    onEvent()
    return c.body(null, 200)
  })
}
