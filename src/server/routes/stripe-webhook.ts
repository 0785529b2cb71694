import type { Hono } from 'hono'
import { readBytes } from '../http/input.ts'
import { keepEvent, readEvent } from '../payments/stripe-events.ts'
import type { Services } from '../services.ts'

/** Far above any event; bytes. */
const MAX_EVENT_SIZE = 512 * 1024

/**
 * Where Stripe tells of what has happened. It is answered as soon as the event is kept; `onEvent`
 * is called then, and does what there is to do.
 */
export function stripeWebhook(app: Hono, services: Services, onEvent: () => void) {
  app.post('/v1/payments/webhook', async (c) => {
    // The signature is of the bytes as they came.
    const body = await readBytes(c, MAX_EVENT_SIZE)
    const event = readEvent(services, body, c.req.header('stripe-signature'))
    // Whoever signs wrongly is not told what was wrong.
    if (!event) return c.body(null, 400)
    await keepEvent(services, event)
    onEvent()
    return c.body(null, 200)
  })
}
