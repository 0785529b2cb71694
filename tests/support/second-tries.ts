import type { Reporter, TestCase } from 'vitest/node'

/** Prints why a test failed that passed when it was tried again: it has found something, or races. */
export class SecondTries implements Reporter {
  onTestCaseResult(test: TestCase) {
    if (!test.diagnostic()?.flaky) return
    const reasons = test.result().errors?.map(({ stack, message }) => stack ?? message) ?? []
    console.log(`Passed only when tried again: ${test.fullName}\n${reasons.join('\n')}`)
  }
}
