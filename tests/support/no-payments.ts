import { openPayments } from '#server/payments/payments.ts'

/** Stands in for the payments of a server that sells nothing. */
export function noPayments() {
  return openPayments({
    secretKey: 'sk_test_nobody',
    publishableKey: 'pk_test_nobody',
    webhookSecrets: [],
    priceId: 'price_nothing',
    apiBase: 'http://127.0.0.1:1',
  })
}
