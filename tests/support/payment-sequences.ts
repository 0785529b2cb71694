import { inArray, isNull } from 'drizzle-orm'
import { expect } from 'vitest'
import { paymentAttempts, paymentLocks, stripeEvents, subscriptions } from '#server/db/schema.ts'
import { compareAll, fetchUndelivered, settleEnded } from '#server/payments/recurring/reconcile.ts'
import { handleEvents } from '#server/payments/recurring/stripe-events.ts'
import {
  expectConsistentChangeLog,
  expectCorrectState,
  expectNoSecondSubscription,
  expectRevenue,
} from './payment-assertions.ts'
import { addPerson, createActions, type Person } from './payment-people.ts'
import { type PaymentSequence, PEOPLE, type PersonStep, type Step } from './payment-steps.ts'
import type { PaymentWorld } from './payment-world.ts'
import { findAllAtStripe, findAtStripe } from './payments-at-stripe.ts'

/** A time in hours, longer than a bank or Stripe waits for a person to confirm a payment. */
const CONFIRMATION_TIMEOUT_HOURS = 26

/**
 * Adds people to the simulated payment world. Returns functions that run a random sequence of
 * steps with these people, and that check the results.
 */
export async function openPaymentSequence(world: PaymentWorld) {
  const admin = await addPerson(world, 'admin')
  const people: Person[] = []
  for (let count = 0; count < PEOPLE; count++) people.push(await addPerson(world))
  const { perform, performAlone, hasAccess } = createActions(world, admin)

  /**
   * Advances to the middle of the given hour of the person's billing month, or of the next month if
   * that hour is over.
   */
  async function advanceToHour(person: Person, hour: number) {
    const { subscriptions } = await findAtStripe(world, person)
    const item = subscriptions.find(({ status }) => status === 'active')?.items.data[0]
    if (!item) return
    const now = world.now().getTime() / 3_600_000
    const starts = [item.current_period_start / 3600, item.current_period_end / 3600]
    const next = starts.map((start) => start + hour + 0.5).find((moment) => moment > now)
    if (next !== undefined) await world.advance(next - now)
  }

  function personOf({ personIndex }: { personIndex: number }) {
    const person = people[personIndex]
    if (!person) throw new Error('There is nobody of that number')
    return person
  }

  async function runStep(step: Step) {
    switch (step.type) {
      case 'concurrent steps':
        return runConcurrently(step.steps)
      case 'advance clock':
        return world.advance(step.hours)
      case 'advance to hour of month':
        return advanceToHour(personOf(step), step.hour)
      case 'delay requests':
        return world.delay(step.path)
      case 'deliver delayed requests':
        return world.deliverDelayedRequests()
      case 'add fault':
        return void world.sandbox.faults.push({ ...step.fault })
      case 'clear faults':
        return void world.sandbox.faults.splice(0)
      case 'set webhook delivery':
        return world.setWebhookDelivery(step.delivery)
      case 'crash process':
        return world.crash(step.processIndex, step)
      case 'restart process':
        return void (await world.restart(step.processIndex))
      case 'run due jobs':
        return (await world.runningProcess(step.processIndex)).billingWork.runDueJobs()
      case 'check state':
        return checkState()
      default:
        return performAlone(personOf(step), step)
    }
  }

  /**
   * Removes all faults for a moment and lets our server catch up. Then runs the same checks as at
   * the end of a sequence.
   */
  async function checkState() {
    await world.stopFaults({ areEventsDelivered: true })
    await catchUp('webhook')
    await expectCorrectStateOfAll()
    await world.allowFaults()
  }

  async function runConcurrently(steps: PersonStep[]) {
    await Promise.all(steps.map((step) => perform(personOf(step), step)))
    for (const person of steps.map(personOf)) {
      // Concurrent steps can end in any order, so no check may rely on which step was the last.
      person.stopped = null
      person.adminDecision = null
    }
  }

  /** Lets our server catch up on missed events, in the given way. */
  async function catchUp(eventSource: PaymentSequence['eventSource']) {
    const { services } = await world.runningProcess(0)
    await world.settle()
    await settleEnded(services)
    if (eventSource === 'undelivered events') await fetchUndelivered(services, null)
    if (eventSource === 'comparison') {
      await compareAll(services)
      await expectRevenue(world)
    }
    for (let tries = 0; tries < 20 && !(await handleEvents(services)); tries++);
  }

  async function expectCorrectStateOfAll() {
    await expectNoSecondSubscription(world, people)
    const stateOf = await findAllAtStripe(world)
    for (const person of people) {
      await expectCorrectState(world, person, {
        hasAccess: await hasAccess(person),
        stripeState: stateOf(person),
      })
    }
  }

  async function expectNothingToReconcile() {
    const { services } = await world.runningProcess(0)
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
    async runSteps({ steps }: PaymentSequence) {
      for (const step of steps) {
        await runStep(step)
        await expectNoSecondSubscription(world, people)
        await expectConsistentChangeLog(world, people)
      }
    },

    /** Ends all faults. Our server must soon reach a correct state, and stay in it for a day. */
    async expectRecovery({ eventSource }: PaymentSequence) {
      await world.stopFaults({ areEventsDelivered: eventSource === 'webhook' })
      await catchUp(eventSource)
      await expectCorrectStateOfAll()
      await expectNothingToReconcile()

      await world.advance(CONFIRMATION_TIMEOUT_HOURS)
      await catchUp(eventSource)
      await (await world.runningProcess(0)).billingWork.runDueJobs()
      await expectCorrectStateOfAll()
      await expectNothingToReconcile()
      await expectRevenue(world)
      await expectConsistentChangeLog(world, people)
      await expectNothingOpen()
    },

    /**
     * Whatever has happened before, a person who pays with a good card gets access through exactly
     * one subscription.
     */
    async expectEveryoneCanPay() {
      for (const [personIndex, person] of people.entries()) {
        await performAlone(person, {
          type: 'pay',
          personIndex,
          processIndex: 0,
          card: 'good',
          isTokenReused: false,
        })
        expect(await hasAccess(person), 'access of somebody with a good card').toBe(true)
      }
      await expectCorrectStateOfAll()
    },
  }
}
