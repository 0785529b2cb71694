import { vi } from 'vitest'

/**
 * Runs the catalogue's worker in the thread of the test, because happy-dom has no workers. Must be
 * called before the app opens the worker.
 */
export function runWorkerInPage() {
  const code = import('#client/catalogue/catalogue-worker.ts')
  let hear: ((event: { data: unknown }) => void) | undefined
  // Do not use a stub that ends with the test. Otherwise, the window would get late answers.
  Object.assign(globalThis, { postMessage: (data: unknown) => hear?.({ data }) })

  async function send(data: unknown) {
    await code
    dispatchEvent(new MessageEvent('message', { data }))
  }
  vi.stubGlobal(
    'Worker',
    class {
      set onmessage(listener: typeof hear) {
        hear = listener
      }
      postMessage(data: unknown) {
        void send(data)
      }
      terminate() {
        hear = undefined
        // A new worker would open the blocks again.
        void send({ hasChanged: true })
      }
    },
  )
}
