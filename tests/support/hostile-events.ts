import fc from 'fast-check'
import Stripe from 'stripe'
import { EVENT_TYPES } from '#server/payments/recurring/stripe-events.ts'
import { hostileText, hostileValue, Json } from './hostile-values.ts'
import type { SentRequest } from './request-drafts.ts'
import { PEOPLE } from './target-server.ts'

/** Webhook requests, from Stripe and from attackers. */

export interface HostileEvent {
  request: SentRequest
  /** Whether Stripe has signed the event. */
  isOfStripe: boolean
  /** The customer that the event names. */
  customer: unknown
}

const SIGNED = ['by another', 'before it was altered', 'long ago', 'not', 'by Stripe'] as const

/** An event that Stripe could send. It may affect only the customer that it names. */
function genuineEvent(payer: string) {
  return fc.record({
    id: fc.uuid().map((id) => `evt_${id}`),
    type: fc.oneof(fc.constantFrom<string>(...EVENT_TYPES), fc.constant('customer.created')),
    kind: fc.constantFrom('customer', 'subscription', 'invoice', 'charge'),
    customer: fc.constantFrom<unknown>(payer, payer, 'cus_of_nobody', null),
    person: fc.constantFrom(...PEOPLE),
    signed: fc.constant<(typeof SIGNED)[number]>('by Stripe'),
  })
}

/** An event that an attacker could forge. */
function forgedEvent(payer: string) {
  return fc.record({
    id: hostileText,
    type: fc.oneof(fc.constantFrom<string>(...EVENT_TYPES), hostileText),
    kind: fc.oneof(fc.constantFrom('customer', 'subscription', 'dispute'), hostileText),
    customer: fc.oneof(fc.constant<unknown>(payer), hostileValue),
    person: fc.constantFrom(...PEOPLE),
    signed: fc.constantFrom(...SIGNED.filter((signed) => signed !== 'by Stripe')),
  })
}

/**
 * Generates an event about the customer `payer` or somebody else, with a valid or an invalid
 * signature.
 */
export function hostileEvent(payer: string, secret: string): fc.Arbitrary<HostileEvent> {
  return fc
    .oneof(genuineEvent(payer), forgedEvent(payer))
    .map(({ id, type, kind, customer, person, signed }) => {
      const metadata = { user_id: person, plan: 'premium' }
      const plain = customer instanceof Json ? customer.text : customer
      const who = kind === 'customer' ? { id: plain } : { id: 'x_1', customer: plain }
      const object = { object: kind, user_id: person, status: 'active', metadata, ...who }
      const payload = JSON.stringify({
        id,
        object: 'event',
        type,
        livemode: false,
        data: { object },
      })
      const request = {
        description: `POST webhook ${payload.slice(0, 200)}, signed ${signed}`,
        method: 'POST',
        path: '/v1/payments/webhook',
        headers: { 'content-type': 'application/json', ...signature(payload, signed, secret) },
        body: signed === 'before it was altered' ? `${payload} ` : payload,
        texts: [payload],
      }
      return { request, customer, isOfStripe: signed === 'by Stripe' }
    })
}

function signature(
  payload: string,
  signed: (typeof SIGNED)[number],
  secret: string,
): Record<string, string> {
  if (signed === 'not') return {}
  const age = signed === 'long ago' ? 301 : 0
  return {
    'stripe-signature': Stripe.webhooks.generateTestHeaderString({
      payload,
      secret: signed === 'by another' ? 'whsec_of_another' : secret,
      timestamp: Math.floor(Date.now() / 1000) - age,
    }),
  }
}
