import { eq } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { getAccount } from '#contract/account.ts'
import { searchListings } from '#contract/listings.ts'
import {
  cancelSubscription,
  confirmSubscription,
  createSubscription,
  reactivateSubscription,
  renewSubscription,
} from '#contract/payments.ts'
import { startSession } from '#server/auth/sessions.ts'
import { subscriptions, users } from '#server/db/schema.ts'
import type { Fault } from './faulty-sandbox.ts'
import type { TestServer } from './server.ts'

interface Person {
  id: string
  token: string
}

/** Helpers for payments: what people do with their cards, and the results at Stripe. */
export function paymentsOf(server: TestServer) {
  const { db, payments } = server.services
  const { stripe, settings } = payments

  /** Signs the person in again, because sessions from a month ago have expired. */
  async function signIn({ id }: Person): Promise<Person> {
    return { id, token: await startSession(db, { id, role: 'user' }, server.services.now()) }
  }

  async function customerOf({ id }: Person) {
    const [user] = await db.select().from(users).where(eq(users.id, id))
    return user?.stripeCustomerId ?? undefined
  }

  async function subscriptionsAtStripe(person: Person) {
    const customer = await customerOf(person)
    if (!customer) return []
    return (await stripe.subscriptions.list({ customer, status: 'all', limit: 100 })).data
  }

  async function invoicesOf(person: Person) {
    const customer = await customerOf(person)
    return customer ? (await stripe.invoices.list({ customer, limit: 100 })).data : []
  }

  /** Adds a person who has just subscribed with a good card. */
  async function addPayer() {
    const person = await server.addUser()
    expect(await server.call(person, createSubscription, payment('pm_card_visa'))).toMatchObject({
      status: 200,
      body: { success: true },
    })
    await server.settle()
    return person
  }

  /** Changes the card of the person's subscription at Stripe, as an operator could. */
  async function changeCard(person: Person, card: string) {
    const [subscription] = await subscriptionsAtStripe(person)
    const customer = (await customerOf(person)) ?? ''
    const method = await stripe.paymentMethods.attach(card, { customer })
    await stripe.subscriptions.update(subscription?.id ?? '', {
      default_payment_method: method.id,
    })
  }

  /** Adds a person whose card was declined at the renewal, so that a payment is due. */
  async function addPastDuePayer() {
    const person = await addPayer()
    await changeCard(person, 'pm_card_chargeCustomerFail')
    await server.advance('1 month')
    // Stripe keeps a new invoice as a draft for an hour.
    await server.advance('2 hours')
    return signIn(person)
  }

  async function lastPaymentOf(person: Person) {
    const [invoice] = await invoicesOf(person)
    const { data } = await stripe.invoicePayments.list({ invoice: invoice?.id ?? '' })
    return String(data[0]?.payment.payment_intent)
  }

  async function refund(person: Person, cents?: number) {
    const payment_intent = await lastPaymentOf(person)
    await stripe.refunds.create({ payment_intent, ...(cents && { amount: cents }) })
    await server.settle()
  }

  return {
    pay: async (person: Person, card = 'pm_card_visa', ip?: string) =>
      server.call(await signIn(person), createSubscription, payment(card), ip),
    renew: async (person: Person, card = 'pm_card_visa') =>
      server.call(await signIn(person), renewSubscription, payment(card)),
    confirm: async (person: Person) => server.call(await signIn(person), confirmSubscription, {}),
    cancel: async (person: Person) => server.call(await signIn(person), cancelSubscription, {}),
    reactivate: async (person: Person) =>
      server.call(await signIn(person), reactivateSubscription, {}),

    addPayer,
    addPastDuePayer,

    /** Passes or fails the bank's 3-D Secure check, as the person would. */
    async authenticate(
      { client_secret = '' }: { client_secret?: string },
      outcome: 'pass' | 'fail',
    ) {
      const response = await server.fetch(`/sandbox/3ds/${client_secret.split('_secret_')[0]}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${settings.publishableKey}` },
        body: new URLSearchParams({ client_secret, outcome }),
      })
      return response.status
    },

    changeCard,

    /** The brand of the subscription's card. */
    async cardBrandOf(person: Person) {
      const [subscription] = await subscriptionsAtStripe(person)
      const method = await stripe.paymentMethods.retrieve(
        String(subscription?.default_payment_method),
      )
      return method.card?.brand
    },

    /**
     * Makes every matching request to Stripe fail until the returned function is called. That
     * function returns the number of failed requests.
     */
    fail(fault: Omit<Fault, 'times'>) {
      const failing = { ...fault, times: 1000 }
      server.sandbox.faults.push(failing)
      return () => {
        const failedRequests = 1000 - failing.times
        failing.times = 0
        return failedRequests
      }
    },

    /** Holds the next matching request to Stripe until `release` is called. */
    holdNext(request: Pick<Fault, 'method' | 'path'>) {
      let release = () => {}
      const until = new Promise<void>((resolve) => {
        release = resolve
      })
      const held: Fault = { ...request, kind: { until }, when: 'before', times: 1 }
      server.sandbox.faults.push(held)
      return {
        /**
         * Resolves when the request is held. The timeout is long, because a busy machine may be
         * slow.
         */
        untilHeld: () => vi.waitFor(() => expect(held.times).toBe(0), { timeout: 60_000 }),
        release: () => release(),
      }
    },

    /**
     * Breaks the connection of every matching request to Stripe. The requests still reach Stripe,
     * but only when `deliver` is called.
     */
    delay(fault: Pick<Fault, 'method' | 'path'>) {
      let deliver = () => {}
      const until = new Promise<void>((resolve) => {
        deliver = resolve
      })
      const delayed: Fault = {
        ...fault,
        kind: { until, isBroken: true },
        when: 'on the way',
        times: 99,
      }
      server.sandbox.faults.push(delayed)
      return {
        /** Lets later requests pass. */
        stop: () => {
          delayed.times = 0
        },
        deliver: async () => {
          delayed.times = 0
          deliver()
          // Wait until the held requests have started. Otherwise, the test would not wait for the
          // effects of these requests.
          await until
          await server.settle()
        },
      }
    },

    /** The person's customer id at Stripe. */
    customerOf,
    async rowOf({ id }: Person) {
      const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, id))
      return row
    },
    /** All subscriptions of the person at Stripe, including ended ones, newest first. */
    subscriptionsAtStripe,
    /** The subscriptions that can still be charged. */
    liveSubscriptionsOf: async (person: Person) =>
      (await subscriptionsAtStripe(person)).filter(
        ({ status }) => !['canceled', 'incomplete_expired'].includes(status),
      ),
    invoicesOf,
    /** The id of the payment for the person's last invoice. */
    lastPaymentOf,
    /** Refunds the whole last payment, or only `cents` of it, as an operator could at Stripe. */
    refund,
    /** How often the person has paid. */
    countPaymentsOf: async (person: Person) =>
      (await invoicesOf(person)).filter(({ status }) => status === 'paid').length,

    signIn,
    /** Whether the person has access to the listings. */
    async hasAccess(person: Person) {
      const { status } = await server.call(await signIn(person), searchListings, {})
      return status === 200
    },
    /** The subscription as the person sees it. */
    subscriptionOf: async (person: Person) =>
      (await server.call(await signIn(person), getAccount, {})).body.subscription,
  }
}

export function payment(card: string) {
  return { plan: 'premium', payment_provider: 'stripe', payment_token: card } as const
}
