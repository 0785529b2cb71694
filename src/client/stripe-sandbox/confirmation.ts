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
type Intent = z.output<typeof Intent>

/**
 * Confirms a payment or setup intent, identified by its client secret. A dialog may ask for the
 * bank's confirmation.
 */
export async function confirmIntent(
  api: SandboxApi,
  kind: 'payment_intents' | 'setup_intents',
  secret: string,
) {
  const [id = ''] = secret.split('_secret_')
  const path = `/v1/${kind}/${id}`
  const fields = { client_secret: secret }
  let intent = await api(Intent, { method: 'GET', path, fields })
  if (intent.status !== 'succeeded' && intent.status !== 'requires_action') {
    intent = await api(Intent, { method: 'POST', path: `${path}/confirm`, fields })
  }
  return intent.status === 'requires_action' ? confirmAtBank(api, intent, secret) : intent
}

async function confirmAtBank(api: SandboxApi, { id, amount }: Intent, secret: string) {
  const outcome = await showBankDialog(amount)
  const intent = await api(Intent, {
    method: 'POST',
    path: `/3ds/${id}`,
    fields: { client_secret: secret, outcome },
  })
  if (intent.status === 'succeeded') return intent
  throw new StripeRefusal({
    type: 'card_error',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    ...(intent.last_payment_error ?? intent.last_setup_error),
  })
}
