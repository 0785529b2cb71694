import { randomBytes } from 'node:crypto'
import { newWebhookSecret } from './webhook-endpoints.ts'

/** What proves who talks to whom. */
export interface Keys {
  secretKey: string
  publishableKey: string
  webhookSecret: string
}

export function newKeys(): Keys {
  return {
    secretKey: `sk_test_sandbox${randomBytes(18).toString('hex')}`,
    publishableKey: `pk_test_sandbox${randomBytes(18).toString('hex')}`,
    webhookSecret: newWebhookSecret(),
  }
}
