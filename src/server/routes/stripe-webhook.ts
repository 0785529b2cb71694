import type { Hono } from 'hono'
import { readBytes } from '../http/input.ts'
import { keepEvent, readEvent } from '../payments/stripe-events.ts'
import type { Services } from '../services.ts'

/** Real events are far smaller. */
const MAX_EVENT_BYTES = 512 * 1024

/**
 * Receives Stripe's events. It responds as soon as the event is stored. `onEvent` then starts the
 * processing.
 */
export function stripeWebhook(app: Hono, services: Services, onEvent: () => void) {
  app.post('/v1/payments/webhook', async (c) => {
    // The signature covers the raw bytes.
    const body = await readBytes(c, MAX_EVENT_BYTES)
    const event = readEvent(services, body, c.req.header('stripe-signature'))
    // Gives an attacker no hint about what was wrong with the signature.
    if (!event) return c.body(null, 400)
    await keepEvent(services, event)
    onEvent()
    return c.body(null, 200)
  })
}
