import { loadStripe } from '@stripe/stripe-js/pure'
import { queryOptions } from '@tanstack/react-query'
import { paymentConfigQuery } from '#client/data/payments.ts'

/**
 * Stripe's library, and whether our payment sandbox replaces it. Only the card form runs this
 * query, so other pages do not load Stripe.
 */
export const stripeQuery = queryOptions({
  queryKey: ['stripe'],
  queryFn: async ({ client }) => {
    const { stripe, sandbox } = await client.fetchQuery({
      ...paymentConfigQuery,
      // Only the outer query retries. Retries of both would multiply.
      retry: false,
    })
    // Load our payment sandbox first, if it is on. The sandbox sets `window.Stripe`, and Stripe's
    // loader then uses this object instead of downloading Stripe.
    if (sandbox) await import('#client/stripe-sandbox/sandbox-stripe.ts')
    return { stripe: await loadStripe(stripe.publishable_key, { locale: 'en' }), sandbox }
  },
  staleTime: Number.POSITIVE_INFINITY,
  // Turn off structural sharing, because it works only for JSON values. It could replace the Stripe
  // object with a copy whose methods fail.
  structuralSharing: false,
})
