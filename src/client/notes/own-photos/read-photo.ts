import pLimit from 'p-limit'
import type * as z from 'zod/mini'
import { attempt } from '#client/browser/storage.ts'
import { session } from '#client/session/session.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getOwnPhoto } from '#contract/own-photos.ts'
import { fetchImage } from './fetch-image.ts'
import { type PhotoImages, readImage, storeFetchedPhoto } from './own-photo-rows.ts'
import { preparePhoto } from './prepare-photo.ts'

/**
 * Fetch and decode few photos at a time, so that they do not delay other requests, and fit into the
 * memory of a phone.
 */
const limit = pLimit(3)

/**
 * Reads a photo from this device, or fetches it from the server and keeps it on this device.
 * @throws if nobody is signed in, or the photo cannot be fetched.
 */
export async function readPhoto(id: string, kind: keyof PhotoImages): Promise<Blob> {
  const userId = session.userId()
  if (userId === undefined) throw new Error('Nobody is signed in')
  const stored = await attempt(() => readImage(userId, id, kind))
  if (stored) return toBlob(stored)
  const fetched = await fetchWithThumbnail(getOwnPhoto, { id })
  await attempt(async () => storeFetchedPhoto(userId, id, fetched))
  return toBlob(fetched[kind] ?? fetched.image)
}

/** Fetches the image that `endpoint` sends, and makes its thumbnail. Both are JPEGs. */
export function fetchWithThumbnail<E extends Endpoint>(
  endpoint: E,
  input: z.input<E['input']>,
): Promise<PhotoImages> {
  return limit(async () => {
    const image = await fetchImage(endpoint, input)
    const { thumbnail } = await preparePhoto(image)
    return { image: await image.arrayBuffer(), thumbnail }
  })
}

export function toBlob(jpeg: ArrayBuffer) {
  return new Blob([jpeg], { type: 'image/jpeg' })
}
