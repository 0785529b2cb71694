import { workerContainer } from '#client/browser/worker-container.ts'
import { BROWSED_PHOTOS, FAVORITE_PHOTOS, FORGET_PHOTOS, lockPhotos } from './photo-caches.ts'
import { noteCount } from './photo-count.ts'
import { setPaused } from './photo-pause.ts'

/** How long the worker may take to hear of it, in milliseconds. */
const PATIENCE = 2_000

/**
 * Deletes every photo that this browser keeps, seen or saved, and lets none come in that was
 * on its way. Rejects when the browser fails to.
 */
export async function forgetPhotos() {
  setPaused(false)
  // Where Cache Storage is missing, nothing was ever kept.
  if (!('caches' in globalThis)) return
  await tellWorker()
  await lockPhotos('exclusive', async () => {
    await caches.delete(FAVORITE_PHOTOS)
    await caches.delete(BROWSED_PHOTOS)
    noteCount(0)
  })
}

/** The worker serves other tabs, too, also when it does not control this one. */
async function tellWorker() {
  const registration = await workerContainer()
    ?.getRegistration()
    .catch(() => undefined)
  const worker = registration?.active
  if (!worker) return
  const { port1, port2 } = new MessageChannel()
  const heard = new Promise((resolve) => {
    port1.onmessage = resolve
  })
  worker.postMessage({ type: FORGET_PHOTOS }, [port2])
  await Promise.race([heard, new Promise((resolve) => setTimeout(resolve, PATIENCE))])
  port1.close()
}
