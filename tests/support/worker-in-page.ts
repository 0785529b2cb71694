import { vi } from 'vitest'

/**
 * Runs the catalogue's worker in the thread of the test, because happy-dom has no workers. Must be
 * called before the app opens the worker.
 */
export function runWorkerInPage() {
  const code = import('#client/catalogue/catalogue-worker.ts')
  async function send(data: unknown) {
    await code
    dispatchEvent(new MessageEvent('message', { data }))
  }
  vi.stubGlobal(
    'Worker',
    class {
      onmessage: ((event: { data: unknown }) => void) | undefined
      constructor() {
        vi.stubGlobal('postMessage', (data: unknown) => this.onmessage?.({ data }))
      }
      postMessage(data: unknown) {
        void send(data)
      }
      terminate() {
        this.onmessage = undefined
        // A new worker would open the blocks again.
        void send({ hasChanged: true })
      }
    },
  )
}
