import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openPaymentSequence } from '#tests/support/payment-sequences.ts'
import { EDGE_CASES, sequenceAfter } from '#tests/support/payment-steps.ts'
import { openPaymentWorld } from '#tests/support/payment-world.ts'
import { SERIES } from '#tests/support/series.ts'

/** The timeout that aborts a hanging run, in milliseconds. */
const TIMEOUT_MS = 1_800_000

/**
 * How many random sequences of steps the test runs for each edge case. Each sequence begins with
 * the steps of its edge case.
 */
const SEQUENCES_PER_EDGE_CASE = Math.ceil(SERIES.paymentSequences / Object.keys(EDGE_CASES).length)

test.each(Object.entries(EDGE_CASES))(
  'after %s and random events, everybody has exactly the access that they paid for or were given, and has paid once (check 52)',
  async (_, opening) => {
    const bugs: unknown[] = []
    const report = (bug: unknown) => void bugs.push(bug)
    const spy = vi.spyOn(console, 'error').mockImplementation(report)
    onTestFinished(() => spy.mockRestore())

    await fc.assert(
      fc.asyncProperty(sequenceAfter(opening), async (sequence) => {
        bugs.splice(0)
        const world = await openPaymentWorld(report)
        try {
          const { runSteps, expectRecovery, expectEveryoneCanPay } =
            await openPaymentSequence(world)
          await runSteps(sequence)
          await expectRecovery(sequence)
          await expectEveryoneCanPay()
        } finally {
          await world.close()
        }
        expect(bugs).toEqual([])
      }),
      { numRuns: SEQUENCES_PER_EDGE_CASE, seed: SERIES.seed },
    )
  },
  TIMEOUT_MS,
)
