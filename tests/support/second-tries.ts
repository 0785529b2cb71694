import type { Reporter, TestCase } from 'vitest/node'

/**
 * Prints the failure of a test that passed on retry, because the failure may come from a bug or a
 * race.
 */
export class SecondTries implements Reporter {
  onTestCaseResult(test: TestCase) {
    if (!test.diagnostic()?.flaky) return
    const reasons = test.result().errors?.map(({ stack, message }) => stack ?? message) ?? []
    console.log(`Passed only when tried again: ${test.fullName}\n${reasons.join('\n')}`)
  }
}
