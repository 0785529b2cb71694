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
import { isRefused } from '#server/payments/stripe-errors.ts'
import { findSubscription } from '#server/payments/subscription-row.ts'
import type { PersonStep } from './payment-steps.ts'
import type { PaymentWorld } from './payment-world.ts'
import {
  type AtStripe,
  findAtStripe,
  isLive,
  isPayable,
  latestInvoiceOf,
  subscriptionOf,
} from './payments-at-stripe.ts'
import { browse, newToken } from './sandbox-browser.ts'

const WEEK_MS = 7 * 24 * 3_600_000

export type Person = Awaited<ReturnType<typeof addPerson>>

/** A successful result that our server may report to a person. */
type Yes = 'open' | 'cancelled'

/** After one of these actions, a person whose subscription was stopped may be charged again. */
const CAN_BE_CHARGED: PersonStep['does'][] = [
  'pay',
  'answer the bank',
  'confirm',
  'reactivate',
  'get a second subscription at Stripe',
]

type Answer = { status: number; body: PaymentResult & { detail?: string } }
type StepOf<Does> = Extract<PersonStep, { does: Does }>

/**
 * Adds a person. The result also records the actions of the person, and what other people did to
 * the person.
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
     * `had` is the state at Stripe after the person or an administrator has stopped the
     * subscription. `owed` are the ids of the invoices that were unpaid before. Null while the
     * person may be charged.
     */
    stopped: null as { had: AtStripe; owed: Set<string | undefined> } | null,
    /**
     * One entry for each second subscription that was added at Stripe. `second` is its id. The
     * first and the second subscription bill the same month. `invoices` are the ids of the two
     * invoices.
     */
    doubles: [] as { second: string; invoices: (string | undefined)[] }[],
    /** The end dates of all access that administrators tried to give. Null means without an end. */
    gifts: [] as (Date | null)[],
    /** Whether the action of another person may have ended a paid month early. */
    isEnded: false,
    /**
     * The last decision of an administrator about the person's access. Null if a later action may
     * have changed the access.
     */
    lastWord: null as 'given' | 'taken' | null,
  }
}

/**
 * Returns functions that carry out actions. Some are actions of the people themselves. The others
 * are actions of administrators, banks and Stripe that affect people's payments.
 */
