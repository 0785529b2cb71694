import { withStorage } from '#client/browser/storage.ts'

const KEY = 'receipt'
const QUEUE = 'receipts'
/** The maximum number of receipts that wait for the server. */
const MAX_WAITING = 10

/**
 * Receipts are codes that can end a session on the server and do nothing else. This object stores
 * the receipt of the current session, and the receipts of sessions that ended on this device while
 * the server was unreachable.
 */
export const receipts = {
  current: () => withStorage((storage) => storage.getItem(KEY)),

  start(receipt: string) {
    withStorage((storage) => storage.setItem(KEY, receipt))
  },

  /**
   * Queues the receipt of the session that has just ended on this device, until the server has
   * received the receipt.
   */
  queue() {
    const receipt = receipts.current()
    withStorage((storage) => storage.removeItem(KEY))
    if (receipt !== null) write([...receipts.queued(), receipt].slice(-MAX_WAITING))
  },

  queued(): string[] {
    const list = withStorage((storage): unknown => JSON.parse(storage.getItem(QUEUE) ?? '[]'))
    return Array.isArray(list) ? list.filter((receipt) => typeof receipt === 'string') : []
  },

  /** Removes a receipt whose session the server has ended. */
  remove(receipt: string | null) {
    write(receipts.queued().filter((other) => other !== receipt))
  },
}

function write(queue: string[]) {
  withStorage((storage) => {
    if (queue.length > 0) storage.setItem(QUEUE, JSON.stringify(queue))
    else storage.removeItem(QUEUE)
  })
}
