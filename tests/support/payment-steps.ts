import fc from 'fast-check'
import type { Fault } from '#stripe-sandbox/http/faults.ts'

/** Stripe's test cards, by their outcome. */
export const CARDS = {
  good: '4242424242424242',
  'asks once': '4000002500003155',
  'asks always': '4000002760003184',
  'asks, then declines': '4000008260003178',
  declined: '4000000000000002',
  'declined when charged': '4000000000000341',
} as const
export type CardKind = keyof typeof CARDS

/** A change that an administrator can make to a subscription. */
interface Decision {
  status?: 'active' | 'inactive'
  plan?: 'premium' | 'Free'
}
const DECISIONS: Decision[] = [
  { status: 'active' },
  { status: 'inactive' },
  { plan: 'premium' },
  { plan: 'Free' },
]

/**
 * An action that changes the payments of person number `who`. The person or somebody else acts.
 * `on` is the number of the server process that handles the action.
 */
export type PersonStep = { who: number; on: number } & (
  | { does: 'pay'; card: CardKind; again: boolean }
  | { does: 'answer the bank'; passes: boolean }
  | { does: 'confirm' | 'cancel' | 'reactivate' | 'look at listings' }
  | { does: 'be decided about'; decision: Decision }
  | { does: 'be given access'; isForAWeek: boolean }
  | { does: 'get another card at Stripe'; card: 'good' | 'declined when charged' }
  | { does: 'be cancelled at Stripe'; at: 'once' | 'period end' }
  | { does: 'be refunded at Stripe'; how: 'whole' | 'in part' }
  | { does: 'get a second subscription at Stripe' }
)

export type Step =
  | PersonStep
  | { does: 'many things at once'; steps: PersonStep[] }
  | { does: 'time'; hours: number }
  | { does: 'hour of a month'; who: number; hour: number }
  | { does: 'delay'; path: RegExp }
  | { does: 'arrival' }
  | { does: 'fault'; fault: Fault }
  | { does: 'good weather' }
  | { does: 'news'; fate: NewsFate }
  | { does: 'death'; on: number; after: number }
  | { does: 'restart'; on: number }
  | { does: 'regular work'; on: number }
  | { does: 'quiet moment' }

/** The delivery of Stripe's webhook events. */
export type NewsFate = 'delivered' | 'dropped' | 'held back' | 'doubled' | 'shuffled'

/** A random sequence of steps, and how our server learns of missed events after the last step. */
export interface History {
  steps: Step[]
  /**
   * How our server learns of missed events after the last step: from webhook events (`news`), from
   * Stripe's list of undelivered events, or from a comparison with all subscriptions at Stripe.
   * Each of the three ways must be enough by itself.
   */
  learnsFrom: 'news' | 'undelivered events' | 'comparison'
}

/** The number of people who take part in each history. */
export const PEOPLE = 3
const DAY_HOURS = 24
const LONGEST_MONTH_HOURS = 31 * DAY_HOURS

const person = { who: fc.nat(PEOPLE - 1), on: fc.nat(1) }
const constant = <const T>(value: T) => fc.constant(value)

const personStep: fc.Arbitrary<PersonStep> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      ...person,
      does: constant('pay'),
      card: fc.oneof(
        { weight: 3, arbitrary: constant('good') },
        { weight: 5, arbitrary: fc.constantFrom(...(Object.keys(CARDS) as CardKind[])) },
      ),
      again: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ ...person, does: constant('answer the bank'), passes: fc.boolean() }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      ...person,
      does: fc.constantFrom('confirm', 'cancel', 'reactivate', 'look at listings'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...person,
      does: constant('be decided about'),
      decision: fc.constantFrom(...DECISIONS),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      ...person,
      does: constant('be given access'),
      isForAWeek: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...person,
      does: constant('get another card at Stripe'),
      card: fc.constantFrom('good', 'declined when charged'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      ...person,
      does: constant('be cancelled at Stripe'),
      at: fc.constantFrom('once', 'period end'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...person,
      does: constant('be refunded at Stripe'),
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
 * Requests that create an object at Stripe. The step `delay` holds back such a request until our
 * server has given up on it.
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

const death: fc.Arbitrary<Step> = fc.record({
  does: constant('death'),
  on: fc.nat(1),
  after: fc.nat(20),
})

/** Faults that do not make our server wait for a timeout. */
const trouble: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ does: constant('fault'), fault: failure }),
  death,
)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 30, arbitrary: personStep },
  {
    weight: 4,
    arbitrary: fc.record({
      does: constant('many things at once'),
      steps: fc.array(personStep, { minLength: 2, maxLength: 4 }),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      does: constant('time'),
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
      does: constant('hour of a month'),
      who: fc.nat(PEOPLE - 1),
      // About half of these hours are hour 0, in which the renewal's invoice is still a draft.
      // Without this, the histories would rarely test a draft invoice.
      hour: fc.oneof(constant(0), fc.nat(LONGEST_MONTH_HOURS)),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ does: constant('delay'), path: fc.constantFrom(...CREATIONS) }),
  },
  { weight: 4, arbitrary: constant({ does: 'arrival' }) },
  { weight: 7, arbitrary: fc.record({ does: constant('fault'), fault }) },
  { weight: 2, arbitrary: constant({ does: 'good weather' }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: constant('news'),
      fate: fc.constantFrom('delivered', 'dropped', 'held back', 'doubled', 'shuffled'),
    }),
  },
  { weight: 4, arbitrary: death },
  { weight: 1, arbitrary: fc.record({ does: constant('restart'), on: fc.nat(1) }) },
  { weight: 3, arbitrary: fc.record({ does: constant('regular work'), on: fc.nat(1) }) },
)

