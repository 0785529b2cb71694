import { withStorage } from '#client/browser/storage.ts'

const KEY = 'receipt'
const QUEUE = 'receipts'
/**
 * The maximum number of sessions that wait to be ended on the server. If more sessions wait, the
 * oldest ones stay open on the server until they expire.
 */
const MAX_WAITING = 10

/**
 * Revocation tokens are codes that can end a session on the server and do nothing else. This object
 * stores the token of the current session, and the tokens of sessions that ended on this device
 * while the server was unreachable.
 */
export const revocationTokens = {
  current: () => withStorage((storage) => storage.getItem(KEY)),

  start(revocationToken: string) {
    withStorage((storage) => storage.setItem(KEY, revocationToken))
  },

  /**
   * Moves the revocation token of the ended session to the queue. The token stays in the queue
   * until the server has ended the session.
   */
  queue() {
    const revocationToken = revocationTokens.current()
    withStorage((storage) => storage.removeItem(KEY))
    if (revocationToken !== null)
      write([...revocationTokens.queued(), revocationToken].slice(-MAX_WAITING))
  },

  queued(): string[] {
    const list = withStorage((storage): unknown => JSON.parse(storage.getItem(QUEUE) ?? '[]'))
    return Array.isArray(list)
      ? list.filter((revocationToken) => typeof revocationToken === 'string')
      : []
  },

  remove(revocationToken: string | null) {
    write(revocationTokens.queued().filter((other) => other !== revocationToken))
  },
}

function write(queue: string[]) {
  withStorage((storage) => {
    if (queue.length > 0) storage.setItem(QUEUE, JSON.stringify(queue))
    else storage.removeItem(QUEUE)
  })
}
