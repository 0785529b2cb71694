import { mutationOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { attempt } from '#client/browser/storage.ts'
import { authEndpoint } from '#client/data/auth.ts'
import { discardUnsentFavorites, sendUnsentFavorites } from '#client/favorites/set-favorite.ts'
import { revocationTokens } from '#client/session/revocation-tokens.ts'
import { session } from '#client/session/session.ts'
import { endSessionsOnServer } from './end-on-server.ts'

/** Thrown when some changes could not be sent, and logging out would lose them. */
export class UnsentChanges extends Error {
  constructor(readonly count: number) {
    super('Some changes have not been sent yet.')
  }
}

/**
 * Ends the session on this device and deletes its token, even if the server cannot be reached. The
 * session on the server then ends later, when the server receives the revocation token (a code that
 * can only end this session). Rejects with `UnsentChanges` when changes would be lost. With
 * `discard`, deletes these changes instead.
 */
export const logout = mutationOptions({
  mutationFn: async ({ discard }: { discard: boolean }) => {
    // Log out even if the chunk for notes fails to load. A page without this chunk has
    // written no notes that could be lost.
    const notes = await attempt(() => import('#client/notes/notes-sync.ts'))
    const photos = await attempt(() => import('#client/notes/own-photos/own-photo-rows.ts'))
    const userId = session.userId() ?? ''
    const countPhotos = async () =>
      (await attempt(async () => photos?.countUnsentPhotos(userId))) ?? 0
    const unsent = () => [sendUnsentFavorites(), notes?.sendUnsentEdits() ?? 0, countPhotos()]
    const counts = discard ? [] : await Promise.all(unsent())
    const count = counts.reduce((sum, unsent) => sum + unsent, 0)
    if (count > 0) throw new UnsentChanges(count)
    // Discard the changes before the session ends. When the session has ended, the outbox is closed
    // and cannot delete them.
    await Promise.all([
      attempt(discardUnsentFavorites),
      notes && attempt(notes.discardUnsentEdits),
      attempt(async () => photos?.discardUnsentPhotos(userId)),
    ])
    // A double click may already have ended the session. The second call then has nothing to do.
    if (session.token() === null) return
    const revocationToken = revocationTokens.current()
    const response = call(authEndpoint('logout'), {})
    session.end(session.token())
    await response
    revocationTokens.remove(revocationToken)
  },
  onError: (error) => {
    if (error instanceof UnsentChanges) return
    if (revocationTokens.queued().length > 0) return endSessionsOnServer()
    console.error('Failed to end the sessions on the server:', error)
  },
})
