import { NetworkError } from '#client/api/failures.ts'
import { importAgain } from '#client/browser/chunk-errors.ts'
import { session } from '#client/session/session.ts'
import { inWipeQueue } from '#client/session/wipe-queue.ts'
import { endSessionsOnServer } from './end-on-server.ts'

/**
 * Starts a new session after deleting the data of earlier sessions.
 * @throws {NetworkError} if the code that deletes earlier data cannot be loaded.
 */
export function startSession(token: string, revocationToken: string) {
  // Another tab may have started a session for a different person. End that session first.
  session.end(session.token())
  endSessionsOnServer()
  return inWipeQueue(async () => {
    const { wipeBeforeSession } = await import('./wipe-data.ts')
      .catch((error) => importAgain<typeof import('./wipe-data.ts')>(error))
      .catch((cause) => {
        throw new NetworkError({ cause })
      })
    await wipeBeforeSession(token)
    session.start(token, revocationToken)
  })
}
