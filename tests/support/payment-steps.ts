import fc from 'fast-check'
import type { Fault } from './faulty-sandbox.ts'

/** Stripe's test cards, by their outcome. */
export const CARDS = {
  good: '4242424242424242',
  '3DS once': '4000002500003155',
  '3DS always': '4000002760003184',
  '3DS, then declined': '4000008260003178',
  declined: '4000000000000002',
  'declined when charged': '4000000000000341',
} as const
export type CardKind = keyof typeof CARDS

/** A change that an administrator can make to a subscription. */
interface AdminChange {
  status?: 'active' | 'inactive'
  plan?: 'premium' | 'Free'
}
const ADMIN_CHANGES: AdminChange[] = [
  { status: 'active' },
  { status: 'inactive' },
  { plan: 'premium' },
  { plan: 'Free' },
]

/**
 * An action that changes the payments of person number `personIndex`. This person or somebody else,
 * such as an administrator, carries out the action. `processIndex` is the number of the server
 * process that handles the action.
 */
export type PersonStep = { personIndex: number; processIndex: number } & (
  | { type: 'pay'; card: CardKind; isTokenReused: boolean }
  | { type: 'authenticate'; passes: boolean }
  | { type: 'confirm' | 'cancel' | 'reactivate' | 'look at listings' }
  | { type: 'be changed by admin'; change: AdminChange }
  | { type: 'be given access'; isForAWeek: boolean }
  | { type: 'get another card at Stripe'; card: 'good' | 'declined when charged' }
  | { type: 'be cancelled at Stripe'; at: 'once' | 'period end' }
  | { type: 'be refunded at Stripe'; how: 'whole' | 'in part' }
  | { type: 'get a second subscription at Stripe' }
)

export type Step =
  | PersonStep
  | { type: 'concurrent steps'; steps: PersonStep[] }
  | { type: 'advance clock'; hours: number }
  | { type: 'advance to hour of month'; personIndex: number; hour: number }
  | { type: 'delay requests'; path: RegExp }
  | { type: 'deliver delayed requests' }
  | { type: 'add fault'; fault: Fault }
  | { type: 'clear faults' }
  | { type: 'set webhook delivery'; delivery: WebhookDelivery }
  | { type: 'crash process'; processIndex: number; after: number }
  | { type: 'restart process'; processIndex: number }
  | { type: 'run due jobs'; processIndex: number }
  | { type: 'check state' }

/** The delivery of Stripe's webhook events. */
export type WebhookDelivery = 'delivered' | 'dropped' | 'paused' | 'duplicated' | 'shuffled'

/** One random test case. */
export interface PaymentSequence {
  steps: Step[]
  /**
   * The only source from which our server learns of missed events after the last step: webhook
   * events, Stripe's list of undelivered events, or a comparison with all subscriptions at Stripe.
   * Each of these three sources must be enough by itself.
   */
  eventSource: 'webhook' | 'undelivered events' | 'comparison'
}

/** The number of people whose payments a sequence of steps can change. */
export const PEOPLE = 3
const DAY_HOURS = 24
const LONGEST_MONTH_HOURS = 31 * DAY_HOURS

const person = { personIndex: fc.nat(PEOPLE - 1), processIndex: fc.nat(1) }
const constant = <const T>(value: T) => fc.constant(value)

const personStep: fc.Arbitrary<PersonStep> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      ...person,
      type: constant('pay'),
      card: fc.oneof(
        { weight: 3, arbitrary: constant('good') },
        { weight: 5, arbitrary: fc.constantFrom(...(Object.keys(CARDS) as CardKind[])) },
      ),
      isTokenReused: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ ...person, type: constant('authenticate'), passes: fc.boolean() }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      ...person,
      type: fc.constantFrom('confirm', 'cancel', 'reactivate', 'look at listings'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...person,
      type: constant('be changed by admin'),
      change: fc.constantFrom(...ADMIN_CHANGES),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      ...person,
      type: constant('be given access'),
      isForAWeek: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...person,
      type: constant('get another card at Stripe'),
      card: fc.constantFrom('good', 'declined when charged'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      ...person,
      type: constant('be cancelled at Stripe'),
      at: fc.constantFrom('once', 'period end'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...person,
      type: constant('be refunded at Stripe'),
      how: fc.constantFrom('whole', 'in part'),
    }),
  },
)

/** Paths that our server requests from Stripe. Browsers use other paths. */
const PATHS = [
  /^\/v1\/(?!payment_methods$)/,
  /^\/v1\/customers/,
  /\/attach$/,
  /^\/v1\/subscriptions$/,
  /^\/v1\/subscriptions\/\w+$/,
  /^\/v1\/invoices/,
  /^\/v1\/setup_intents/,
]

/**
 * Requests that create an object at Stripe. The step `delay requests` holds back such a request
 * until our server has given up on it.
 */
const CREATING = /^\/v1\/subscriptions$/
const CREATIONS = [CREATING, /^\/v1\/customers$/]

/**
 * Faults that our server notices immediately. `hang` is left out, because our server notices a
 * hanging request only at a timeout.
 */
const failure: fc.Arbitrary<Fault> = fc.record({
  path: fc.constantFrom(...PATHS),
  kind: fc.constantFrom('500', '429', 'reset', 'odd'),
  when: fc.constantFrom('before', 'after'),
  times: fc.integer({ min: 1, max: 3 }),
})

const fault: fc.Arbitrary<Fault> = fc.oneof(
  failure,
  fc.record({
    method: constant('POST'),
    path: fc.constantFrom(...PATHS),
    kind: constant('hang'),
    when: fc.constantFrom('before', 'after'),
    times: constant(1),
  }),
)

