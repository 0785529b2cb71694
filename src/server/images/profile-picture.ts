import { randomUUID } from 'node:crypto'
import { atMost } from '#server/concurrency/concurrency.ts'
import type { Services } from '../services.ts'
import { cropPicture } from './picture.ts'

/** Pixels: enough for the largest place where it is shown, on the finest of screens. */
const SIDE = 512

/** A picture that is sent may have any size: one at a time is in memory. */
const inTurn = atMost(1)

/**
 * What somebody sends as their picture, as a data URL; throws a `Refusal` that says why for what is
 * none. It waits on disk until all of it is here, so that many slow senders take no memory.
 */
export async function receiveProfilePicture(
  { uploads, now }: Pick<Services, 'uploads' | 'now'>,
  file: AsyncIterable<Uint8Array>,
) {
  const id = randomUUID()
  await uploads.keep(id, file, now())
  try {
    const jpeg = await inTurn(async () => cropPicture(await uploads.readAll(id), SIDE))
    return `data:image/jpeg;base64,${jpeg.toString('base64')}`
  } finally {
    await uploads.remove(id)
  }
}
