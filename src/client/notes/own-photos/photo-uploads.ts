import { focusManager, onlineManager } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { ApiError } from '#client/api/failures.ts'
import { kindOfRefusal } from '#client/api/refusal-kind.ts'
import { sendingFile } from '#client/api/send-file.ts'
import { createExclusiveTask } from '#client/browser/locks.ts'
import { watchNetworkType } from '#client/browser/metered.ts'
import { createRetries } from '#client/browser/retries.ts'
import { attempt } from '#client/browser/storage.ts'
import { openTabChannel } from '#client/browser/tab-channel.ts'
import { noteRecords } from '#client/notes/note-records.ts'
import { readAllRecords } from '#client/notes/stored-notes.ts'
import { latestEdit, noteStages, unsentNotes } from '#client/notes/unsent-notes.ts'
import { session } from '#client/session/session.ts'
import { houseRecord, idOfRecord } from '#contract/note-choices.ts'
import { photoField, photoIdOf } from '#contract/own-photo-fields.ts'
import { putOwnPhoto } from '#contract/own-photos.ts'
import {
  clearOtherPhotos,
  markNoteSent,
  markSent,
  readImage,
  readStoredIds,
  readUnsent,
  removePhoto,
  type UnsentPhoto,
} from './own-photo-rows.ts'
import { photoQueue } from './photo-queue.ts'
import { wifiOnly } from './wifi-only.ts'

/**
 * The name of two things: the Web Lock that lets only one tab at a time send photos, and the
 * channel between tabs.
 */
const UPLOADS = 'own-photo-uploads'
const RETRY_DELAYS = { firstMs: 1_000, maxMs: 60_000 }

interface UploadOptions {
  userId: string
  hasAccess: () => boolean
  /** Sends the notes. Resolves when the attempt ends, even if the attempt fails. */
  sendNotes: () => Promise<void>
}

/** Sends the person's own photos one after another. Only one tab sends at a time. */
export function openPhotoUploads({ userId, hasAccess, sendNotes }: UploadOptions) {
  let isOpen = true
  const retries = createRetries(() => void sendNow(), RETRY_DELAYS)
  const sendExclusively = createExclusiveTask(UPLOADS, sendAll)
  const channel = openTabChannel(UPLOADS)
  channel.onmessage = () => void attempt(refresh)

  const isTheirs = () => isOpen && session.userId() === userId

  async function refresh() {
    const unsent = await readUnsent(userId)
    if (isTheirs()) photoQueue.setWaiting(unsent)
    return unsent
  }

  async function sendAll() {
    retries.cancel()
    const skipped = new Set<string>()
    while (isTheirs()) {
      const unsent = await refresh()
      const pause = onlineManager.isOnline() ? (wifiOnly.mustWait() ? 'wifi' : null) : 'offline'
      photoQueue.set({ pause })
      const next = unsent.find(({ id }) => !skipped.has(id))
      if (!next || pause || !hasAccess() || !isTheirs()) return
      const result = await send(next)
      if (result === 'later') {
        if (isOpen) retries.schedule()
        return
      }
      if (result === 'stop') return
      if (result === 'skip') skipped.add(next.id)
      else channel.postMessage('changed')
    }
  }

  /** Deletes the stored images of photos that the person has deleted on another device. */
  async function removeDeleted() {
    const stored = new Set(await readStoredIds(userId))
    if (stored.size === 0) return
    const houses = (await readAllRecords(userId, houseRecord(''))) ?? []
    const fields = houses.flatMap(([, ofHouse]) => Object.values(ofHouse))
    for (const { field, value } of fields) {
      const id = photoIdOf(field)
      if (id && value === null && stored.has(id)) await removePhoto(userId, id)
    }
  }

  async function send({
    id,
    record,
    isNamed,
  }: UnsentPhoto): Promise<'done' | 'skip' | 'later' | 'stop'> {
    const field = photoField(id)
    await noteRecords.load([record])
    // Send the notes first. The server refuses an image whose note it does not have. Deletions in
    // the notes also make room for the image.
    if (unsentNotes.all().some((edit) => !noteStages.isRefused(edit.id))) await sendNotes()
    const unsentNote = latestEdit(record, field)
    const note = unsentNote ?? noteRecords.fieldsOf(record)?.[field]
    const image = await readImage(userId, id, 'image')
    // The person may have logged out meanwhile. The notes that were just read may then belong to
    // another person.
    if (!isTheirs()) return 'stop'
    if (note?.value === null || !image) {
      await removePhoto(userId, id)
      return 'done'
    }
    // The server does not have the note yet, so send the photo later. If the server has refused the
    // note, skip this photo. Waiting for a refused note would delay all other photos.
    if (unsentNote) return noteStages.isRefused(unsentNote.id) ? 'skip' : 'later'
    // No note refers to the photo yet. Skip the photo until the gallery opens and adds the note.
    if (!note && !isNamed) return 'skip'
    if (!isNamed) await markNoteSent(userId, id)
    try {
      const listingId = idOfRecord(record)
      const file = new Blob([image], { type: 'image/jpeg' })
      await call(putOwnPhoto, { id, listing_id: listingId }, undefined, sendingFile(file))
    } catch (error) {
      return isTheirs() ? afterFailure(error) : 'stop'
    }
    retries.reset()
    photoQueue.set({ refusal: null })
    // The session ended during the upload. The logout kept the photo on this device, because the
    // photo was still unsent. Remove the photo now.
    if (session.userId() !== userId) await removePhoto(userId, id)
    else await markSent(userId, id)
    return 'done'
  }

  function afterFailure(error: unknown) {
    if (!(error instanceof ApiError) || kindOfRefusal(error) === 'temporary') return 'later'
    if (kindOfRefusal(error) === 'up to the person') return 'stop'
    photoQueue.set({ refusal: error.message })
    if (error.code !== 'photos_full') return 'skip'
    photoQueue.set({ pause: 'full' })
    return 'stop'
  }

  /** Tries to send the photos. Never rejects. If the storage fails, a later call tries again. */
  async function sendNow() {
    try {
      await sendExclusively()
    } catch (error) {
      console.warn('The photos could not be sent:', error)
    }
  }

  const stops = [
    onlineManager.subscribe(() => void sendNow()),
    focusManager.subscribe((isFocused) => {
      if (!isFocused) return
      void sendNow()
      void attempt(removeDeleted)
    }),
    watchNetworkType(() => void sendNow()),
    wifiOnly.watch(() => void sendNow()),
    photoQueue.watchSend(() => {
      channel.postMessage('changed')
      void sendNow()
    }),
    () => channel.close(),
    retries.cancel,
  ]
  void attempt(() => clearOtherPhotos(userId))
  void attempt(removeDeleted)
  void sendNow()

  return {
    close() {
      isOpen = false
      for (const stop of stops) stop()
      photoQueue.reset()
    },
  }
}
