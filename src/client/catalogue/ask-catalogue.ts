import { session } from '#client/session/session.ts'
import type { Rates } from '#contract/rates.ts'
import { catalogueMark } from './catalogue-mark.ts'
import type { Input, Question } from './questions.ts'
import { askWorker, prepareCatalogue } from './worker-channel.ts'

/**
 * Asks the catalogue on this device. Resolves with undefined if the device has no catalogue of this
 * account, or no answer.
 */
export async function askCatalogue<Q extends Question>(
  question: Q,
  input: Input<Q>,
  rates?: Rates,
) {
  const owner = session.userId()
  if (owner === undefined || !catalogueMark.isReady()) return undefined
  const response = (await askWorker({ owner, question, input, rates })) ?? {}
  const { answer, revision = 0, checkedAt = 0, isDamaged } = response
  if (isDamaged) void fetchAgain()
  if (session.userId() !== owner || answer === undefined) return undefined
  return { data: answer, revision, checkedAt }
}

/**
 * Makes the worker open the catalogue while the app starts in the page's thread. Otherwise, the first
 * search would wait until the worker has opened it.
 */
export function prepareSearches() {
  const owner = session.userId()
  if (owner !== undefined) prepareCatalogue(owner)
}

/** Fetches the damaged blocks again, which the worker has deleted. */
async function fetchAgain() {
  // If this code fails to load, or the storage is broken, the next start fetches the blocks.
  const device = await import('./device-catalogue.ts').catch(() => undefined)
  await device?.deviceCatalogue.start().catch(() => undefined)
}
