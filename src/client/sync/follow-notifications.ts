import { workerContainer } from '#client/browser/worker-container.ts'
import { OPEN_PATH } from './worker-messages.ts'

/** Calls `open` with the path of a clicked notification, and confirms it to the service worker. */
export function followNotifications(open: (path: string) => void) {
  workerContainer()?.addEventListener('message', ({ data, ports }) => {
    if (data?.type !== OPEN_PATH || typeof data.path !== 'string') return
    open(data.path)
    ports[0]?.postMessage(true)
  })
}
