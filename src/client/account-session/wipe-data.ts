import { attempt } from '#client/browser/storage.ts'
import { wipeCatalogue } from '#client/catalogue/wipe-catalogue.ts'
import { forgetInvitation } from '#client/data/pending-invitation.ts'
import { wipePush } from '#client/data/push.ts'
import { stripFavoritesOutbox } from '#client/favorites/favorites-outbox.ts'
import { favoritesJournal } from '#client/favorites/unsent-favorites.ts'
import { stripNotesOutbox } from '#client/notes/notes-outbox.ts'
import { wipeOwnPhotos } from '#client/notes/own-photos/own-photo-store.ts'
import { wipeNotes } from '#client/notes/stored-notes.ts'
import { wipePhotos } from '#client/photos/wipe-photos.ts'
import { wipeQueries } from '#client/query-store/persisted-rows.ts'
import { session } from '#client/session/session.ts'
import {
  logSessionEnd,
  logSessionStart,
  logWipe,
  readSessionLog,
} from '#client/session/session-log.ts'
import { tokenPrefixOf } from '#client/session/token-prefix.ts'
import { removeStreets } from '#client/streets/streets-cache.ts'
import { removeStaleAccount } from './persisted-account.ts'

/** The timeout for deleting one kind of data, in milliseconds. */
const WIPE_TIMEOUT_MS = 10_000

/** Deletes the data of earlier sessions, then records the new session. */
export async function wipeBeforeSession(token: string) {
  const log = await readSessionLog()
  // If the deletion fails, every start of the app tries again.
  if (!log?.of || (await wipe())) await logSessionStart(tokenPrefixOf(token))
}

/**
 * Deletes the data of a session that has just ended. Every tab calls this function, because each
 * tab may have written data until the session ended.
 */
export async function wipeEndedSession(ended: string) {
  // If our server has ended the session, keep the token of the partner invitation that this tab has
  // opened. Otherwise the person could not accept the invitation after signing in again.
  if (!session.wasRefused()) forgetInvitation()
  await logSessionEnd(ended)
  const log = await readSessionLog()
  const isOver = !log?.of || log.over.includes(log.of)
  // If a newer session has started, do not wipe. Signing in has already deleted the old data.
  if (isOver) await wipe()
}

/**
 * Called at every start. Completes an interrupted wipe, and deletes the data of a session whose
 * token is gone.
 */
export async function wipeEarlierSessions() {
  const log = await readSessionLog()
  const prefix = session.tokenPrefix()
  if (!log) return
  // This token belongs to a session that has ended on this device. After a crash, a browser can
  // restore the deleted token. Delete it again, so that nobody is signed in with it.
  if (prefix !== null && log.over.includes(prefix)) return session.end(session.token())
  if (log.of === prefix) return
  if (log.of !== null && !(await wipe())) return
  if (prefix !== null) await logSessionStart(prefix)
}

/**
 * Deletes all account data on this device, except unsent changes. Removes the token and the
 * listing's data from each unsent change. Resolves with whether the deletion worked.
 */
async function wipe() {
  removeStaleAccount()
  favoritesJournal.strip()
  const parts = [
    ...[wipeQueries, wipePhotos, removeStreets, wipeNotes, wipeOwnPhotos, wipePush],
    wipeCatalogue,
    ...[stripFavoritesOutbox, stripNotesOutbox],
  ]
  const wipes = parts.map((wipePart) =>
    attempt(async () => {
      await wipePart()
      return true
    }, WIPE_TIMEOUT_MS),
  )
  const isDone = (await Promise.all(wipes)).every((isWiped) => isWiped === true)
  if (isDone) await logWipe()
  return isDone
}
