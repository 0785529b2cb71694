/**
 * The fields by which the notes of a house refer to the person's own photos. This file must not
 * import the schema library, so that screens can load the file without the library.
 */

const UUID = '[\\da-f]{8}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{12}'

/** The field of a house's notes that refers to a photo. Clearing the field deletes the photo. */
export const PHOTO_FIELD = new RegExp(`^photo\\.(${UUID})$`)
export const PHOTO_CAPTION_FIELD = new RegExp(`^photo\\.${UUID}\\.caption$`)

/** The id of the photo to which a field refers. Undefined for any other field. */
export const photoIdOf = (field: string) => field.match(PHOTO_FIELD)?.[1]
export const photoField = (id: string) => `photo.${id}`
export const captionField = (id: string) => `photo.${id}.caption`

export const MAX_CAPTION_LENGTH = 200
/** The longest side of a photo that a device sends, in pixels. */
export const OWN_PHOTO_SIDE_PX = 2048
/**
 * The maximum size of a file that a device sends. A photo of `OWN_PHOTO_SIDE_PX` rarely exceeds
 * 1 MB. A device that cannot shrink photos sends the file of the camera, and the server shrinks it.
 */
export const MAX_OWN_PHOTO_BYTES = 50_000_000
/** The maximum number of photos of one account, whatever their size. */
export const MAX_OWN_PHOTOS = 5_000

/**
 * Describes one photo. This is the value of a field in the notes. Devices send the image file in a
 * separate request.
 */
export interface OwnPhoto {
  width: number
  height: number
  /** The size of the image file in bytes, on the device that added the photo. */
  bytes: number
  /** When the photo was added, as an ISO 8601 time. */
  added_at: string
  /** When the image was taken, as an ISO 8601 time. */
  taken_at: string
}