const cardStep = { card: 'good', again: false } as const
const QUIET: Step = { does: 'quiet moment' }

/**
 * Situations in which money is easily lost or charged twice, and which random steps rarely produce.
 * Every history begins with one of these situations, before anybody has a subscription. More
 * situations may follow later.
 */
export const SCENES = {
  /**
   * In the first hour of a month, the renewal's invoice is a draft. Stripe charges it later unless
   * our server cancels it.
   */
  'a cancellation in the first hour of a month': fc
    .record(person)
    .map((person): Step[] => [
      { ...person, does: 'pay', ...cardStep },
      { does: 'time', hours: DAY_HOURS },
      { does: 'hour of a month', who: person.who, hour: 0 },
      { ...person, does: 'cancel' },
      { does: 'time', hours: 5 },
      QUIET,
    ]),

  'a creation that arrives after another card has paid': fc
    .record(person)
    .map((person): Step[] => [
      { does: 'delay', path: CREATING },
      { ...person, does: 'pay', ...cardStep },
      { ...person, does: 'pay', ...cardStep },
      { does: 'arrival' },
      QUIET,
    ]),

  /**
   * This scene has no step that advances the clock. Otherwise the first subscription could end
   * before our server sees both subscriptions.
   */
  'a second subscription that appears at Stripe': fc
    .record({ ...person, trouble: fc.option(trouble) })
    .map(({ trouble, ...person }): Step[] => [
      { ...person, does: 'pay', ...cardStep },
      ...(trouble ? [trouble] : []),
      { ...person, does: 'get a second subscription at Stripe' },
      { does: 'regular work', on: person.on },
      QUIET,
    ]),

  /**
   * The refund comes after one hour or after twelve days, and must end access in both cases. In the
   * first days of a month, an unpaid renewal still gives access (the grace period). A refunded
   * month must not.
   */
  'a refund of a whole month': fc
    .record({ ...person, hours: fc.constantFrom(1, 12 * DAY_HOURS) })
    .map(({ hours, ...person }): Step[] => [
      { ...person, does: 'pay', ...cardStep },
      { does: 'time', hours },
      { ...person, does: 'be refunded at Stripe', how: 'whole' },
      QUIET,
    ]),
} satisfies Record<string, fc.Arbitrary<Step[]>>

/** The person pays with another card and cancels while the renewal's invoice is a draft. */
const paidInFirstHour: fc.Arbitrary<Step[]> = fc
  .record({ ...person, failing: constant('declined when charged') })
  .map(({ failing, ...person }) => [
    { ...person, does: 'get another card at Stripe', card: failing },
    { does: 'hour of a month', who: person.who, hour: 0 },
    { ...person, does: 'pay', ...cardStep },
    { ...person, does: 'cancel' },
  ])

const anyScene: fc.Arbitrary<Step[]> = fc.oneof(
  { weight: 40, arbitrary: step.map((step) => [step]) },
  { weight: 2, arbitrary: fc.oneof(paidInFirstHour, ...Object.values(SCENES)) },
)

/** Generates histories that begin with the given scene. */
export function historyAfter(opening: fc.Arbitrary<Step[]>): fc.Arbitrary<History> {
  return fc.record({
    steps: fc
      .tuple(opening, fc.array(anyScene, { minLength: 4, maxLength: 24, size: 'max' }))
      .map(([opening, scenes]) => [...opening, ...scenes.flat()]),
    learnsFrom: fc.constantFrom('news', 'undelivered events', 'comparison'),
  })
}
