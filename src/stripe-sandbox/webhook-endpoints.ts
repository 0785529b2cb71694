import { randomBytes } from 'node:crypto'
import Stripe from 'stripe'
import * as z from 'zod/mini'
import { parameters, text } from './http/parameters.ts'
import type { Serve } from './http/requests.ts'
import type { WebhookEndpoint } from './stripe-objects.ts'
import { newId, type World } from './world.ts'

const CreateEndpoint = parameters({
  url: text,
  enabled_events: z.array(text),
  api_version: z.optional(z.literal(Stripe.API_VERSION)),
})

export function webhookEndpointRoutes(serve: Serve, world: World) {
  serve('POST', '/v1/webhook_endpoints', CreateEndpoint, (given) =>
    world.ledger.webhookEndpoints.add(
      newEndpoint(world, {
        id: newId('we'),
        url: given.url,
        secret: newWebhookSecret(),
        enabledEvents: given.enabled_events,
      }),
    ),
  )
}

export function newWebhookSecret() {
  return `whsec_${randomBytes(24).toString('hex')}`
}

interface NewEndpoint {
  id: string
  url: string
  secret: string
  enabledEvents: string[]
}

export function newEndpoint(
  { time }: Pick<World, 'time'>,
  { id, url, secret, enabledEvents }: NewEndpoint,
): WebhookEndpoint {
  return {
    id,
    object: 'webhook_endpoint',
    api_version: Stripe.API_VERSION,
    application: null,
    created: time.of(null),
    description: null,
    enabled_events: enabledEvents,
    livemode: false,
    metadata: {},
    secret,
    status: 'enabled',
    url,
  }
}
