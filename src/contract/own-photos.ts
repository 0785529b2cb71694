import * as z from 'zod/mini'
import { endpoint, LONG_TIMEOUT_MS } from './endpoint.ts'
import { UUID } from './kit-fields.ts'
import { MAX_OWN_PHOTO_BYTES } from './own-photo-fields.ts'
import { Id } from './values.ts'

/**
 * The pictures of a person's own photos. The name and the caption of a photo are fields of the
 * notes of a house, so devices exchange both like all notes.
 */

export const PhotoId = z.string().check(z.regex(UUID, 'The id of a photo is not valid'))

/** How much of the operator's quota an account uses. */
const Space = { used_bytes: z.int(), quota_bytes: z.int() }

/**
 * Stores the picture of a photo that the notes of the house name. Idempotent: the device chooses
 * the id, and the server ignores a picture that it already has.
 */
export const putOwnPhoto = endpoint({
  method: 'PUT',
  path: '/kit/photos/:id',
  access: 'reader',
  encoding: 'file',
  maxBytes: MAX_OWN_PHOTO_BYTES,
  timeoutMs: LONG_TIMEOUT_MS,
  input: z.object({ id: PhotoId, listing_id: Id }),
  output: z.object(Space),
})

/**
 * The picture of one photo, as a JPEG. It needs no subscription, because the photo belongs to the
 * person.
 */
export const getOwnPhoto = endpoint({
  method: 'GET',
  path: '/kit/photos/:id',
  access: 'user',
  timeoutMs: LONG_TIMEOUT_MS,
  input: z.object({ id: PhotoId }),
  output: z.file(),
})

/** The photos whose pictures the server has, and the space that they take. */
export const listOwnPhotos = endpoint({
  method: 'GET',
  path: '/kit/photos',
  access: 'user',
  input: z.object({}),
  output: z.object({
    ...Space,
    photos: z.array(z.object({ id: z.string(), listing_id: z.string(), bytes: z.int() })),
  }),
})
