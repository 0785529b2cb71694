import { NetworkError } from '#client/api/failures.ts'
import { connection } from '#client/sync/connection.ts'
import { NoPhoto, PhotoMissing } from './favorite-photos.ts'
import { isFull } from './photo-caches.ts'
import type { Progress } from './progress-channel.ts'
import type { Facts } from './saved-photos.ts'

/** So many answers in a row that are no photos mean that it is not about these photos. */
const TOO_MANY = 3
/** From one attempt without a network to the next, twice as long each time; milliseconds. */
const FIRST_DELAY = 5_000
const LONGEST_DELAY = 60_000

/** What is in the way of single photos, and of all of them. `onRetry` is called when trying again may help. */
export function createObstacles(onRetry: () => void) {
  let failed = new Set<string>()
  let obstacle: Facts['obstacle']
  let noPhotosInARow: string[] = []
  let delay = FIRST_DELAY
  let timer: ReturnType<typeof setTimeout> | undefined

  function meetNoPhoto(address: string) {
    // The others that were on their way have met the same.
    if (obstacle) return
    noPhotosInARow.push(address)
    failed.add(address)
    if (noPhotosInARow.length < TOO_MANY) return
    for (const other of noPhotosInARow) failed.delete(other)
    noPhotosInARow = []
    waitForNetwork()
  }

  function waitForNetwork() {
    obstacle = 'network'
    clearTimeout(timer)
    timer = setTimeout(onRetry, delay)
    delay = Math.min(delay * 2, LONGEST_DELAY)
  }

  return {
    current: (): Pick<Facts, 'failed' | 'obstacle'> => ({ failed, obstacle }),

    /** Notes why a photo could not be saved. Whether that is known to happen. */
    meet(error: unknown, address: string) {
      if (isFull(error)) obstacle = 'full'
      else if (error instanceof PhotoMissing) failed.add(address)
      else if (error instanceof NoPhoto) meetNoPhoto(address)
      else if (error instanceof NetworkError) {
        connection.lost()
        waitForNetwork()
      } else return false
      return true
    },

    /** A photo was saved. */
    overcome() {
      noPhotosInARow = []
      delay = FIRST_DELAY
    },

    /** Gives every photo another chance, though not on a full device. */
    forget() {
      if (obstacle === 'network') obstacle = undefined
      failed.clear()
    },

    /** The device may not be full any more. */
    makeRoom() {
      if (obstacle === 'full') obstacle = undefined
    },

    /** Another tab has met them. */
    take(others: Pick<Progress, 'failed' | 'obstacle'>) {
      failed = new Set(others.failed)
      obstacle = others.obstacle
    },

    stop: () => clearTimeout(timer),
  }
}
