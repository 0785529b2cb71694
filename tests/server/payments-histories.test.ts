import { expect, test } from 'vitest'
import { createSubscriptionForUser } from '#contract/payments.ts'
import { grantsAccess } from '#contract/subscription.ts'
import { updateSubscription } from '#contract/users.ts'
import { createApp } from '#server/app.ts'
import { seededRandom } from '#server/db/sample/random.ts'
import { openPayments } from '#server/payments/payments.ts'
import { openStripe } from '#server/payments/stripe.ts'
import { payment, paymentsOf } from '#tests/support/payments.ts'
import { startServer } from '#tests/support/server.ts'

/** So many people at once, over and over: two hundred lives with a card. */
const PEOPLE = 20
const SEEDS = Array.from({ length: 10 }, (_, index) => index + 1)
const STEPS = 10

const CARDS = [
  'pm_card_visa',
  'pm_card_mastercard',
  'pm_card_chargeCustomerFail',
  'pm_card_visa_chargeDeclined',
  'pm_card_authenticationRequired',
  'pm_card_authenticationRequiredOnSetup',
]
const DECISIONS = [
  { status: 'active' },
  { status: 'inactive' },
  { plan: 'Free' },
  { plan: 'premium' },
] as const
const PATHS = [
  /^\/v1\/subscriptions$/,
  /^\/v1\/subscriptions\//,
  /^\/v1\/customers/,
  /attach$/,
  /./,
]
const TIMES = ['1 hour', '1 day', '4 days', '12 days', '1 month']

test.each(SEEDS)(
  'whatever happens to people and to Stripe, what they pay and what they have agree in the end (%i)',
  async (seed) => {
    const { server, payments, other } = await startWorld()
    const random = seededRandom(String(seed))
    const { chance, pick } = random
    const admin = await server.addAdmin()
    const people = await Promise.all(
      // Each with a fate of their own, whoever is quicker.
      Array.from({ length: PEOPLE }, async (_, index) => ({
        ...(await server.addUser()),
        fate: random.fork(String(index)),
        ip: `192.0.2.${index}`,
      })),
    )
    const { faults, hooks } = server.sandbox
    type Person = (typeof people)[number]

    async function pay(person: Person) {
      const { chance, pick } = person.fate
      const { status, body } = await payments.pay(person, pick(CARDS), person.ip)
      if (status !== 200 || !body.requires_action || chance(0.3)) return status
      await payments.answerBank(body, chance(0.7) ? 'pass' : 'fail')
      return chance(0.7) ? (await payments.confirm(person)).status : status
    }

    /** The same press in another process. */
    async function payElsewhere(person: Person) {
      const { pick } = person.fate
      const { token } = await payments.signIn(person)
      const answer = await other.request('/v1/payments/renew-subscription', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(payment(pick(CARDS))),
      })
      return answer.status
    }

    async function decide({ id, fate: { chance, pick } }: Person) {
      const caller = await payments.signIn(admin)
      const answer = chance(0.2)
        ? await server.call(caller, createSubscriptionForUser, { user_id: id })
        : await server.call(caller, updateSubscription, { id, ...pick(DECISIONS) })
      return answer.status
    }

    async function cancelAtStripe(person: Person) {
      const [live] = await payments.liveOf(person).catch(() => [])
      const { subscriptions } = server.services.payments.stripe
      if (live) await subscriptions.cancel(live.id).catch(() => {})
      return 200
    }

    async function loseCard(person: Person) {
      await payments.changeCard(person, 'pm_card_chargeCustomerFail').catch(() => {})
      return 200
    }

    const actions: [(person: Person) => Promise<number>, number][] = [
      [pay, 8],
      [payElsewhere, 3],
      [async (person) => (await payments.cancel(person)).status, 3],
      [async (person) => (await payments.reactivate(person)).status, 2],
      [async (person) => (await payments.confirm(person)).status, 1],
      [decide, 2],
      [cancelAtStripe, 1],
      [loseCard, 1],
    ]

    function disturb() {
      Object.assign(hooks, { duplicate: pick([0, 0, 2]), shuffle: chance(0.5) })
      hooks.drop = chance(0.3) ? () => chance(0.7) : null
      for (let count = random.whole(0, 3); count > 0; count--) {
        faults.push({
          path: pick(PATHS),
          kind: pick(['500', '429', 'reset', 'odd']),
          when: pick(['before', 'after']),
          times: pick([2, 5, 15]),
        })
      }
    }

    function heal() {
      faults.length = 0
      Object.assign(hooks, { duplicate: 0, shuffle: false, drop: null })
    }

    for (let step = 0; step < STEPS; step++) {
      disturb()
      const statuses = await Promise.all(
        people.map((person) => person.fate.weighted(actions)(person)),
      )
      for (const status of statuses) expect([200, 400, 402, 409, 429, 503]).toContain(status)
      if (chance(0.5)) await server.advance(pick(TIMES))
      if (chance(0.3)) await server.billingWork.runDueJobs()
      heal()
      await Promise.all(
        people.map(async (person) =>
          expect((await payments.liveOf(person)).length).toBeLessThanOrEqual(1),
        ),
      )
    }

    await server.advance('1 day')
    await server.billingWork.runDueJobs()
    for (const person of people) {
      const row = await payments.rowOf(person)
      const [live] = await payments.liveOf(person)
      const now = server.services.now()
      const hasAccess = row !== undefined && grantsAccess({ ...row, ends_at: row.endsAt }, now)
      if (live?.status === 'active') expect(hasAccess, 'what is paid opens the listings').toBe(true)
      const isGiven = row?.override === 'active'
      const isInGrace = live?.status === 'past_due'
      if (hasAccess && !isGiven && !isInGrace) {
        expect(live?.status, 'what opens the listings is paid').toBe('active')
      }
      if (row?.override) expect(live, 'a decision ends what is paid').toBeUndefined()
    }
  },
)

/** A server whose way to Stripe is not mended by trying again, and another process beside it. */
async function startWorld() {
  const server = await startServer()
  const { settings, sandbox } = server.services.payments
  const impatient = () =>
    openPayments(settings, { sandbox, stripe: openStripe(settings, { retries: 0 }) })
  server.services.payments = impatient()
  const other = createApp({ ...server.services, payments: impatient() })
  return { server, other, payments: paymentsOf(server) }
}
