import * as z from 'zod/mini'
import { cardOf } from './cards.ts'
import { flag, metadata, parameters, text } from './http/parameters.ts'
import type { Serve } from './http/requests.ts'
import { attach, customerOf } from './ownership.ts'
import { RetrieveIntent, requireSecret } from './payment-intents.ts'
import { findOrCreate } from './payment-methods.ts'
import type { SetupIntent } from './stripe-objects.ts'
import { newClientSecret, newId, type World } from './world.ts'

const CreateSetupIntent = parameters({
  customer: text,
  payment_method: text,
  confirm: z.literal('true', 'must be true: the sandbox confirms every card at once'),
  usage: z.optional(z.literal('off_session')),
  automatic_payment_methods: z.optional(
    z.strictObject({ enabled: flag, allow_redirects: z.literal('never') }),
  ),
  metadata: z.optional(metadata),
})

export function setupIntentRoutes(serve: Serve, world: World) {
  const { ledger } = world

  serve('POST', '/v1/setup_intents', CreateSetupIntent, (given) => {
    customerOf(world, given.customer, 'customer')
    const found = findOrCreate(world, given.payment_method, 'payment_method')
    const method = attach(world, found, given.customer)
    const intent = ledger.setupIntents.add(newSetupIntent(world, given, method.id))
    if (cardOf(ledger.cards.get(method.id).kind).authentication) {
      intent.status = 'requires_action'
      intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} }
    }
    return intent
  })

  serve(
    'GET',
    '/v1/setup_intents/:id',
    RetrieveIntent,
    (given, { id, isPublic }) => {
      const intent = ledger.setupIntents.get(id, 'intent')
      if (isPublic) requireSecret(intent, given.client_secret)
      return intent
    },
    { isPublic: true },
  )
}

function newSetupIntent(
  { time }: World,
  given: z.output<typeof CreateSetupIntent>,
  method: string,
): SetupIntent {
  const id = newId('seti')
  const automatic = given.automatic_payment_methods
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: automatic
      ? { enabled: automatic.enabled, allow_redirects: automatic.allow_redirects }
      : null,
    cancellation_reason: null,
    client_secret: newClientSecret(id),
    created: time.seconds(),
    customer: given.customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    managed_payments: null,
    mandate: null,
    metadata: given.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: method,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'succeeded',
    usage: 'off_session',
  }
}
