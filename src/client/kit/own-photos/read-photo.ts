import pLimit from 'p-limit'
import { attempt } from '#client/browser/storage.ts'
import { session } from '#client/session/session.ts'
import { fetchPhoto } from './fetch-photo.ts'
import { keepCopy, type Picture, readPicture } from './own-photo-rows.ts'
import { preparePhoto } from './prepare-photo.ts'

/**
 * Fetch and decode few photos at a time, so that they do not delay other requests, and fit into the
 * memory of a phone.
 */
const limit = pLimit(3)

/** Reads a photo from this device, or fetches it from the server and keeps it on this device. */
export async function readPhoto(id: string, kind: keyof Picture): Promise<Blob> {
  const userId = session.userId()
  if (userId === undefined) throw new Error('Nobody is signed in')
  const stored = await attempt(() => readPicture(userId, id, kind))
  if (stored) return new Blob([stored], { type: 'image/jpeg' })
  const { picture, thumbnail } = await limit(async () => {
    const picture = await fetchPhoto(id)
    return { picture, thumbnail: (await preparePhoto(picture)).thumbnail }
  })
  await attempt(async () =>
    keepCopy(userId, id, { picture: await picture.arrayBuffer(), thumbnail }),
  )
  return kind === 'picture' ? picture : new Blob([thumbnail], { type: 'image/jpeg' })
}
