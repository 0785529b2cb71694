import * as z from 'zod/mini'
import { endpoint, LONG_TIMEOUT_MS } from './endpoint.ts'
import { Subscription } from './subscription.ts'
import { Id, Timestamp } from './values.ts'

export const getSubscriptionPlan = endpoint({
  method: 'GET',
  path: '/auth/subscription-plan',
  access: 'public',
  input: z.object({}),
  output: z.object({
    name: z.string(),
    price_cents: z.int(),
    currency: z.string(),
    interval: z.string(),
    benefits: z.array(z.string()),
  }),
})

const TestCard = z.object({ number: z.string(), outcome: z.string() })
export type TestCard = z.output<typeof TestCard>

export const getPaymentConfig = endpoint({
  method: 'GET',
  path: '/payments/config',
  access: 'public',
  input: z.object({}),
  output: z.object({
    stripe: z.object({ publishable_key: z.string() }),
    /** The test cards of the sandbox. Null if the server uses the real Stripe. */
    sandbox: z.nullable(z.object({ cards: z.array(TestCard) })),
  }),
})

export const getSubscription = endpoint({
  method: 'GET',
  path: '/payments/subscription',
  access: 'user',
  input: z.object({}),
  output: z.nullable(Subscription),
})

const Payment = z.object({
  id: z.string(),
  paid_at: Timestamp,
  amount_cents: z.int(),
  /** The amount that was refunded later. */
  refunded_cents: z.int(),
  currency: z.string(),
})
export type Payment = z.output<typeof Payment>

/** The caller's last 24 payments, newest first. */
export const getPayments = endpoint({
  method: 'GET',
  path: '/payments/history',
  access: 'user',
  input: z.object({}),
  output: z.object({ results: z.array(Payment) }),
})

const CardPayment = z.strictObject({
  plan: z.literal('premium', 'There is no such plan'),
  payment_provider: z.literal('stripe', 'There is no such payment provider'),
  /** The id of the payment method that Stripe created for the card. */
  payment_token: z
    .string('The payment token is not valid')
    .check(z.regex(/^pm_[A-Za-z0-9_]{4,200}$/, 'The payment token is not valid')),
})

/**
 * `requires_action` means that the bank asks for a confirmation (3-D Secure). The client confirms
 * the payment with `client_secret`. If nothing is due today, the client confirms only the card.
 * After that, the client calls `confirmSubscription`.
 */
const PaymentResult = z.object({
  success: z.boolean(),
  message: z.string(),
  requires_action: z.optional(z.literal(true)),
  action_type: z.optional(z.enum(['payment', 'setup'])),
  client_secret: z.optional(z.string()),
})
export type PaymentResult = z.output<typeof PaymentResult>

const Result = z.object({ success: z.boolean(), message: z.string() })

export const createSubscription = endpoint({
  method: 'POST',
  path: '/payments/create-subscription',
  access: 'user',
  timeoutMs: LONG_TIMEOUT_MS,
  input: CardPayment,
  output: PaymentResult,
})

export const renewSubscription = endpoint({
  method: 'POST',
  path: '/payments/renew-subscription',
  access: 'user',
  timeoutMs: LONG_TIMEOUT_MS,
  input: CardPayment,
  output: PaymentResult,
})

/** Completes a payment after the bank's confirmation, and returns the result of the payment. */
export const confirmSubscription = endpoint({
  method: 'POST',
  path: '/payments/confirm-subscription',
  access: 'user',
  timeoutMs: LONG_TIMEOUT_MS,
  input: z.strictObject({}),
  output: PaymentResult,
})

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/payments/cancel-subscription',
  access: 'user',
  timeoutMs: LONG_TIMEOUT_MS,
  input: z.strictObject({}),
  output: Result,
})

export const reactivateSubscription = endpoint({
  method: 'POST',
  path: '/payments/reactivate-subscription',
  access: 'user',
  timeoutMs: LONG_TIMEOUT_MS,
  input: z.strictObject({}),
  output: Result,
})

/** Gives a user access without payment. If `ends_at` is missing, the access never ends. */
export const createSubscriptionForUser = endpoint({
  method: 'POST',
  path: '/payments/create-subscription-for-user',
  access: 'admin',
  input: z.strictObject({ user_id: Id, ends_at: z.optional(Timestamp) }),
  output: Result,
})
