import { now } from '#client/browser/clock.ts'
import { withLock } from '#client/browser/locks.ts'
import { isQuotaExceeded } from '#client/browser/quota.ts'
import { createUuid } from '#client/notes/create-uuid.ts'
import { noteRecords } from '#client/notes/note-records.ts'
import { setNoteField } from '#client/notes/set-note-field.ts'
import { latestEdit } from '#client/notes/unsent-notes.ts'
import { session } from '#client/session/session.ts'
import { captionField, type OwnPhoto, photoField } from '#contract/own-photo-fields.ts'
import {
  type Original,
  readOriginals,
  readUnsent,
  removeOriginal,
  removePhoto,
  storeOriginals,
  storePhoto,
} from './own-photo-rows.ts'
import { photoQueue } from './photo-queue.ts'
import { preparePhoto, UnreadablePhoto } from './prepare-photo.ts'
import { readTakenAt } from './taken-at.ts'

const SIGNED_OUT = 'Sign in to add photos.'

/** The name of the Web Lock under which one tab at a time shrinks photos. */
const PREPARING = 'own-photo-preparing'

export interface AddingProgress {
  done: number
  total: number
  /** Whether this device has stored the files, so that the page may be closed. */
  areKept: boolean
}

/**
 * Adds photos to the notes of the person who chose them. Pass the id of this person, because another
 * person may sign in while many photos are prepared. Stores all files before it shrinks the first
 * one, so that a killed browser loses none. Resolves with sentences about photos that were not
 * stored, or only in part.
 */
export async function addPhotos(
  userId: string | undefined,
  record: string,
  files: readonly File[],
  onProgress: (progress: AddingProgress) => void,
) {
  if (userId === undefined || session.userId() !== userId) return [SIGNED_OUT]
  const total = files.length
  onProgress({ done: 0, total, areKept: false })
  // Ask the browser not to evict the photos. Some browsers then ask the person for permission. Do
  // not wait, because the person may never answer.
  void navigator.storage?.persist?.().catch(() => false)
  const originals = files.map((file) => ({
    ...{ id: createUuid(), record, addedAt: now().toISOString() },
    ...{ file, name: file.name, lastModified: file.lastModified },
  }))
  // If the device has no room for all files, the photos may still fit when they are shrunk.
  const areKept = await storeOriginals(userId, originals).then(
    () => true,
    () => false,
  )
  return withLock(PREPARING, async () => {
    // Another tab may have shrunk some of the files meanwhile.
    const left = areKept ? new Set((await readOriginals(userId)).map(({ id }) => id)) : undefined
    const waiting = originals.filter(({ id }) => left?.has(id) ?? true)
    return prepareEach(userId, waiting, (done) => onProgress({ done, total, areKept }))
  })
}

/** Shrinks the stored files that a killed browser has left. */
export async function finishPhotos() {
  const userId = session.userId()
  if (userId === undefined) return
  await withLock(PREPARING, async () => {
    const problems = await prepareEach(userId, await readOriginals(userId))
    for (const problem of problems) console.warn(problem)
  })
}

/** Prepares one photo at a time, because a decoded photo takes much memory. */
async function prepareEach(
  userId: string,
  originals: readonly Original[],
  onProgress: (done: number) => void = () => {},
) {
  // Show equal sentences only once. A sentence contains the name of the file, and some phones give
  // the same name to every photo that the camera takes.
  const sentences = new Set<string>()
  for (const [done, original] of originals.entries()) {
    onProgress(done)
    const sentence = await prepareOne(userId, original)
    if (sentence) sentences.add(sentence)
  }
  return [...sentences]
}

/** Shrinks a file and names it in the notes. Resolves with a sentence if something went wrong. */
async function prepareOne(
  userId: string,
  { id, record, addedAt, file, name, lastModified }: Original,
) {
  const isTheirs = () => session.userId() === userId
  if (!isTheirs()) return SIGNED_OUT
  try {
    const { width, height, isCutOff, ...images } = await preparePhoto(file)
    const takenAt = await readTakenAt(new File([file], name, { lastModified }), now())
    const photo: OwnPhoto = {
      ...{ width, height, bytes: images.image.byteLength },
      ...{ added_at: addedAt, taken_at: takenAt.toISOString() },
    }
    if (!isTheirs()) return SIGNED_OUT
    const unsent = { id, record, photo, isNamed: false }
    await storePhoto(userId, unsent, images)
    if (!isTheirs()) return SIGNED_OUT
    // Count the photo before the notes show it. Otherwise the screen would say that all photos are
    // sent.
    photoQueue.setWaiting([...photoQueue.get().waiting, unsent])
    setNoteField(record, photoField(id), photo)
    photoQueue.send()
    return isCutOff
      ? `${name} lacks its last part, so the photo shows only the part that could be read.`
      : undefined
  } catch (error) {
    await removeOriginal(userId, id).catch(() => undefined)
    if (error instanceof UnreadablePhoto) {
      return `This browser can’t read ${name}. Choose a JPEG, PNG or WebP photo.`
    }
    console.warn('A photo could not be stored:', error)
    return isQuotaExceeded(error)
      ? `${name} is not saved, because this device is full. Free up space, then add the photo again.`
      : `${name} is not saved, because this browser couldn’t store it. Reload the page, then add the photo again.`
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
    await noteRecords.load([record])
    if (session.userId() !== userId) return
    const field = photoField(id)
    const isKnown = latestEdit(record, field) ?? noteRecords.fieldsOf(record)?.[field]
    if (!isKnown) setNoteField(record, field, photo)
  }
  photoQueue.send()
}

/** Deletes a photo here, on the server and on the person's other devices. */
export async function deletePhoto(record: string, id: string) {
  const userId = session.userId()
  if (userId === undefined) return
  setNoteField(record, captionField(id), null)
  setNoteField(record, photoField(id), null)
  await removePhoto(userId, id).catch(() => undefined)
  photoQueue.send()
}
