import { NetworkError } from '#client/api/failures.ts'
import { isQuotaExceeded } from '#client/browser/quota.ts'
import { createRetries } from '#client/browser/retries.ts'
import { connection } from '#client/sync/connection.ts'
import { NotAPhoto, PhotoMissing } from './get-photo.ts'
import type { Progress } from './progress-channel.ts'
import type { SaverInputs } from './saved-photos.ts'

/**
 * After this many responses in a row that are not photos, pause all downloads. In this case, the
 * cause is probably the network, and not the photos.
 */
const MAX_CONSECUTIVE_NON_PHOTOS = 3
/** The delays between retries while the network fails. */
const RETRY_DELAYS = { firstMs: 5_000, maxMs: 60_000 }

/**
 * Tracks which photos failed to download, and which problem blocks every download. Calls `onRetry`
 * when a retry may help.
 */
export function trackDownloadFailures(onRetry: () => void) {
  let failed = new Set<string>()
  let blockedBy: SaverInputs['blockedBy']
  let consecutiveNonPhotos: string[] = []
  const retries = createRetries(onRetry, RETRY_DELAYS)

  function recordNonPhoto(address: string) {
    // When downloads stop, several photos are still in progress. Ignore their failures, because
    // they have the same cause as the failure that stopped the downloads.
    if (blockedBy) return
    consecutiveNonPhotos.push(address)
    failed.add(address)
    if (consecutiveNonPhotos.length < MAX_CONSECUTIVE_NON_PHOTOS) return
    for (const other of consecutiveNonPhotos) failed.delete(other)
    consecutiveNonPhotos = []
    retryLater()
  }

  function retryLater() {
    blockedBy = 'network'
    retries.schedule()
  }

  return {
    current: (): Pick<SaverInputs, 'failed' | 'blockedBy'> => ({ failed, blockedBy }),

    /** Records why a photo could not be saved. Returns false for an unexpected error. */
    record(error: unknown, address: string) {
      if (isQuotaExceeded(error)) blockedBy = 'full'
      else if (error instanceof PhotoMissing) failed.add(address)
      else if (error instanceof NotAPhoto) recordNonPhoto(address)
      else if (error instanceof NetworkError) {
        void connection.check()
        retryLater()
      } else return false
      return true
    },

    /**
     * Resets the retry delay and the count of responses that are not photos. Call this when a photo
     * is saved.
     */
    resetBackoff() {
      consecutiveNonPhotos = []
      retries.reset()
    },

    /**
     * Forgets the failed downloads, so that the app retries every photo. Does not forget that the
     * device is full.
     */
    clear() {
      if (blockedBy === 'network') blockedBy = undefined
      failed.clear()
    },

    /** Call this after deleting photos, because the device may not be full any more. */
    recordFreedSpace() {
      if (blockedBy === 'full') blockedBy = undefined
    },

    /** Replaces this tab's failures with the failures that another tab has reported. */
    adopt(others: Pick<Progress, 'failed' | 'blockedBy'>) {
      failed = new Set(others.failed)
      blockedBy = others.blockedBy
    },

    stop: retries.cancel,
  }
}
