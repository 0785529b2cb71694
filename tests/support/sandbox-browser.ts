import type { Sandbox } from '#stripe-sandbox/sandbox.ts'
import { CARDS, type CardKind } from './payment-steps.ts'

/** Sends a request as Stripe.js does, with the publishable key. */
export async function browse(
  { fetch, settings }: Pick<Sandbox, 'fetch' | 'settings'>,
  path: string,
  fields: Record<string, string>,
) {
  const response = await fetch(
    new Request(`https://engawa.example/sandbox${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${settings.publishableKey}` },
      body: new URLSearchParams(fields),
    }),
  )
  return response.json()
}

/** Creates a new payment token, as a card form does. */
export async function newToken(sandbox: Pick<Sandbox, 'fetch' | 'settings'>, card: CardKind) {
  const { id } = await browse(sandbox, '/v1/payment_methods', {
    type: 'card',
    'card[number]': CARDS[card],
    'card[exp_month]': '12',
    'card[exp_year]': '2040',
    'card[cvc]': '123',
  })
  return String(id)
}
