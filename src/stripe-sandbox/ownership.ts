import { cardOf } from './cards.ts'
import { invalid, missing, refusedCard } from './refusals.ts'
import type { PaymentMethod } from './stripe-objects.ts'
import type { World } from './world.ts'

/** Finds a customer. Refuses the request if the customer was deleted or never existed. */
export function customerOf({ ledger }: World, id: string, param = 'id') {
  const customer = ledger.customers.get(id, param)
  if (customer.deleted) throw missing('customer', id, param)
  return customer
}

/**
 * Attaches a payment method to a customer. Refuses the test cards that Stripe refuses at this step.
 */
export function attach(world: World, method: PaymentMethod, customer: string) {
  if (method.customer === customer) return method
  if (method.customer !== null) {
    throw invalid('The payment method you provided has already been attached to a customer.', {
      param: 'payment_method',
    })
  }
  const { refusedOnAttach } = cardOf(world.ledger.cards.get(method.id).kind)
  if (refusedOnAttach) throw refusedCard(refusedOnAttach, { payment_method: method })
  method.customer = customer
  return method
}

/**
 * Finds a payment method. Refuses the request if the payment method is not attached to the
 * customer.
 */
export function attachedTo({ ledger }: World, customer: string, id: string, param: string) {
  const method = ledger.paymentMethods.get(id, param)
  if (method.customer !== customer) {
    throw invalid(
      `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
      { code: 'resource_missing', param },
    )
  }
  return method
}
