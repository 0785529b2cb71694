import { formatSize } from '#client/format/sizes.ts'
import type { UnsentPhoto } from '#client/notes/own-photos/own-photo-rows.ts'

/**
 * Says how many photos are not sent yet: `9 photos wait on this device (3 of this house), 209 kB.`
 * The photos of all houses wait in one queue. Without the number in brackets, all of them would
 * seem to belong to the house on the page.
 */
export function describeWaiting(waiting: readonly UnsentPhoto[], record: string) {
  const photos = waiting.length === 1 ? '1 photo waits' : `${waiting.length} photos wait`
  const here = waiting.filter((photo) => photo.record === record).length
  const share = here === waiting.length ? '' : ` (${here || 'none'} of this house)`
  return `${photos} on this device${share}, ${formatSize(bytesOf(waiting))}.`
}

export function bytesOf(photos: readonly UnsentPhoto[]) {
  return photos.reduce((sum, { photo }) => sum + photo.bytes, 0)
}
