import { setTimeout as pass } from 'node:timers/promises'

/** The number of concurrent connections. */
export const CONNECTIONS = 16

/**
 * Runs a request or query and waits for its result. If there are several requests or queries,
 * `index` selects one.
 */
export type SendRequest = (index: number) => Promise<unknown>

/**
 * Closed-loop load: for `duration`, each connection sends its next request as soon as it has a
 * response. Returns the response times. All times are in milliseconds.
 */
export async function runClosedLoop(send: SendRequest, duration: number) {
  const times: number[] = []
  const end = performance.now() + duration
  async function sendContinuously(first: number) {
    for (let index = first; ; index++) {
      const start = performance.now()
      if (start > end) return
      await send(index)
      times.push(performance.now() - start)
    }
  }
  // Each connection starts at a different index, so that no two connections send the same request
  // at the same time.
  const firstIndexes = Array.from(
    { length: CONNECTIONS },
    (_, connection) => connection * CONNECTIONS,
  )
  await Promise.all(firstIndexes.map(sendContinuously))
  return times
}

/** How often to check which requests are due, in milliseconds. */
const CHECK_INTERVAL_MS = 5

/**
 * Open-loop load: sends `rate` requests a second for `duration`, even if earlier requests are
 * unanswered. Returns the errors and the response times. A response time counts from the moment the
 * request was due. All times are in milliseconds.
 */
export async function runOpenLoop(send: SendRequest, rate: number, duration: number) {
  const times: number[] = []
  const errors: unknown[] = []
  const sent: Promise<void>[] = []
  const start = performance.now()
  const count = Math.floor((rate * duration) / 1000)

  async function sendAt(index: number) {
    const due = start + (index * 1000) / rate
    try {
      await send(index)
      times.push(performance.now() - due)
    } catch (error) {
      errors.push(error)
    }
  }

  while (sent.length < count) {
    const due = Math.min(count, Math.floor(((performance.now() - start) * rate) / 1000))
    while (sent.length < due) sent.push(sendAt(sent.length))
    await pass(CHECK_INTERVAL_MS)
  }
  await Promise.all(sent)
  return { times, errors }
}