const crash: fc.Arbitrary<Step> = fc.record({
  type: constant('crash process'),
  processIndex: fc.nat(1),
  after: fc.nat(20),
})

/** Faults that do not make our server wait for a timeout. */
const immediateFault: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ type: constant('add fault'), fault: failure }),
  crash,
)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 30, arbitrary: personStep },
  {
    weight: 4,
    arbitrary: fc.record({
      type: constant('concurrent steps'),
      steps: fc.array(personStep, { minLength: 2, maxLength: 4 }),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      type: constant('advance clock'),
      hours: fc.constantFrom(
        1,
        5,
        DAY_HOURS,
        4 * DAY_HOURS,
        12 * DAY_HOURS,
        31 * DAY_HOURS,
        33 * DAY_HOURS,
      ),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      type: constant('advance to hour of month'),
      personIndex: fc.nat(PEOPLE - 1),
      // Choose hour 0 in about half of the steps, because the renewal's invoice is still a draft
      // then. Uniformly random hours would rarely test a draft invoice.
      hour: fc.oneof(constant(0), fc.nat(LONGEST_MONTH_HOURS)),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: constant('delay requests'), path: fc.constantFrom(...CREATIONS) }),
  },
  { weight: 4, arbitrary: constant({ type: 'deliver delayed requests' }) },
  { weight: 7, arbitrary: fc.record({ type: constant('add fault'), fault }) },
  { weight: 2, arbitrary: constant({ type: 'clear faults' }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: constant('set webhook delivery'),
      delivery: fc.constantFrom('delivered', 'dropped', 'paused', 'duplicated', 'shuffled'),
    }),
  },
  { weight: 4, arbitrary: crash },
  {
    weight: 1,
    arbitrary: fc.record({ type: constant('restart process'), processIndex: fc.nat(1) }),
  },
  { weight: 3, arbitrary: fc.record({ type: constant('run due jobs'), processIndex: fc.nat(1) }) },
)

const cardStep = { card: 'good', isTokenReused: false } as const
const CHECK_STATE: Step = { type: 'check state' }

/**
 * Situations in which a bug could easily lose money or charge a person twice. Random steps rarely
 * produce these situations, so every sequence begins with one, before anybody has a subscription.
 * Later in the sequence, more of these situations can follow.
 */
export const EDGE_CASES = {
  /**
   * In the first hour of a month, the renewal's invoice is a draft. Stripe charges it later unless
   * our server cancels it.
   */
  'a cancellation in the first hour of a month': fc
    .record(person)
    .map((person): Step[] => [
      { ...person, type: 'pay', ...cardStep },
      { type: 'advance clock', hours: DAY_HOURS },
      { type: 'advance to hour of month', personIndex: person.personIndex, hour: 0 },
      { ...person, type: 'cancel' },
      { type: 'advance clock', hours: 5 },
      CHECK_STATE,
    ]),

  'a creation that arrives after another card has paid': fc
    .record(person)
    .map((person): Step[] => [
      { type: 'delay requests', path: CREATING },
      { ...person, type: 'pay', ...cardStep },
      { ...person, type: 'pay', ...cardStep },
      { type: 'deliver delayed requests' },
      CHECK_STATE,
    ]),

  /**
   * This edge case has no step that advances the clock. Otherwise the first subscription could end
   * before our server sees both subscriptions.
   */
  'a second subscription that appears at Stripe': fc
    .record({ ...person, immediateFault: fc.option(immediateFault) })
    .map(({ immediateFault, ...person }): Step[] => [
      { ...person, type: 'pay', ...cardStep },
      ...(immediateFault ? [immediateFault] : []),
      { ...person, type: 'get a second subscription at Stripe' },
      { type: 'run due jobs', processIndex: person.processIndex },
      CHECK_STATE,
    ]),

  /**
   * The refund comes after one hour or after twelve days. In both cases, the refund must end
   * access. In the first days of a month, an unpaid renewal still gives access (the grace period),
   * but a refunded month must not give access.
   */
  'a refund of a whole month': fc
    .record({ ...person, hours: fc.constantFrom(1, 12 * DAY_HOURS) })
    .map(({ hours, ...person }): Step[] => [
      { ...person, type: 'pay', ...cardStep },
      { type: 'advance clock', hours },
      { ...person, type: 'be refunded at Stripe', how: 'whole' },
      CHECK_STATE,
    ]),
} satisfies Record<string, fc.Arbitrary<Step[]>>

/** The person pays with another card and cancels while the renewal's invoice is a draft. */
const paidInFirstHour: fc.Arbitrary<Step[]> = fc
  .record({ ...person, failing: constant('declined when charged') })
  .map(({ failing, ...person }) => [
    { ...person, type: 'get another card at Stripe', card: failing },
    { type: 'advance to hour of month', personIndex: person.personIndex, hour: 0 },
    { ...person, type: 'pay', ...cardStep },
    { ...person, type: 'cancel' },
  ])

const anySteps: fc.Arbitrary<Step[]> = fc.oneof(
  { weight: 40, arbitrary: step.map((step) => [step]) },
  { weight: 2, arbitrary: fc.oneof(paidInFirstHour, ...Object.values(EDGE_CASES)) },
)

/** Generates sequences that begin with the given steps. */
export function sequenceAfter(opening: fc.Arbitrary<Step[]>): fc.Arbitrary<PaymentSequence> {
  return fc.record({
    steps: fc
      .tuple(opening, fc.array(anySteps, { minLength: 4, maxLength: 24, size: 'max' }))
      .map(([opening, more]) => [...opening, ...more.flat()]),
    eventSource: fc.constantFrom('webhook', 'undelivered events', 'comparison'),
  })
}
