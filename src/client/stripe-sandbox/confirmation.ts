import * as z from 'zod/mini'
import { showBankDialog } from './bank-dialog.ts'
import { Fault, type SandboxApi, StripeRefusal } from './sandbox-api.ts'

/** The fields of a payment or setup intent that the sandbox needs. */
const Intent = z.looseObject({
  id: z.string(),
  status: z.string(),
  amount: z.optional(z.int()),
  last_payment_error: z.nullish(Fault),
  last_setup_error: z.nullish(Fault),
})

/**
 * Shows the bank's dialog if the payment or setup intent with this client secret waits for the
 * bank's confirmation. Resolves with the intent.
 * @throws {StripeRefusal} if the bank does not confirm the payment.
 */
export async function confirmIntent(
  api: SandboxApi,
  kind: 'payment_intents' | 'setup_intents',
  secret: string,
) {
  const [id = ''] = secret.split('_secret_')
  const fields = { client_secret: secret }
  let intent = await api(Intent, { method: 'GET', path: `/v1/${kind}/${id}`, fields })
  if (intent.status === 'requires_action') {
    const outcome = await showBankDialog(intent.amount)
    intent = await api(Intent, {
      method: 'POST',
      path: `/3ds/${id}`,
      fields: { ...fields, outcome },
    })
  }
  if (intent.status === 'succeeded') return intent
  throw new StripeRefusal({
    type: 'card_error',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    ...(intent.last_payment_error ?? intent.last_setup_error),
  })
}
