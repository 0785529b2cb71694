import { attempt } from '#client/browser/storage.ts'
import { journal } from '#client/outbox/journal.ts'
import { reduceUnsent } from '#client/outbox/outbox-store.ts'
import { forgetPhotos } from '#client/photos/forget-photos.ts'
import { forgetQueries } from '#client/query-store/offline-queries.ts'
import { markOf } from './mark.ts'
import { forgetKeptAccount } from './persisted-account.ts'
import { session } from './session.ts'
import { clearTraces, endTraces, readTraces, startTraces } from './session-log.ts'

/** How long deleting each kind of data may take. In milliseconds. */
const PATIENCE = 10_000

/** Deletes the data of earlier sessions, then records the new session. */
export async function makeRoomFor(token: string) {
  const traces = await readTraces()
  // If deleting fails, every start tries again.
  if (!traces?.of || (await forget())) await startTraces(markOf(token))
}

/**
 * Deletes the data of a session that has just ended. Every tab does, since each may have written
 * until then.
 */
export async function forgetSession(ended: string) {
  await endTraces(ended)
  const traces = await readTraces()
  const isOver = !traces?.of || traces.over.includes(traces.of)
  // Otherwise somebody has signed in since, and signing in has already deleted the data.
  if (isOver) await forget()
}

/** At every start: completes an interrupted wipe, and deletes data of a session without a token. */
export async function forgetEarlierSessions() {
  const traces = await readTraces()
  const mark = session.mark()
  if (!traces) return
  // The browser crashed and restored the token of an ended session.
  if (mark !== null && traces.over.includes(mark)) return session.end(session.token())
  if (traces.of === mark) return
  if (traces.of !== null && !(await forget())) return
  if (mark !== null) await startTraces(mark)
}

/**
 * Deletes all account data on this device. Only unsent changes stay, without token and listing
 * record. Resolves with whether that worked.
 */
async function forget() {
  forgetKeptAccount()
  journal.reduce()
  const parts = [forgetQueries, forgetPhotos, reduceUnsent].map((forgetPart) =>
    attempt(async () => {
      await forgetPart()
      return true
    }, PATIENCE),
  )
  const isDone = (await Promise.all(parts)).every((isForgotten) => isForgotten === true)
  if (isDone) await clearTraces()
  return isDone
}
