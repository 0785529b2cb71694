import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { vi } from 'vitest'
import { PREMIUM_PLAN } from '#contract/plan.ts'
import { users } from '#server/db/schema.ts'
import { openPayments } from '#server/payments/payments.ts'
import { openStripe } from '#server/payments/stripe.ts'
import { startServer, type TestServer } from './server.ts'

const LOOKUP_KEY = 'engawa_premium_monthly'
/** How long Stripe may take to advance a test clock, in milliseconds. */
const ADVANCE_TIMEOUT_MS = 120_000

/**
 * Starts a server that uses the Stripe test account of `STRIPE_SECRET_KEY`, or else the sandbox.
 * The test advances a test clock of Stripe, or the time of the sandbox. The server receives no
 * webhook events.
 */
export async function startServerWithStripeAccount(key = process.env.STRIPE_SECRET_KEY) {
  const server = await startServer(key ? { payments: await openAccount(key) } : {})
  server.sandbox.webhookFaults.drop = () => true
  const { stripe } = server.services.payments
  const clock = key ? await openTestClock(server, stripe) : null

  return {
    ...server,
    /**
     * Adds a person who is already a customer at Stripe. The test clock applies to this customer.
     */
    async addUser() {
      const user = await server.addUser()
      const { id, name, email } = user
      const customer = await stripe.customers.create({
        name,
        email,
        metadata: { user_id: id },
        ...(clock && { test_clock: clock.id }),
      })
      await server.services.db
        .update(users)
        .set({ stripeCustomerId: customer.id })
        .where(eq(users.id, id))
      return user
    },
    /** Advances time at Stripe and at our server, and waits for everything that falls due. */
    advanceTo: clock ? clock.advanceTo : server.sandbox.advance,
  }
}

/** A clock at Stripe, which also sets the clock of our server. */
async function openTestClock(server: TestServer, stripe: Stripe) {
  const { testClocks } = stripe.testHelpers
  const start = Math.floor(Date.now() / 1000)
  const { id } = await testClocks.create({ frozen_time: start })
  server.setNow(new Date(start * 1000).toISOString())

  return {
    id,
    async advanceTo(date: Date) {
      const time = Math.floor(date.getTime() / 1000)
      await testClocks.advance(id, { frozen_time: time })
      await vi.waitFor(
        async () => {
          const { status } = await testClocks.retrieve(id)
          if (status !== 'ready') throw new Error(`The clock is ${status}`)
        },
        { timeout: ADVANCE_TIMEOUT_MS, interval: 1000 },
      )
      server.setNow(new Date(time * 1000).toISOString())
    },
  }
}

async function openAccount(secretKey: string) {
  if (!/^[rs]k_test_/.test(secretKey)) {
    throw new Error('STRIPE_SECRET_KEY must be a test key: this pays, cancels and lets time pass')
  }
  const apiBase = process.env.STRIPE_API_BASE
  const settings = {
    secretKey,
    publishableKey: 'pk_test_unused',
    webhookSecrets: [],
    ...(apiBase && { apiBase }),
  }
  const stripe = openStripe({ ...settings, priceId: '' })
  const priceId = process.env.STRIPE_PRICE_ID ?? (await findPrice(stripe)).id
  return openPayments({ ...settings, priceId }, { stripe })
}

/** Finds the price of these tests in the Stripe account. The first run creates it. */
async function findPrice(stripe: Stripe) {
  const { data } = await stripe.prices.list({ lookup_keys: [LOOKUP_KEY] })
  const { currency, price_cents, interval } = PREMIUM_PLAN
  return (
    data[0] ??
    stripe.prices.create({
      currency,
      unit_amount: price_cents,
      recurring: { interval },
      lookup_key: LOOKUP_KEY,
      product_data: { name: 'Engawa Premium' },
    })
  )
}
