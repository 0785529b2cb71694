import * as z from 'zod/mini'
import { cardOf } from './cards.ts'
import { flag, metadata, parameters, text } from './http/parameters.ts'
import type { Serve } from './http/requests.ts'
import { mergeMetadata } from './metadata.ts'
import { attach, customerOf } from './ownership.ts'
import { ConfirmIntent, RetrieveIntent, requireSecret } from './payment-intents.ts'
import { findOrCreate } from './payment-methods.ts'
import { invalid } from './refusals.ts'
import type { SetupIntent } from './stripe-objects.ts'
import { newClientSecret, newId, type World } from './world.ts'

const CreateSetupIntent = parameters({
  customer: text,
  payment_method: z.optional(text),
  confirm: z.optional(flag),
  usage: z.optional(z.enum(['off_session', 'on_session'])),
  automatic_payment_methods: z.optional(
    z.strictObject({
      enabled: flag,
      allow_redirects: z.optional(z.enum(['always', 'never'])),
    }),
  ),
  metadata: z.optional(metadata),
})

export function setupIntentRoutes(serve: Serve, world: World) {
  const { ledger, emit } = world

  serve('POST', '/v1/setup_intents', CreateSetupIntent, (given) => {
    customerOf(world, given.customer, 'customer')
    const intent = ledger.setupIntents.add(newSetupIntent(world, given))
    emit('setup_intent.created', intent)
    return given.confirm ? confirm(intent, given.payment_method) : intent
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

  serve(
    'POST',
    '/v1/setup_intents/:id/confirm',
    ConfirmIntent,
    (given, { id, isPublic }) => {
      const intent = ledger.setupIntents.get(id, 'intent')
      if (isPublic) requireSecret(intent, given.client_secret)
      return confirm(intent, given.payment_method)
    },
    { isPublic: true },
  )

  function confirm(intent: SetupIntent, given: string | undefined) {
    if (intent.status === 'succeeded' || intent.status === 'canceled') {
      throw invalid(
        `You cannot confirm this SetupIntent because it has a status of ${intent.status}.`,
        { code: 'setup_intent_unexpected_state' },
      )
    }
    const id = given ?? intent.payment_method
    if (id === null) {
      throw invalid("You cannot confirm this SetupIntent because it's missing a payment method.", {
        code: 'setup_intent_unexpected_state',
      })
    }
    const found = findOrCreate(world, id, 'payment_method')
    const method = attach(world, found, String(intent.customer))
    intent.payment_method = method.id
    intent.last_setup_error = null
    if (cardOf(ledger.cards.get(method.id).kind).authentication) {
      intent.status = 'requires_action'
      intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} }
      emit('setup_intent.requires_action', intent)
    } else {
      intent.status = 'succeeded'
      intent.next_action = null
      emit('setup_intent.succeeded', intent)
    }
    return intent
  }
}

function newSetupIntent({ time }: World, given: z.output<typeof CreateSetupIntent>): SetupIntent {
  const id = newId('seti')
  const automatic = given.automatic_payment_methods
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: automatic
      ? { enabled: automatic.enabled, allow_redirects: automatic.allow_redirects ?? 'always' }
      : null,
    cancellation_reason: null,
    client_secret: newClientSecret(id),
    created: time.of(given.customer),
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
    metadata: mergeMetadata({}, given.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: given.payment_method ?? null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status:
      given.payment_method === undefined ? 'requires_payment_method' : 'requires_confirmation',
    usage: given.usage ?? 'off_session',
  }
}
