import { inArray, isNull } from 'drizzle-orm'
import { expect } from 'vitest'
import { paymentAttempts, paymentLocks, stripeEvents, subscriptions } from '#server/db/schema.ts'
import { compareAll, fetchUndelivered, settleEnded } from '#server/payments/reconcile.ts'
import { handleEvents } from '#server/payments/stripe-events.ts'
import { actingIn, addPerson, type Person } from './payment-people.ts'
import { type History, PEOPLE, type PersonStep, type Step } from './payment-steps.ts'
import { expectCounted, expectFair, expectNoSecond, expectRevenue } from './payment-truths.ts'
import type { PaymentWorld } from './payment-world.ts'
import { findAllAtStripe, findAtStripe } from './payments-at-stripe.ts'

/** A time in hours, longer than a bank or Stripe waits for a person to confirm a payment. */
const LONG = 26

/**
 * Adds people to the simulated payment world. Returns functions that run a history (a random
 * sequence of steps) with these people, and that check the results.
 */
export async function openHistory(world: PaymentWorld) {
  const admin = await addPerson(world, 'admin')
  const people: Person[] = []
  for (let count = 0; count < PEOPLE; count++) people.push(await addPerson(world))
  const { take, takeAlone, hasAccess } = actingIn(world, admin)

  /**
   * Advances to the middle of the given hour of the person's billing month, or of the next month if
   * that hour is over.
   */
  async function passToHour(person: Person, hour: number) {
    const { subscriptions } = await findAtStripe(world, person)
    const item = subscriptions.find(({ status }) => status === 'active')?.items.data[0]
    if (!item) return
    const now = world.now().getTime() / 3_600_000
    const starts = [item.current_period_start / 3600, item.current_period_end / 3600]
    const next = starts.map((start) => start + hour + 0.5).find((moment) => moment > now)
    if (next !== undefined) await world.advance(next - now)
  }

  function personOf({ who }: { who: number }) {
    const person = people[who]
    if (!person) throw new Error('There is nobody of that number')
    return person
  }

  async function happen(step: Step) {
    switch (step.does) {
      case 'many things at once':
        return manyAtOnce(step.steps)
      case 'time':
        return world.advance(step.hours)
      case 'hour of a month':
        return passToHour(personOf(step), step.hour)
      case 'delay':
        return world.delay(step.path)
      case 'arrival':
        return world.arrival()
      case 'fault':
        return void world.sandbox.faults.push({ ...step.fault })
      case 'good weather':
        return void world.sandbox.faults.splice(0)
      case 'news':
        return world.setNews(step.fate)
      case 'death':
        return world.die(step.on, step)
      case 'restart':
        return void (await world.restart(step.on))
      case 'regular work':
        return (await world.living(step.on)).billingWork.runDueJobs()
      case 'quiet moment':
        return quietMoment()
      default:
        return takeAlone(personOf(step), step)
    }
  }

  /**
   * Removes all faults for a moment and lets our server catch up. Then runs the same checks as at
   * the end of a history.
   */
  async function quietMoment() {
    await world.makePeace({ isNewsDelivered: true })
    await catchUp('news')
    await expectEverybodyFair()
    await world.endPeace()
  }

  async function manyAtOnce(steps: PersonStep[]) {
    await Promise.all(steps.map((step) => take(personOf(step), step)))
    for (const person of steps.map(personOf)) {
      // Concurrent steps can end in any order, so no check may rely on which step was the last.
      person.stopped = null
      person.lastWord = null
    }
  }

  /** Lets our server catch up on missed events, in the given way. */
  async function catchUp(way: History['learnsFrom']) {
    const { services } = await world.living(0)
    await world.settle()
    await settleEnded(services)
    if (way === 'undelivered events') await fetchUndelivered(services, null)
    if (way === 'comparison') {
      await compareAll(services)
      await expectRevenue(world)
    }
    for (let tries = 0; tries < 20 && !(await handleEvents(services)); tries++);
  }

  async function expectEverybodyFair() {
    await expectNoSecond(world, people)
    const of = await findAllAtStripe(world)
    for (const person of people) {
      await expectFair(world, person, { hasAccess: await hasAccess(person), had: of(person) })
    }
  }

  async function expectNothingToReconcile() {
    const { services } = await world.living(0)
    const rows = () => world.db.select().from(subscriptions).orderBy(subscriptions.userId)
    const before = await rows()
    expect(await compareAll(services)).toMatchObject({ different: 0 })
    expect(await rows()).toEqual(before)
  }

  async function expectNothingOpen() {
    const unsettled = inArray(paymentAttempts.state, ['open', 'requires_action'])
    expect(await world.db.select().from(paymentAttempts).where(unsettled)).toEqual([])
    const unhandled = isNull(stripeEvents.handledAt)
    expect(await world.db.select().from(stripeEvents).where(unhandled)).toEqual([])
    expect(await world.db.select().from(paymentLocks)).toEqual([])
  }

  return {
    /**
     * Runs the steps one after the other. After each step, checks that nobody has two subscriptions
     * and that the change log is consistent.
     */
    async happens({ steps }: History) {
      for (const step of steps) {
        await happen(step)
        await expectNoSecond(world, people)
        await expectCounted(world, people)
      }
    },

    /** Ends all faults. Our server must soon reach a correct state, and stay in it for a day. */
    async endsWell({ learnsFrom }: History) {
      await world.makePeace({ isNewsDelivered: learnsFrom === 'news' })
      await catchUp(learnsFrom)
      await expectEverybodyFair()
      await expectNothingToReconcile()

      await world.advance(LONG)
      await catchUp(learnsFrom)
      await (await world.living(0)).billingWork.runDueJobs()
      await expectEverybodyFair()
      await expectNothingToReconcile()
      await expectRevenue(world)
      await expectCounted(world, people)
      await expectNothingOpen()
    },

    /**
     * Whatever has happened before, a person who pays with a good card gets access through exactly
     * one subscription.
     */
    async isOpenToAll() {
      for (const [who, person] of people.entries()) {
        await takeAlone(person, { does: 'pay', who, on: 0, card: 'good', again: false })
        expect(await hasAccess(person), 'access of somebody with a good card').toBe(true)
      }
      await expectEverybodyFair()
    },
  }
}
