import { NetworkError } from '#client/api/failures.ts'
import { connection } from '#client/sync/connection.ts'
import { NoPhoto, PhotoMissing } from './favorite-photos.ts'
import { isFull } from './photo-caches.ts'
import type { Progress } from './progress-channel.ts'
import type { Facts } from './saved-photos.ts'

/** After this many non-photo responses in a row, the network is at fault, not these photos. */
const MAX_CONSECUTIVE_NON_PHOTOS = 3
/** The first delay before a retry without a network. Each further delay is twice as long. */
const FIRST_RETRY_DELAY_MS = 5_000
const MAX_RETRY_DELAY_MS = 60_000

/**
 * Tracks which photos failed, and problems that affect all photos. Calls `onRetry` when a retry may
 * help.
 */
export function createObstacles(onRetry: () => void) {
  let failed = new Set<string>()
  let obstacle: Facts['obstacle']
  let noPhotosInARow: string[] = []
  let delay = FIRST_RETRY_DELAY_MS
  let timer: ReturnType<typeof setTimeout> | undefined

  function meetNoPhoto(address: string) {
    // Other photos in progress have met the same problem.
    if (obstacle) return
    noPhotosInARow.push(address)
    failed.add(address)
    if (noPhotosInARow.length < MAX_CONSECUTIVE_NON_PHOTOS) return
    for (const other of noPhotosInARow) failed.delete(other)
    noPhotosInARow = []
    waitForNetwork()
  }

  function waitForNetwork() {
    obstacle = 'network'
    clearTimeout(timer)
    timer = setTimeout(onRetry, delay)
    delay = Math.min(delay * 2, MAX_RETRY_DELAY_MS)
  }

  return {
    current: (): Pick<Facts, 'failed' | 'obstacle'> => ({ failed, obstacle }),

    /** Records why a photo could not be saved. Returns false for an unexpected error. */
    meet(error: unknown, address: string) {
      if (isFull(error)) obstacle = 'full'
      else if (error instanceof PhotoMissing) failed.add(address)
      else if (error instanceof NoPhoto) meetNoPhoto(address)
      else if (error instanceof NetworkError) {
        connection.recordLoss()
        waitForNetwork()
      } else return false
      return true
    },

    /** A saved photo resets the backoff. */
    overcome() {
      noPhotosInARow = []
      delay = FIRST_RETRY_DELAY_MS
    },

    /** Clears failures, so that every photo is retried. A full device still counts as full. */
    forget() {
      if (obstacle === 'network') obstacle = undefined
      failed.clear()
    },

    /** Space was freed, so the device may not be full any more. */
    makeRoom() {
      if (obstacle === 'full') obstacle = undefined
    },

    /** Takes over the problems that another tab has reported. */
    take(others: Pick<Progress, 'failed' | 'obstacle'>) {
      failed = new Set(others.failed)
      obstacle = others.obstacle
    },

    stop: () => clearTimeout(timer),
  }
}
