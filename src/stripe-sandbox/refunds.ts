import * as z from 'zod/mini'
import { isSince, page } from './http/lists.ts'
import { listParameters, parameters, since, text, whole } from './http/parameters.ts'
import type { Serve } from './http/requests.ts'
import { invalid } from './refusals.ts'
import type { PaymentIntent, Refund } from './stripe-objects.ts'
import { newId, type World } from './world.ts'

const CreateRefund = parameters({
  payment_intent: text,
  amount: z.optional(whole),
  reason: z.optional(z.literal('duplicate')),
})

const ListRefunds = parameters({
  ...listParameters,
  payment_intent: z.optional(text),
  created: z.optional(since),
})

export function refundRoutes(serve: Serve, world: World) {
  const { ledger } = world

  serve('POST', '/v1/refunds', CreateRefund, (given) => {
    return refund(world, ledger.paymentIntents.get(given.payment_intent, 'payment_intent'), given)
  })

  serve('GET', '/v1/refunds', ListRefunds, ({ payment_intent, created, ...wanted }) => {
    const found = ledger.refunds
      .newestFirst()
      .filter(
        (one) =>
          isSince(one, created) &&
          (payment_intent === undefined || one.payment_intent === payment_intent),
      )
    return page(found, wanted, '/v1/refunds')
  })
}

/** Refunds a payment, in whole or in part. */
function refund(
  { ledger, emit, time }: World,
  intent: PaymentIntent,
  given: z.output<typeof CreateRefund>,
): Refund {
  const charge = intent.latest_charge && ledger.charges.find(intent.latest_charge)
  if (!charge) throw invalid('This PaymentIntent does not have a successful charge to refund.')
  const left = charge.amount - charge.amount_refunded
  if (left === 0) {
    throw invalid(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  }
  const amount = given.amount ?? left
  if (amount <= 0 || amount > left) {
    throw invalid(`Refund amount (${amount}) is greater than unrefunded amount (${left}).`, {
      param: 'amount',
    })
  }
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  const refund = ledger.refunds.add({
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: time.seconds(),
    currency: charge.currency,
    customer: intent.customer,
    customer_account: null,
    metadata: {},
    payment_intent: intent.id,
    payment_method: intent.payment_method,
    reason: given.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  })
  emit('charge.refunded', charge)
  return refund
}
