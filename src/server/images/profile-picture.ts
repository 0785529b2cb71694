import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import type { Services } from '../services.ts'
import { cropPicture } from './picture.ts'

/** No page shows the picture with more pixels, even on the sharpest screens. */
const SIDE_PX = 512

/** An uploaded picture may be large, so only one at a time is in memory. */
const limit = pLimit(1)

/**
 * Receives an uploaded profile picture and returns a data URL. Throws a `Refusal` if it is invalid.
 * The upload is buffered on disk, so that many slow senders take no memory.
 */
export async function receiveProfilePicture(
  { uploads, now }: Pick<Services, 'uploads' | 'now'>,
  file: AsyncIterable<Uint8Array>,
) {
  const id = randomUUID()
  await uploads.keep(id, file, now())
  try {
    const jpeg = await limit(async () => cropPicture(await uploads.readAll(id), SIDE_PX))
    return `data:image/jpeg;base64,${jpeg.toString('base64')}`
  } finally {
    await uploads.remove(id)
  }
}
