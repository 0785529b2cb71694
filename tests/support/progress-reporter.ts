import { millisecondsInMinute as MINUTE_MS } from 'date-fns/constants'
import type { Reporter, TestModule, TestSpecification } from 'vitest/node'

/** How often the progress is printed, as a fraction of all test files. */
const STEP = 0.05
/** The duration of the first files says little about the rest, because workers start slowly. */
const FIRST_ESTIMATE = 0.1

/**
 * Prints how many test files have run, and estimates how long the others take. The estimate is the
 * average of the files so far, so it suits the machine on which the tests run.
 */
export class ProgressReporter implements Reporter {
  #files = 0
  #done = 0
  #printed = 0
  #startedAt = 0

  onTestRunStart(files: readonly TestSpecification[]) {
    this.#files = files.length
    this.#done = 0
    this.#printed = 0
    this.#startedAt = performance.now()
    const isLong = files.length > 1 / STEP
    if (isLong) console.log(`Running ${files.length} test files. An estimate of the time follows.`)
    else this.#printed = 1
  }

  onTestModuleEnd(_file: TestModule) {
    this.#done += 1
    const share = this.#done / this.#files
    if (share < FIRST_ESTIMATE || share < this.#printed + STEP || share >= 1) return
    this.#printed = share
    const elapsed = performance.now() - this.#startedAt
    const minutes = Math.ceil((elapsed / share - elapsed) / MINUTE_MS)
    console.log(`${this.#done} of ${this.#files} test files have run, about ${minutes} min left`)
  }
}
