import { loadStripe } from '@stripe/stripe-js/pure'
import { queryOptions } from '@tanstack/react-query'
import { paymentConfigQuery } from '#client/data/payments.ts'

/** Stripe.js and what to say beside its card field. It is loaded when somebody is about to pay, and not before. */
export const stripeQuery = queryOptions({
  queryKey: ['stripe'],
  queryFn: async ({ client }) => {
    const { stripe, sandbox } = await client.fetchQuery(paymentConfigQuery)
    // Stripe's loader takes what is there already for Stripe.js.
    if (sandbox) await import('#client/stripe-sandbox/sandbox-stripe.ts')
    return { stripe: await loadStripe(stripe.publishable_key, { locale: 'en' }), sandbox }
  },
  staleTime: Number.POSITIVE_INFINITY,
  // It is no data, and must stay the object that it is.
  structuralSharing: false,
})
