import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { UUID } from './kit-fields.ts'
import { MAX_OWN_PHOTO_BYTES } from './own-photo-fields.ts'
import { Id, Timestamp } from './values.ts'

/**
 * The images of a person's own photos. The entry and the caption of a photo are fields in the
 * notes of a house, so devices exchange these fields like all other notes.
 */

export const PhotoId = z.string().check(z.regex(UUID, 'The id of a photo is not valid'))

/**
 * The timeout of one image. A megabyte takes nine minutes on a weak mobile network (15 kbit/s).
 */
export const PHOTO_TIMEOUT_MS = 10 * 60_000

/** How much of the operator's quota an account uses. */
const Space = { used_bytes: z.int(), quota_bytes: z.int() }

/**
 * Stores the image of a photo to which the notes of a house refer. The request is idempotent,
 * because the device chooses the id and the server ignores an image that it already has.
 */
export const putOwnPhoto = endpoint({
  method: 'PUT',
  path: '/kit/photos/:id',
  access: 'guest',
  encoding: 'file',
  maxBytes: MAX_OWN_PHOTO_BYTES,
  timeoutMs: PHOTO_TIMEOUT_MS,
  input: z.object({ id: PhotoId, listing_id: Id }),
  output: z.object(Space),
})

/**
 * The image of one photo, as a JPEG. The request needs no subscription, because the photo belongs
 * to the person.
 */
export const getOwnPhoto = endpoint({
  method: 'GET',
  path: '/kit/photos/:id',
  access: 'user',
  timeoutMs: PHOTO_TIMEOUT_MS,
  input: z.object({ id: PhotoId }),
  output: z.file(),
})

/** The number of photos whose images the server has, and the space that they take. */
export const getOwnPhotoSpace = endpoint({
  method: 'GET',
  path: '/kit/photo-space',
  access: 'user',
  input: z.object({}),
  output: z.object({ ...Space, photos: z.int() }),
})

/** The photos whose images the server has, the oldest first. */
export const listOwnPhotos = endpoint({
  method: 'GET',
  path: '/kit/photos',
  access: 'user',
  input: z.object({}),
  output: z.object({
    photos: z.array(
      z.object({
        ...{ id: z.string(), listing_id: z.string(), bytes: z.int() },
        uploaded_at: Timestamp,
        /** Missing in photos that an older version of the app has added. */
        taken_at: z.optional(Timestamp),
      }),
    ),
  }),
})
