import { openPayments } from '#server/payments/payments.ts'

/**
 * Payments for tests that do not need Stripe. Requests to Stripe fail, because the configured
 * address refuses connections.
 */
export function noPayments() {
  return openPayments({
    secretKey: 'sk_test_nobody',
    publishableKey: 'pk_test_nobody',
    webhookSecrets: [],
    priceId: 'price_nothing',
    apiBase: 'http://127.0.0.1:1',
  })
}
