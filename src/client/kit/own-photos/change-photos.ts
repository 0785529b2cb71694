import { now } from '#client/browser/clock.ts'
import { isQuotaExceeded } from '#client/browser/quota.ts'
import { createUuid } from '#client/kit/create-uuid.ts'
import { kitRecords } from '#client/kit/kit-records.ts'
import { setKitField } from '#client/kit/set-kit-field.ts'
import { latestEdit } from '#client/kit/unsent-kit.ts'
import { session } from '#client/session/session.ts'
import { captionField, type OwnPhoto, photoField } from '#contract/own-photo-fields.ts'
import { readUnsent, removePhoto, storePhoto } from './own-photo-rows.ts'
import { photoQueue } from './photo-queue.ts'
import { preparePhoto, UnreadablePhoto } from './prepare-photo.ts'
import { readTakenAt } from './taken-at.ts'

const SIGNED_OUT = 'Sign in to add photos.'

/**
 * Adds a photo to the notes of the person who chose the photo. Pass the id of this person, because
 * another person may sign in while many photos are prepared. Resolves with undefined when this
 * device has stored the photo. If the photo was not stored, resolves with a sentence that says why.
 */
export async function addPhoto(userId: string | undefined, record: string, file: File) {
  const isTheirs = () => session.userId() === userId
  if (userId === undefined || !isTheirs()) return SIGNED_OUT
  try {
    const { width, height, ...images } = await preparePhoto(file)
    const id = createUuid()
    const photo: OwnPhoto = {
      ...{ width, height, bytes: images.image.byteLength },
      added_at: now().toISOString(),
      taken_at: (await readTakenAt(file, now())).toISOString(),
    }
    // Ask the browser not to evict the photos. Some browsers then ask the person for permission. Do
    // not wait, because the person may never answer.
    void navigator.storage?.persist?.().catch(() => false)
    if (!isTheirs()) return SIGNED_OUT
    const unsent = { id, record, photo, isNamed: false }
    await storePhoto(userId, unsent, images)
    if (!isTheirs()) return SIGNED_OUT
    // Count the photo before the notes show it. Otherwise the screen would say that all photos are
    // sent.
    photoQueue.setWaiting([...photoQueue.get().waiting, unsent])
    setKitField(record, photoField(id), photo)
    photoQueue.send()
    return undefined
  } catch (error) {
    if (error instanceof UnreadablePhoto) {
      return `This browser can’t read ${file.name}. Choose a JPEG, PNG or WebP photo.`
    }
    console.warn('A photo could not be stored:', error)
    return isQuotaExceeded(error)
      ? `${file.name} is not saved, because this device is full. Free up space, then add the photo again.`
      : `${file.name} is not saved, because this browser couldn’t store it. Reload the page, then add the photo again.`
  }
}

/**
 * Adds a note for each stored photo that no note refers to. If the browser was killed, the latest
 * notes may be lost while the photos are still stored.
 */
export async function addMissingNotes() {
  const userId = session.userId()
  if (userId === undefined) return
  for (const { id, record, photo, isNamed } of await readUnsent(userId)) {
    if (isNamed || session.userId() !== userId) continue
    await kitRecords.load([record])
    if (session.userId() !== userId) return
    const field = photoField(id)
    const isKnown = latestEdit(record, field) ?? kitRecords.fieldsOf(record)?.[field]
    if (!isKnown) setKitField(record, field, photo)
  }
  photoQueue.send()
}

/** Deletes a photo here, on the server and on the person's other devices. */
export async function deletePhoto(record: string, id: string) {
  const userId = session.userId()
  if (userId === undefined) return
  setKitField(record, captionField(id), null)
  setKitField(record, photoField(id), null)
  await removePhoto(userId, id).catch(() => undefined)
  photoQueue.send()
}
