import { atMost } from '../concurrency.ts'
import { cropPicture } from './picture.ts'

/** Pixels: enough for the largest place where it is shown, on the finest of screens. */
const SIDE = 512

/** A picture that is sent may have any size: one at a time. */
const inTurn = atMost(1)

/** What somebody has sent as their picture, as a data URL; throws a `Refusal` that says why for what is none. */
export async function toProfilePicture(file: Blob) {
  const jpeg = await inTurn(async () => cropPicture(Buffer.from(await file.arrayBuffer()), SIDE))
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}
