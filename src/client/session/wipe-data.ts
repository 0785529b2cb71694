import { attempt } from '#client/browser/storage.ts'
import { journal } from '#client/outbox/journal.ts'
import { reduceUnsent } from '#client/outbox/outbox-store.ts'
import { forgetPhotos } from '#client/photos/forget-photos.ts'
import { forgetQueries } from '#client/query-store/offline-queries.ts'
import { markOf } from './mark.ts'
import { forgetKeptAccount } from './persisted-account.ts'
import { session } from './session.ts'
import { clearTraces, endTraces, readTraces, startTraces } from './session-log.ts'

/** How long each part may take to forget, in milliseconds. */
const PATIENCE = 10_000

/** Leaves nothing of anybody else, and notes whose session begins. */
export async function makeRoomFor(token: string) {
  const traces = await readTraces()
  // What cannot be forgotten now is tried again at every start.
  if (!traces?.of || (await forget())) await startTraces(markOf(token))
}

/** Forgets a session that has just ended. Every tab does, since each may have written until then. */
export async function forgetSession(ended: string) {
  await endTraces(ended)
  const traces = await readTraces()
  const isOver = !traces?.of || traces.over.includes(traces.of)
  // Else somebody has signed in since, and before that everything was forgotten.
  if (isOver) await forget()
}

/** At a start: what was not completed by then, and what a token has left that is gone. */
export async function forgetEarlierSessions() {
  const traces = await readTraces()
  const mark = session.mark()
  if (!traces) return
  // The browser has lost that it ended, and brought its token back.
  if (mark !== null && traces.over.includes(mark)) return session.end(session.token())
  if (traces.of === mark) return
  if (traces.of !== null && !(await forget())) return
  if (mark !== null) await startTraces(mark)
}

/** Leaves nothing of anybody on this device. Whether that was possible. */
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
