import type { Reporter, TestCase } from 'vitest/node'

/**
 * Prints the failures of a test that passed on retry, because a failure may come from a bug or a
 * race.
 */
export class FlakyReporter implements Reporter {
  onTestCaseResult(test: TestCase) {
    if (!test.diagnostic()?.flaky) return
    const reasons = test.result().errors?.map(({ stack, message }) => stack ?? message) ?? []
    console.log(`Passed only when tried again: ${test.fullName}\n${reasons.join('\n')}`)
  }
}
