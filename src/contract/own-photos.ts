import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { UUID } from './note-fields.ts'
import { MAX_OWN_PHOTO_BYTES } from './own-photo-fields.ts'
import { Id, Timestamp } from './values.ts'

/**
 * Endpoints for the image files of a person's own photos. Size, date and caption of a photo are in
 * fields of the notes of a house, so devices exchange them like all other notes.
 */

export const PhotoId = z.string().check(z.regex(UUID, 'The id of a photo is not valid'))

/**
 * The timeout of one image. A megabyte takes nine minutes on a weak mobile network (15 kbit/s).
 */
export const PHOTO_TIMEOUT_MS = 10 * 60_000

/** The bytes that an account's photos use, and the maximum that the operator allows. */
const Space = { used_bytes: z.int(), quota_bytes: z.int() }

/**
 * Stores the image file of a photo. The notes of a house contain the id of this photo. The request
 * is idempotent, because the device chooses the id, and the server ignores a file that is already
 * stored.
 */
export const putOwnPhoto = endpoint({
  method: 'PUT',
  path: '/notes/photos/:id',
  access: 'guest',
  encoding: 'file',
  maxBytes: MAX_OWN_PHOTO_BYTES,
  timeoutMs: PHOTO_TIMEOUT_MS,
  input: z.strictObject({ id: PhotoId, listing_id: Id }),
  output: z.object(Space),
})

/**
 * The image of one photo, as a JPEG. The request needs no subscription, because the photo belongs
 * to the person.
 */
export const getOwnPhoto = endpoint({
  method: 'GET',
  path: '/notes/photos/:id',
  access: 'user',
  timeoutMs: PHOTO_TIMEOUT_MS,
  input: z.object({ id: PhotoId }),
  output: z.file(),
})

/** The number of image files on the server, and the space that these files take. */
export const getOwnPhotoSpace = endpoint({
  method: 'GET',
  path: '/notes/photo-space',
  access: 'user',
  input: z.object({}),
  output: z.object({ ...Space, photos: z.int() }),
})

/** The photos whose image files are on the server, the oldest first. */
export const listOwnPhotos = endpoint({
  method: 'GET',
  path: '/notes/photos',
  access: 'user',
  input: z.object({}),
  output: z.object({
    photos: z.array(
      z.object({
        ...{ id: z.string(), listing_id: z.string(), bytes: z.int() },
        uploaded_at: Timestamp,
        /** When the image was taken. Missing if the notes do not contain the photo. */
        taken_at: z.optional(Timestamp),
      }),
    ),
  }),
})
