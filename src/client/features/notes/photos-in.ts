import type { ShownFields } from '#client/notes/shown-fields.ts'
import { type OwnPhoto, photoIdOf } from '#contract/own-photo-fields.ts'

/** The person's own photos in the notes on a house, oldest first. */
export function photosIn(fields: ShownFields) {
  return Object.entries(fields)
    .flatMap(([field, { value }]) => {
      const id = photoIdOf(field)
      // The cast is safe, because the value was checked when this device wrote it or received it.
      return id && value ? [{ id, ...(value as OwnPhoto) }] : []
    })
    .sort((a, b) => Date.parse(a.added_at) - Date.parse(b.added_at))
}
