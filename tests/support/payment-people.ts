import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type * as z from 'zod/mini'
import { grantsAccess } from '#contract/access.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { searchListings } from '#contract/listings.ts'
import {
  cancelSubscription,
  confirmSubscription,
  createSubscription,
  createSubscriptionForUser,
  type PaymentResult,
  reactivateSubscription,
} from '#contract/payments.ts'
import { updateSubscription } from '#contract/users.ts'
import { startSession } from '#server/auth/sessions.ts'
import { users } from '#server/db/schema.ts'
import { findSubscription } from '#server/payments/mirror/subscription-row.ts'
import { isRefused } from '#server/payments/stripe-errors.ts'
import type { PersonStep } from './payment-steps.ts'
import type { PaymentWorld } from './payment-world.ts'
import {
  findAtStripe,
  isLive,
  isPayable,
  latestInvoiceOf,
  type StripeState,
  subscriptionOf,
} from './payments-at-stripe.ts'
import { browse, newToken } from './sandbox-browser.ts'

const WEEK_MS = 7 * 24 * 3_600_000

export type Person = Awaited<ReturnType<typeof addPerson>>

/** A successful result that our server may report to a person. */
type SuccessfulResult = 'open' | 'cancelled'

/** After a subscription was stopped, each of these actions allows new charges to the person. */
const CAN_BE_CHARGED: PersonStep['type'][] = [
  'pay',
  'authenticate',
  'confirm',
  'reactivate',
  'get a second subscription at Stripe',
]

type PaymentResponse = { status: number; body: PaymentResult & { detail?: string } }
type StepOf<Type> = Extract<PersonStep, { type: Type }>

/**
 * Adds a person to the database. In the returned object, the test also records what the person and
 * other people did, so that the test can check the person's payments.
 */
export async function addPerson({ db, now }: PaymentWorld, role: 'user' | 'admin' = 'user') {
  const id = randomUUID()
  const user = { id, name: 'Ana', email: `${id}@example.com`, role, passwordHash: '' }
  await db.insert(users).values({ ...user, createdAt: now(), updatedAt: now() })
  return {
    id,
    role,
    /** The payment token that the person used last. */
    token: null as string | null,
    /** The client secret of the last payment for which the bank asked for a confirmation. */
    secret: '',
    /**
     * `stripeState` is the state at Stripe after the person or an administrator has stopped the
     * subscription. `unpaidInvoices` are the ids of the invoices that were unpaid before the
     * subscription was stopped. `stopped` is null while charges to the person are allowed.
     */
    stopped: null as { stripeState: StripeState; unpaidInvoices: Set<string | undefined> } | null,
    /**
     * One entry for each subscription that was added at Stripe although the person already had one.
     * `second` is the id of the added subscription. Both subscriptions bill the same month.
     * `invoices` are the ids of the two invoices.
     */
    duplicates: [] as { second: string; invoices: (string | undefined)[] }[],
    /** The end dates of all access that administrators tried to give. Null means without an end. */
    gifts: [] as (Date | null)[],
    /** Whether the action of another person may have ended a paid month early. */
    canEndEarly: false,
    /**
     * The last decision of an administrator about the person's access. Null if a later action may
     * have changed the access.
     */
    adminDecision: null as 'granted' | 'revoked' | null,
  }
}

/**
 * Returns functions that carry out actions on a person's payments. Each function acts as the
 * person, an administrator, a bank or Stripe.
 */