export function actingIn(world: PaymentWorld, admin: Person) {
  const { db, sandbox, now } = world

  async function call<E extends Endpoint>(
    { id, role }: Person,
    on: number,
    endpoint: E,
    input: z.input<E['input']>,
  ) {
    const process = await world.living(on)
    const token = await startSession(db, { id, role }, now())
    return process.call({ token }, endpoint, input, id)
  }

  async function pay(person: Person, { on, card, again }: StepOf<'pay'>) {
    const token = (again && person.token) || (await newToken(sandbox, card))
    person.token = token
    const input = { plan: 'premium', payment_provider: 'stripe', payment_token: token } as const
    return heed(person, await call(person, on, createSubscription, input))
  }

  async function confirm(person: Person, { on }: PersonStep) {
    return heed(person, await call(person, on, confirmSubscription, {}))
  }

  async function heed(person: Person, { status, body }: Answer) {
    person.secret = body.client_secret ?? person.secret
    return status === 200 && body.success ? 'open' : null
  }

  async function cancel(person: Person, { on }: PersonStep) {
    const before = await findAtStripe(world, person)
    const { status } = await call(person, on, cancelSubscription, {})
    if (status !== 200) return null
    await noteStop(person, before)
    return 'cancelled'
  }

  async function reactivate(person: Person, { on }: PersonStep) {
    const { status } = await call(person, on, reactivateSubscription, {})
    return status === 200 ? 'open' : null
  }

  async function answerBank(person: Person, { passes }: StepOf<'answer the bank'>) {
    const [intent] = person.secret.split('_secret_')
    if (!intent) return
    const outcome = passes ? 'pass' : 'fail'
    await browse(sandbox, `/3ds/${intent}`, { client_secret: person.secret, outcome })
  }

  async function give(person: Person, { on, isForAWeek }: StepOf<'be given access'>) {
    const until = isForAWeek ? new Date(now().getTime() + WEEK_MS) : null
    // Record the gift before the request. If the response is lost, the server may still have given
    // the access.
    person.gifts.push(until)
    const input = { user_id: person.id, ...(until && { ends_at: until.toISOString() }) }
    const { status } = await call(admin, on, createSubscriptionForUser, input)
    // Access that was given for a week may end before the next check, so the check must not expect
    // this access.
    person.lastWord = status === 200 && !until ? 'given' : null
  }

  async function decide(person: Person, { on, decision }: StepOf<'be decided about'>) {
    const isOff = decision.status === 'inactive' || decision.plan === 'Free'
    const isOn = decision.status === 'active'
    if (isOn) person.gifts.push(null)
    if (isOn || isOff) person.isEnded = true
    const before = await findAtStripe(world, person)
    const input = { id: person.id, ...decision }
    const { status, body } = await call(admin, on, updateSubscription, input)
    if (status !== 200) return
    if (isOff) {
      person.lastWord = 'taken'
      await noteStop(person, before)
    }
    const isComplimentary = body.payment_provider === 'manual' && body.ends_at === null
    if (isOn && isComplimentary) person.lastWord = 'given'
  }

  async function noteStop(person: Person, { subscriptions, invoices }: AtStripe) {
    const live = new Set<unknown>(subscriptions.filter(isLive).map(({ id }) => id))
    const owed = invoices.filter((one) => isPayable(one) && live.has(subscriptionOf(one)))
    person.stopped = {
      had: await findAtStripe(world, person),
      owed: new Set(owed.map(({ id }) => id)),
    }
  }

  /**
   * Makes a change that an operator could make in Stripe's dashboard. A subscription that has just
   * ended is not changed.
   */
  async function meddle(
    person: Person,
    step: StepOf<
      | 'get another card at Stripe'
      | 'be cancelled at Stripe'
      | 'be refunded at Stripe'
      | 'get a second subscription at Stripe'
    >,
  ) {
    if (step.does === 'be refunded at Stripe') return refund(person, step)
    if (step.does === 'get a second subscription at Stripe') return addSecond(person)
    const { subscriptions } = await findAtStripe(world, person)
    const live = subscriptions.find(({ status }) => status === 'active' || status === 'past_due')
    if (!live) return
    await world
      .atStripe(async (stripe) => {
        if (step.does === 'get another card at Stripe') {
          const customer = String(live.customer)
          const token = await newToken(sandbox, step.card)
          const { id } = await stripe.paymentMethods.attach(token, { customer })
          await stripe.subscriptions.update(live.id, { default_payment_method: id })
        } else if (step.at === 'once') {
          person.isEnded = true
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
    if (how === 'whole') person.isEnded = true
    await world
      .atStripe(async (stripe) => {
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
    person.isEnded = true
    const second = await world.atStripe(async (stripe) => {
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
    person.doubles.push({ second: second.id, invoices: [paid.id, latestInvoiceOf(second)] })
  }

  /**
   * Carries out an action of a person. Resolves with `open` or `cancelled` if our server reported
   * this result, and otherwise with null.
   */
  async function take(person: Person, step: PersonStep): Promise<Yes | null> {
    const isOwn = !['look at listings', 'be decided about', 'be given access'].includes(step.does)
    if (isOwn) person.lastWord = null
    if (CAN_BE_CHARGED.includes(step.does)) person.stopped = null
    switch (step.does) {
      case 'pay':
        return pay(person, step)
      case 'confirm':
        return confirm(person, step)
      case 'reactivate':
        return reactivate(person, step)
      case 'cancel':
        return cancel(person, step)
      case 'answer the bank':
        await answerBank(person, step)
        return null
      case 'look at listings':
        await call(person, step.on, searchListings, {})
        return null
      case 'be decided about':
        await decide(person, step)
        return null
      case 'be given access':
        await give(person, step)
        return null
      default:
        await meddle(person, step)
        return null
    }
  }

  return {
    take,
    /**
     * Carries out an action while no other action runs. Checks that the result which our server
     * reported is true.
     */
    async takeAlone(person: Person, step: PersonStep) {
      const told = await take(person, step)
      const row = told && (await findSubscription(db, person.id))
      const terms = row && { status: row.status, ends_at: row.endsAt }
      if (told === 'open') expect(grantsAccess(terms, now()), 'is open, as was said').toBe(true)
      if (told === 'cancelled') expect(terms?.status, 'as was said').not.toBe('active')
    },
    hasAccess: async (person: Person) => (await call(person, 0, searchListings, {})).status === 200,
  }
}
