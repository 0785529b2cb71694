import { session } from '#client/session/session.ts'
import type { Rates } from '#contract/rates.ts'
import { catalogueMark } from './catalogue-mark.ts'
import type { Input, Output, Question } from './questions.ts'
import { askWorker, prepareCatalogue } from './worker-channel.ts'

interface DeviceAnswer<Q extends Question> {
  data: Output<Q>
  revision: number
  /** When the server last said that this revision is its newest, in milliseconds. */
  checkedAt: number
}

/**
 * Asks the catalogue on this device. Resolves with undefined if the device has no catalogue of this
 * account, or no answer.
 */
export async function askCatalogue<Q extends Question>(
  question: Q,
  input: Input<Q>,
  rates?: Rates,
): Promise<DeviceAnswer<Q> | undefined> {
  const owner = session.userId()
  if (owner === undefined || !catalogueMark.isReady()) return undefined
  const response = await askWorker({ owner, question, input, rates })
  if (response?.isDamaged) void fetchAgain()
  if (session.userId() !== owner || response?.answer === undefined) return undefined
  const { answer, revision = 0, checkedAt = 0 } = response
  // The cast is safe, because the worker answers each question as its endpoint does.
  return { data: answer as Output<Q>, revision, checkedAt }
}

/**
 * Makes the worker open the catalogue while the app starts in the page's thread. Otherwise, the first
 * search would wait until the worker has opened it.
 */
export function prepareSearches() {
  const owner = session.userId()
  if (owner !== undefined && catalogueMark.isReady()) prepareCatalogue(owner)
}

/** Fetches the damaged blocks again, which the worker has deleted. */
async function fetchAgain() {
  // If this code fails to load, or the storage is broken, the next start fetches the blocks.
  const device = await import('./device-catalogue.ts').catch(() => undefined)
  await device?.deviceCatalogue.start().catch(() => undefined)
}
