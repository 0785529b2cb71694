import { and, eq, inArray } from 'drizzle-orm'
import { captionField, type OwnPhoto, photoField, photoIdOf } from '#contract/own-photo-fields.ts'
import type { Database } from '#server/db/database.ts'
import { ownPhotos } from '#server/db/schema.ts'
import type { readShared } from './note-shares.ts'

type SharedFields = Awaited<ReturnType<typeof readShared>>

/** Returns the shared fields without the fields of photos and of their captions. */
export function withoutPhotos(fields: SharedFields) {
  return fields.filter(({ field }) => !field.startsWith(photoField('')))
}

/**
 * The photos among the fields that a person shares, with their captions, the oldest photo first.
 * Leaves out photos whose image file has not been uploaded yet.
 */
export async function sharedPhotos(db: Database, userId: string, fields: SharedFields) {
  const named = fields.flatMap(({ field, value }) => {
    const id = photoIdOf(field)
    // The cast is safe, because the contract checked the value when it was written.
    return id === undefined ? [] : { id, photo: value as OwnPhoto }
  })
  if (named.length === 0) return []
  const rows = await db
    .select({ id: ownPhotos.id })
    .from(ownPhotos)
    .where(
      and(
        eq(ownPhotos.userId, userId),
        inArray(
          ownPhotos.id,
          named.map(({ id }) => id),
        ),
      ),
    )
  const stored = new Set(rows.map(({ id }) => id))
  const texts = new Map(fields.map(({ field, value }) => [field, value]))
  return named
    .filter(({ id }) => stored.has(id))
    .sort((a, b) => a.photo.added_at.localeCompare(b.photo.added_at))
    .map(({ id, photo: { taken_at } }) => {
      const caption = texts.get(captionField(id))
      return { id, caption: typeof caption === 'string' ? caption : null, taken_at }
    })
}
