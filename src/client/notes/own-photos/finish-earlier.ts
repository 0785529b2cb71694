import { session } from '#client/session/session.ts'
import { addMissingNotes, finishPhotos } from './change-photos.ts'
import { readOriginals, readUnsent } from './own-photo-rows.ts'

/** Finishes the photos that an earlier page has left because its browser was killed. */
export async function finishEarlierPhotos() {
  const userId = session.userId()
  if (userId === undefined) return
  const isLeft =
    (await readOriginals(userId)).length > 0 ||
    (await readUnsent(userId)).some(({ isNamed }) => !isNamed)
  if (!isLeft) return
  await addMissingNotes()
  await finishPhotos()
}
