import { loadStripe } from '@stripe/stripe-js/pure'
import { queryOptions } from '@tanstack/react-query'
import { paymentConfigQuery } from '#client/data/payments.ts'

/**
 * Stripe.js, and whether it is the sandbox's version. Only the card form runs this query, so other
 * pages do not load Stripe.
 */
export const stripeQuery = queryOptions({
  queryKey: ['stripe'],
  queryFn: async ({ client }) => {
    const { stripe, sandbox } = await client.fetchQuery(paymentConfigQuery)
    // Load the sandbox's version first. The sandbox's version sets `window.Stripe`, which Stripe's
    // loader uses instead of downloading its own version.
    if (sandbox) await import('#client/stripe-sandbox/sandbox-stripe.ts')
    return { stripe: await loadStripe(stripe.publishable_key, { locale: 'en' }), sandbox }
  },
  staleTime: Number.POSITIVE_INFINITY,
  // Structural sharing works only for JSON values. It could replace the Stripe object with a copy
  // on which Stripe's methods fail.
  structuralSharing: false,
})
