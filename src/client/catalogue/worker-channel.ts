import { onlineManager } from '@tanstack/react-query'
import { wait } from '#client/browser/wait.ts'
import type { Answered, Asked, FromWorker, Output, Question, ToWorker } from './questions.ts'

/* The page's side of the worker that searches the catalogue. */

/** How long the worker may take before the page asks the server. */
const TIMEOUT_MS = 2_000
/** The timeout without a network, where a slow answer is better than none. */
const OFFLINE_TIMEOUT_MS = 15_000
/** The timeout of questions that the server cannot answer. They may read many blocks. */
const DEVICE_ONLY_TIMEOUT_MS = 60_000
const DEVICE_ONLY: Question[] = ['countPhotos', 'listPhotos']

let worker: Worker | undefined
/** Whether the worker has missed a timeout, and has answered nothing since. */
let isLate = false
let lastId = 0
const waiting = new Map<number, (answered: Answered | undefined) => void>()

/** Resolves with undefined if the worker does not answer. */
export async function askWorker<Q extends Question>(asked: Asked<Q>) {
  const timeoutMs = timeoutOf(asked.question)
  // The server answers sooner than a worker that hangs.
  if (isLate && timeoutMs === TIMEOUT_MS) return undefined
  const { elapsed, stop } = wait(timeoutMs)
  lastId += 1
  const id = lastId
  try {
    const answer = new Promise<Answered | undefined>((resolve) => waiting.set(id, resolve))
    openWorker().postMessage({ id, ...asked } satisfies ToWorker)
    // The cast is safe, because the worker answers each question with its own type.
    return (await Promise.race([answer, elapsed.then(() => giveUp(timeoutMs))])) as
      | Answered<Output<Q>>
      | undefined
  } catch {
    return undefined
  } finally {
    waiting.delete(id)
    stop()
  }
}

function timeoutOf(question: Question) {
  if (DEVICE_ONLY.includes(question)) return DEVICE_ONLY_TIMEOUT_MS
  return onlineManager.isOnline() ? TIMEOUT_MS : OFFLINE_TIMEOUT_MS
}

function giveUp(timeoutMs: number) {
  if (timeoutMs === TIMEOUT_MS) isLate = true
  // A worker that takes this long has died or hangs. The next question starts another one.
  else closeCatalogue()
  return undefined
}

/** Makes the worker open the catalogue of this account before the first question. */
export function prepareCatalogue(owner: string) {
  try {
    openWorker().postMessage({ owner } satisfies ToWorker)
  } catch {
    // This browser starts no worker. Then the server answers the questions.
  }
}

function openWorker() {
  if (worker) return worker
  worker = new Worker(new URL('./catalogue-worker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    isLate = false
    waiting.get(data.id)?.(data)
  }
  worker.onerror = closeCatalogue
  return worker
}

/** Makes the next question open the blocks again, because they have changed. */
export function reopenCatalogue() {
  worker?.postMessage({ hasChanged: true } satisfies ToWorker)
}

/** Removes the catalogue from memory. The questions that wait are not answered. */
export function closeCatalogue() {
  worker?.terminate()
  worker = undefined
  isLate = false
  for (const resolve of waiting.values()) resolve(undefined)
}
