import { NetworkError } from '#client/api/failures.ts'
import {
  BROWSED_PHOTOS,
  CHOSEN_PHOTOS,
  FAVORITE_PHOTOS,
  isPhoto,
  readCache,
} from './photo-caches.ts'
import { startTransfer } from './transfer.ts'

const GONE = [404, 410]

/** Thrown when our server reports that the photo is gone, or when the file cannot be decoded. */
export class PhotoMissing extends Error {}
/**
 * Thrown when the response is not a photo: the server failed, or a proxy or captive portal
 * answered.
 */
export class NotAPhoto extends Error {}

/**
 * Reads a photo from the caches, or fetches it.
 * @throws {PhotoMissing} if the answer is no photo that can be shown.
 */
export async function getPhoto(address: string, signal: AbortSignal) {
  const photo = (await readCached(address)) ?? (await fetchPhoto(address, signal))
  if (!(await canBeShown(photo))) throw new PhotoMissing()
  return photo
}

async function readCached(address: string) {
  for (const name of [FAVORITE_PHOTOS, CHOSEN_PHOTOS, BROWSED_PHOTOS]) {
    const cached = await readCache(name, address)
    if (cached) return cached.blob()
  }
  return undefined
}

/** Fetches a photo. Rejects with a `PhotoMissing`, a `NotAPhoto` or a `NetworkError`. */
async function fetchPhoto(address: string, signal: AbortSignal) {
  const { response, read, end } = startTransfer(address, signal)
  try {
    const answer = await response
    if (isPhoto(answer)) return await read(answer)
    end()
    throw GONE.includes(answer.status) ? new PhotoMissing() : new NotAPhoto()
  } catch (cause) {
    if (signal.aborted || cause instanceof PhotoMissing || cause instanceof NotAPhoto) throw cause
    throw new NetworkError({ cause })
  }
}

export async function canBeShown(photo: Blob) {
  try {
    const picture = await createImageBitmap(photo)
    picture.close()
    return true
  } catch {
    return false
  }
}
