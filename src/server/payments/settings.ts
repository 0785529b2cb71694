import * as z from 'zod/mini'

/** The configuration of Stripe: the keys, the id of Engawa's price, and the address of the API. */
export interface StripeSettings {
  secretKey: string
  publishableKey: string
  /** The secrets of webhook signatures. While a new secret replaces an old one, both are valid. */
  webhookSecrets: string[]
  priceId: string
  /** The address of Stripe's API, if it is not the public one. */
  apiBase?: string
}

const shaped = (shape: RegExp, rule: string) => z.optional(z.string().check(z.regex(shape, rule)))

export const PaymentVariables = z.object({
  STRIPE_SECRET_KEY: shaped(/^[rs]k_(test|live)_\w+$/, 'must look like sk_test_… or rk_live_…'),
  STRIPE_PUBLISHABLE_KEY: shaped(/^pk_(test|live)_\w+$/, 'must look like pk_test_… or pk_live_…'),
  STRIPE_WEBHOOK_SECRET: shaped(
    /^whsec_[\w+/=]+(,whsec_[\w+/=]+)?$/,
    'must look like whsec_…, or two of them with a comma between',
  ),
  STRIPE_PRICE_ID: shaped(/^price_\w+$/, 'must look like price_…'),
  STRIPE_API_BASE: z.optional(
    z.url({ protocol: /^https?$/, error: 'must look like http://127.0.0.1:12111' }),
  ),
  SANDBOX_PAYMENTS: z.optional(z.enum(['on', 'off'], 'must be on or off')),
})

const TOGETHER = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_PRICE_ID',
] as const

type Given = Partial<Record<string, string>>

export function isLiveKey(key: string) {
  return /^[rsp]k_live_/.test(key)
}

/**
 * Finds faults in the combination of variables. Each variable has already been checked separately.
 */
export function findPaymentFaults(given: Given, isProduction: boolean) {
  const faults: string[] = []
  const secretKey = given.STRIPE_SECRET_KEY
  const publishableKey = given.STRIPE_PUBLISHABLE_KEY
  if (TOGETHER.some((name) => given[name])) {
    const missing = TOGETHER.filter((name) => !given[name])
    faults.push(
      ...missing.map(
        (name) => `${name} is missing: the four variables for Stripe must be set together`,
      ),
    )
  }
  if (secretKey && publishableKey && isLiveKey(secretKey) !== isLiveKey(publishableKey)) {
    faults.push(
      'STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY must both be live keys, or both be test keys',
    )
  }
  if (given.STRIPE_API_BASE && (isProduction || !secretKey || isLiveKey(secretKey))) {
    faults.push('STRIPE_API_BASE is for test keys only, and not for production')
  }
  if (isProduction && given.SANDBOX_PAYMENTS !== 'on' && !(secretKey && isLiveKey(secretKey))) {
    faults.push('STRIPE_SECRET_KEY must be a live key in production, unless SANDBOX_PAYMENTS is on')
  }
  return faults
}

/** Builds the settings from valid variables. Null if a required variable is missing. */
export function toStripeSettings(read: z.output<typeof PaymentVariables>): StripeSettings | null {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_ID } = read
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET || !STRIPE_PRICE_ID) {
    return null
  }
  return {
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecrets: STRIPE_WEBHOOK_SECRET.split(','),
    priceId: STRIPE_PRICE_ID,
    ...(read.STRIPE_API_BASE && { apiBase: read.STRIPE_API_BASE }),
  }
}
