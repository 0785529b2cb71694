import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openHistory } from '#tests/support/payment-histories.ts'
import { historyAfter, SCENES } from '#tests/support/payment-steps.ts'
import { openPaymentWorld } from '#tests/support/payment-world.ts'
import { SERIES } from '#tests/support/series.ts'

/** The timeout that aborts a hanging run, in milliseconds. */
const TIMEOUT_MS = 1_800_000

/**
 * How many random histories the test runs for each opening situation in `SCENES`. A history is a
 * sequence of events.
 */
const SHARE = Math.ceil(SERIES.histories / Object.keys(SCENES).length)

test.each(Object.entries(SCENES))(
  'after %s and random events, everybody has exactly the access that they paid for or were given, and has paid once (check 52)',
  async (_, opening) => {
    const bugs: unknown[] = []
    const report = (bug: unknown) => void bugs.push(bug)
    const spy = vi.spyOn(console, 'error').mockImplementation(report)
    onTestFinished(() => spy.mockRestore())

    await fc.assert(
      fc.asyncProperty(historyAfter(opening), async (history) => {
        bugs.splice(0)
        const world = await openPaymentWorld(report)
        try {
          const { happens, endsWell, isOpenToAll } = await openHistory(world)
          await happens(history)
          await endsWell(history)
          await isOpenToAll()
        } finally {
          await world.close()
        }
        expect(bugs).toEqual([])
      }),
      { numRuns: SHARE, seed: SERIES.seed },
    )
  },
  TIMEOUT_MS,
)
