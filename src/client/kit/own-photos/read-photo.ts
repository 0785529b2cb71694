import pLimit from 'p-limit'
import type * as z from 'zod/mini'
import { attempt } from '#client/browser/storage.ts'
import { session } from '#client/session/session.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getOwnPhoto } from '#contract/own-photos.ts'
import { fetchPicture } from './fetch-picture.ts'
import { keepCopy, type Picture, readPicture } from './own-photo-rows.ts'
import { preparePhoto } from './prepare-photo.ts'

/**
 * Fetch and decode few photos at a time, so that they do not delay other requests, and fit into the
 * memory of a phone.
 */
const limit = pLimit(3)

/** Reads a photo from this device, or fetches it from the server and keeps it on this device. */
export async function readPhoto(id: string, kind: keyof Picture): Promise<Blob> {
  const userId = session.userId()
  if (userId === undefined) throw new Error('Nobody is signed in')
  const stored = await attempt(() => readPicture(userId, id, kind))
  if (stored) return toBlob(stored)
  const fetched = await fetchWithThumbnail(getOwnPhoto, { id })
  await attempt(async () => keepCopy(userId, id, fetched))
  return toBlob(fetched[kind])
}

/** Fetches the picture that `endpoint` sends, and makes its thumbnail. Both are JPEGs. */
export function fetchWithThumbnail<E extends Endpoint>(
  endpoint: E,
  input: z.input<E['input']>,
): Promise<Picture> {
  return limit(async () => {
    const picture = await fetchPicture(endpoint, input)
    const { thumbnail } = await preparePhoto(picture)
    return { picture: await picture.arrayBuffer(), thumbnail }
  })
}

export function toBlob(jpeg: ArrayBuffer) {
  return new Blob([jpeg], { type: 'image/jpeg' })
}
