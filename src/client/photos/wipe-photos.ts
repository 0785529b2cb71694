import { workerContainer } from '#client/browser/worker-container.ts'
import { BROWSED_PHOTOS, DISCARD_PHOTOS, lockPhotos, SAVED_PHOTOS } from './photo-caches.ts'
import { setPaused, writePhotoCount } from './photo-marks.ts'

/** How long the service worker may take to confirm that it discards pending photos. */
const WORKER_TIMEOUT_MS = 2_000

/**
 * Deletes every cached photo, saved or viewed, and prevents pending downloads from being cached.
 * Rejects when the browser fails to delete.
 */
export async function wipePhotos() {
  for (const name of SAVED_PHOTOS) setPaused(name, false)
  // Without Cache Storage there is nothing to delete.
  if (!('caches' in globalThis)) return
  await tellWorker()
  await lockPhotos('exclusive', async () => {
    await caches.delete(BROWSED_PHOTOS)
    for (const name of SAVED_PHOTOS) {
      await caches.delete(name)
      writePhotoCount(name, 0)
    }
  })
}

/** Deletes the photos that the person has viewed. The photos that are saved for offline use stay. */
export async function deleteBrowsedPhotos() {
  if (!('caches' in globalThis)) return
  await tellWorker()
  await lockPhotos('exclusive', () => caches.delete(BROWSED_PHOTOS))
}

/**
 * Tells the active service worker to discard pending photos. The worker may serve other tabs even
 * if it does not control this tab.
 */
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
  worker.postMessage({ type: DISCARD_PHOTOS }, [port2])
  await Promise.race([heard, new Promise((resolve) => setTimeout(resolve, WORKER_TIMEOUT_MS))])
  port1.close()
}
