import type { World } from './world.ts'

/** The payment of an invoice. A draft has no payment yet. */
export function paymentOf({ ledger }: World, invoice: string) {
  const [payment] = ledger.invoicePayments.filter(
    (one) => one.invoice === invoice && one.is_default,
  )
  return payment
}

export function paymentIntentOf(world: World, invoice: string) {
  const id = paymentOf(world, invoice)?.payment.payment_intent
  return id === undefined ? undefined : world.ledger.paymentIntents.get(id)
}