export function createActions(world: PaymentWorld, admin: Person) {
  const { db, sandbox, now } = world

  async function call<E extends Endpoint>(
    { id, role }: Person,
    processIndex: number,
    endpoint: E,
    input: z.input<E['input']>,
  ) {
    const process = await world.runningProcess(processIndex)
    const token = await startSession(db, { id, role }, now())
    return process.call({ token }, endpoint, input, id)
  }

  async function pay(person: Person, { processIndex, card, isTokenReused }: StepOf<'pay'>) {
    const token = (isTokenReused && person.token) || (await newToken(sandbox, card))
    person.token = token
    const input = { plan: 'premium', payment_provider: 'stripe', payment_token: token } as const
    return recordResult(person, await call(person, processIndex, createSubscription, input))
  }

  async function confirm(person: Person, { processIndex }: PersonStep) {
    return recordResult(person, await call(person, processIndex, confirmSubscription, {}))
  }

  async function recordResult(person: Person, { status, body }: PaymentResponse) {
    person.secret = body.client_secret ?? person.secret
    return status === 200 && body.success ? 'open' : null
  }

  async function cancel(person: Person, { processIndex }: PersonStep) {
    const before = await findAtStripe(world, person)
    const { status } = await call(person, processIndex, cancelSubscription, {})
    if (status !== 200) return null
    await recordStop(person, before)
    return 'cancelled'
  }

  async function reactivate(person: Person, { processIndex }: PersonStep) {
    const { status } = await call(person, processIndex, reactivateSubscription, {})
    return status === 200 ? 'open' : null
  }

  async function authenticate(person: Person, { passes }: StepOf<'authenticate'>) {
    const [intent] = person.secret.split('_secret_')
    if (!intent) return
    const outcome = passes ? 'pass' : 'fail'
    await browse(sandbox, `/3ds/${intent}`, { client_secret: person.secret, outcome })
  }

  async function giveAccess(
    person: Person,
    { processIndex, isForAWeek }: StepOf<'be given access'>,
  ) {
    const until = isForAWeek ? new Date(now().getTime() + WEEK_MS) : null
    // Record the gift before the request. If the response is lost, the server may still have given
    // the access.
    person.gifts.push(until)
    const input = { user_id: person.id, ...(until && { ends_at: until.toISOString() }) }
    const { status } = await call(admin, processIndex, createSubscriptionForUser, input)
    // Access for a week may end before the next check. So record no decision. Otherwise, the check
    // would require that the person still has access.
    person.adminDecision = status === 200 && !until ? 'granted' : null
  }

  async function changeAsAdmin(
    person: Person,
    { processIndex, change }: StepOf<'be changed by admin'>,
  ) {
    const isRevoked = change.status === 'inactive' || change.plan === 'Free'
    const isGranted = change.status === 'active'
    if (isGranted) person.gifts.push(null)
    if (isGranted || isRevoked) person.canEndEarly = true
    const before = await findAtStripe(world, person)
    const input = { id: person.id, ...change }
    const { status, body } = await call(admin, processIndex, updateSubscription, input)
    if (status !== 200) return
    if (isRevoked) {
      person.adminDecision = 'revoked'
      await recordStop(person, before)
    }
    const isComplimentary = body.payment_provider === 'manual' && body.ends_at === null
    if (isGranted && isComplimentary) person.adminDecision = 'granted'
  }

  async function recordStop(person: Person, { subscriptions, invoices }: StripeState) {
    const live = new Set<unknown>(subscriptions.filter(isLive).map(({ id }) => id))
    const unpaidInvoices = invoices.filter((one) => isPayable(one) && live.has(subscriptionOf(one)))
    person.stopped = {
      stripeState: await findAtStripe(world, person),
      unpaidInvoices: new Set(unpaidInvoices.map(({ id }) => id)),
    }
  }

  /**
   * Makes a change that an operator could make in Stripe's dashboard. A subscription that has just
   * ended is not changed.
   */
  async function changeAtStripe(
    person: Person,
    step: StepOf<
      | 'get another card at Stripe'
      | 'be cancelled at Stripe'
      | 'be refunded at Stripe'
      | 'get a second subscription at Stripe'
    >,
  ) {
    if (step.type === 'be refunded at Stripe') return refund(person, step)
    if (step.type === 'get a second subscription at Stripe') return addSecond(person)
    const { subscriptions } = await findAtStripe(world, person)
    const live = subscriptions.find(({ status }) => status === 'active' || status === 'past_due')
    if (!live) return
    await world
      .withoutFaults(async (stripe) => {
        if (step.type === 'get another card at Stripe') {
          const customer = String(live.customer)
          const token = await newToken(sandbox, step.card)
          const { id } = await stripe.paymentMethods.attach(token, { customer })
          await stripe.subscriptions.update(live.id, { default_payment_method: id })
        } else if (step.at === 'once') {
          person.canEndEarly = true
          await stripe.subscriptions.cancel(live.id)
        } else {
          await stripe.subscriptions.update(live.id, { cancel_at_period_end: true })
        }
      })
      .catch((error) => {
        if (!isRefused(error)) throw error
      })
  }

  /** Refunds the last payment, unless it was refunded before. */
  async function refund(person: Person, { how }: StepOf<'be refunded at Stripe'>) {
    const { invoices } = await findAtStripe(world, person)
    const last = invoices.find(({ status }) => status === 'paid')
    if (!last) return
    if (how === 'whole') person.canEndEarly = true
    await world
      .withoutFaults(async (stripe) => {
        const { data } = await stripe.invoicePayments.list({ invoice: last.id ?? '' })
        const payment_intent = String(data[0]?.payment.payment_intent)
        await stripe.refunds.create({ payment_intent, ...(how === 'in part' && { amount: 500 }) })
      })
      .catch((error) => {
        if (!isRefused(error)) throw error
      })
  }

  /**
   * Adds a second subscription at Stripe beside the paid subscription, as an operator could by
   * mistake.
   */
  async function addSecond(person: Person) {
    const { subscriptions, invoices, refunds } = await findAtStripe(world, person)
    const first = subscriptions.find(({ status }) => status === 'active')
    const paid = first && invoices.find(({ id }) => id === latestInvoiceOf(first))
    const isRefunded = refunds.some(({ invoice }) => invoice === paid?.id)
    if (!first || paid?.status !== 'paid' || isRefunded) return
    // Our server may keep either subscription and end the other.
    person.canEndEarly = true
    const second = await world.withoutFaults(async (stripe) => {
      const customer = String(first.customer)
      const { id } = await stripe.paymentMethods.attach(await newToken(sandbox, 'good'), {
        customer,
      })
      return stripe.subscriptions.create({
        customer,
        items: [{ price: sandbox.settings.priceId }],
        default_payment_method: id,
        metadata: { user_id: person.id },
      })
    })
    person.duplicates.push({ second: second.id, invoices: [paid.id, latestInvoiceOf(second)] })
  }

  /**
   * Carries out an action of a person. Resolves with `open` or `cancelled` if our server reported
   * this result, and otherwise with null.
   */
  async function perform(person: Person, step: PersonStep): Promise<SuccessfulResult | null> {
    const isOwn = !['look at listings', 'be changed by admin', 'be given access'].includes(
      step.type,
    )
    if (isOwn) person.adminDecision = null
    if (CAN_BE_CHARGED.includes(step.type)) person.stopped = null
    switch (step.type) {
      case 'pay':
        return pay(person, step)
      case 'confirm':
        return confirm(person, step)
      case 'reactivate':
        return reactivate(person, step)
      case 'cancel':
        return cancel(person, step)
      case 'authenticate':
        await authenticate(person, step)
        return null
      case 'look at listings':
        await call(person, step.processIndex, searchListings, {})
        return null
      case 'be changed by admin':
        await changeAsAdmin(person, step)
        return null
      case 'be given access':
        await giveAccess(person, step)
        return null
      default:
        await changeAtStripe(person, step)
        return null
    }
  }

  return {
    perform,
    /**
     * Carries out an action while no other action runs. Checks that the result which our server
     * reported is true.
     */
    async performAlone(person: Person, step: PersonStep) {
      const result = await perform(person, step)
      const row = result && (await findSubscription(db, person.id))
      const terms = row && { status: row.status, ends_at: row.endsAt }
      if (result === 'open') expect(grantsAccess(terms, now()), 'is open, as was said').toBe(true)
      if (result === 'cancelled') expect(terms?.status, 'as was said').not.toBe('active')
    },
    hasAccess: async (person: Person) => (await call(person, 0, searchListings, {})).status === 200,
  }
}
