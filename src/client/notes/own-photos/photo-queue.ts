import { createListeners, createStore } from '#client/browser/listeners.ts'
import type { UnsentPhoto } from './own-photo-rows.ts'

/** The reason why photos wait on the device. */
export type PhotoPause = 'offline' | 'wifi' | 'full'

interface PhotoQueue {
  isRead: boolean
  waiting: readonly UnsentPhoto[]
  /** How many photos were sent since the queue was last empty. */
  sent: number
  pause: PhotoPause | null
  /** The server's message about a photo that the server has refused. */
  refusal: string | null
}

const EMPTY: PhotoQueue = { isRead: false, waiting: [], sent: 0, pause: null, refusal: null }

const queue = createStore(EMPTY)
let known = new Set<string>()
const requests = createListeners()

/** The photos of the signed-in person that the server does not have yet. */
export const photoQueue = {
  get: queue.current,
  watch: queue.watch,

  setWaiting(waiting: readonly UnsentPhoto[]) {
    known = waiting.length === 0 ? new Set() : new Set([...known, ...waiting.map(({ id }) => id)])
    queue.set({ ...queue.current(), isRead: true, waiting, sent: known.size - waiting.length })
  },

  set(change: Partial<Pick<PhotoQueue, 'pause' | 'refusal'>>) {
    queue.set({ ...queue.current(), ...change })
  },

  reset() {
    known = new Set()
    queue.set(EMPTY)
  },

  /** Makes this page read the queue again and send the waiting photos. */
  send: requests.tell,
  watchSend: requests.watch,
}
