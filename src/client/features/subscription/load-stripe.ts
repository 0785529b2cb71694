import { loadStripe } from '@stripe/stripe-js/pure'
import { queryOptions } from '@tanstack/react-query'
import { paymentConfigQuery } from '#client/data/payments.ts'

/** Stripe.js, and whether it is the sandbox's version. Only the card form fetches this. */
export const stripeQuery = queryOptions({
  queryKey: ['stripe'],
  queryFn: async ({ client }) => {
    const { stripe, sandbox } = await client.fetchQuery(paymentConfigQuery)
    // Stripe's loader uses `window.Stripe` if it already exists.
    if (sandbox) await import('#client/stripe-sandbox/sandbox-stripe.ts')
    return { stripe: await loadStripe(stripe.publishable_key, { locale: 'en' }), sandbox }
  },
  staleTime: Number.POSITIVE_INFINITY,
  // This value is an object with methods, which structural sharing must not copy.
  structuralSharing: false,
})
