import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import type { Uploads } from '../files/uploads.ts'
import { cropImage } from './convert-image.ts'

/**
 * The width and height of a stored profile picture. Even on the sharpest screens, no page needs a
 * larger picture.
 */
const SIDE_PX = 512

/** Process one picture at a time, because an uploaded picture may take much memory. */
const limit = pLimit(1)

/**
 * Receives an uploaded profile picture and returns a data URL. Throws a `Refusal` if the picture is
 * invalid. The upload is buffered on disk, so that many slow uploads do not fill the memory.
 */
export async function receiveProfilePicture(
  { uploads, now }: { uploads: Uploads; now: () => Date },
  file: AsyncIterable<Uint8Array>,
) {
  const id = randomUUID()
  await uploads.keep(id, file, now())
  try {
    const jpeg = await limit(async () => cropImage(await uploads.readAll(id), SIDE_PX))
    return `data:image/jpeg;base64,${jpeg.toString('base64')}`
  } finally {
    await uploads.remove(id)
  }
}
