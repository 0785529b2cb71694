import { clamp } from 'date-fns/clamp'
import { Zip, ZipPassThrough } from 'fflate'
import { call } from '#client/api/api.ts'
import { ApiError } from '#client/api/failures.ts'
import { now } from '#client/browser/clock.ts'
import { attempt } from '#client/browser/storage.ts'
import { session } from '#client/session/session.ts'
import { dayInJapan } from '#contract/japan-day.ts'
import { idOfRecord } from '#contract/note-choices.ts'
import { getOwnPhoto, listOwnPhotos } from '#contract/own-photos.ts'
import { fetchImage } from './fetch-image.ts'
import { readImage, readUnsent } from './own-photo-rows.ts'

/**
 * The dates that a ZIP file can contain. Other dates come from a device with a wrong clock, and are
 * moved into this range.
 */
const ZIP_DATES = { start: new Date(1980, 0, 2), end: new Date(2099, 11, 30) }

interface ZippedPhoto {
  id: string
  listingId: string
  /**
   * The time at which the photo was taken. If this time is unknown, `date` is the time of the
   * upload or, before the upload, the time at which the person added the photo.
   */
  date: Date
}

/**
 * All own photos of the signed-in person in one ZIP file, with a folder for each house. Includes
 * the photos that only this device has. `onProgress` receives the number of photos read so far and
 * the number of all photos. `missing` is the number of photos that the file lacks, because neither
 * this device nor the server has the image.
 * @throws if nobody is signed in, or the session ends meanwhile.
 */
export async function zipPhotos(onProgress: (read: number, all: number) => void) {
  const userId = session.userId()
  if (userId === undefined) throw new Error('Nobody is signed in')
  const photos = await listPhotos(userId)
  const zip = new Zip()
  const parts: Blob[] = []
  const isComplete = new Promise<void>((resolve, reject) => {
    zip.ondata = (error, bytes, isLast) => {
      if (error) reject(error)
      // Browsers move blobs to the disk, so that hundreds of photos do not fill the memory.
      else parts.push(new Blob([new Uint8Array(bytes)]))
      if (isLast) resolve()
    }
  })
  onProgress(0, photos.length)
  let missing = 0
  for (const [index, photo] of photos.entries()) {
    const image = await readOrFetch(userId, photo.id)
    // If another person has signed in on another tab, stop. Otherwise the file would mix the photos
    // of two people.
    if (session.userId() !== userId) throw new Error('The session has ended')
    if (image) addFile(zip, photo, image)
    else missing += 1
    onProgress(index + 1, photos.length)
  }
  zip.end()
  await isComplete
  const name = `engawa-photos-${dayInJapan(now())}.zip`
  return { file: new File(parts, name, { type: 'application/zip' }), missing }
}

async function listPhotos(userId: string): Promise<ZippedPhoto[]> {
  const { photos } = await call(listOwnPhotos, {})
  const sent = photos.map(({ id, listing_id, uploaded_at, taken_at }) => ({
    ...{ id, listingId: listing_id, date: new Date(taken_at ?? uploaded_at) },
  }))
  const known = new Set(sent.map(({ id }) => id))
  const unsent = ((await attempt(() => readUnsent(userId))) ?? [])
    .filter(({ id }) => !known.has(id))
    .map(({ id, record, photo }) => ({
      ...{ id, listingId: idOfRecord(record), date: new Date(photo.taken_at) },
    }))
  return [...sent, ...unsent]
}

/**
 * Reads an image from this device or fetches it from the server. Undefined if neither has the
 * image.
 */
async function readOrFetch(userId: string, id: string) {
  const stored = await attempt(() => readImage(userId, id, 'image'))
  if (stored) return stored
  try {
    return await (await fetchImage(getOwnPhoto, { id })).arrayBuffer()
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}

function addFile(zip: Zip, { id, listingId, date }: ZippedPhoto, image: ArrayBuffer) {
  // Do not compress the JPEG again, because a JPEG is already compressed.
  const file = new ZipPassThrough(`house-${listingId}/${dayInJapan(date)} ${id}.jpg`)
  file.mtime = clamp(date, ZIP_DATES)
  zip.add(file)
  file.push(new Uint8Array(image), true)
}
