import { withStorage } from '#client/browser/storage.ts'

const KEY = 'receipt'
const QUEUE = 'receipts'
/** How many sessions wait for their end on the server. */
const MOST = 10

/**
 * What ends sessions on the server and opens nothing: that of the session here, and of those that
 * were over here without the server hearing of it.
 */
export const receipts = {
  current: () => withStorage((storage) => storage.getItem(KEY)),

  start(receipt: string) {
    withStorage((storage) => storage.setItem(KEY, receipt))
  },

  /** The session is over here; its receipt waits for the server. */
  queue() {
    const receipt = receipts.current()
    withStorage((storage) => storage.removeItem(KEY))
    if (receipt !== null) write([...receipts.queued(), receipt].slice(-MOST))
  },

  queued(): string[] {
    const list = withStorage((storage): unknown => JSON.parse(storage.getItem(QUEUE) ?? '[]'))
    return Array.isArray(list) ? list.filter((receipt) => typeof receipt === 'string') : []
  },

  /** The server has ended its session. */
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
