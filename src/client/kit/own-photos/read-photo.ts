import pLimit from 'p-limit'
import { call } from '#client/api/api.ts'
import type { Transport } from '#client/api/transport.ts'
import { attempt } from '#client/browser/storage.ts'
import { session } from '#client/session/session.ts'
import { getOwnPhoto } from '#contract/own-photos.ts'
import { keepCopy, type Picture, readPicture } from './own-photo-rows.ts'
import { preparePhoto } from './prepare-photo.ts'

/**
 * Fetch and decode few photos at a time. Otherwise the photos would delay other requests, and would
 * not fit into the memory of a phone.
 */
const limit = pLimit(3)

/** Reads a photo from this device, or fetches it from the server and keeps it on this device. */
export async function readPhoto(id: string, kind: keyof Picture): Promise<Blob> {
  const userId = session.userId()
  if (userId === undefined) throw new Error('Nobody is signed in')
  const stored = await attempt(() => readPicture(userId, id, kind))
  if (stored) return new Blob([stored], { type: 'image/jpeg' })
  const { picture, thumbnail } = await limit(async () => {
    const picture = await fetchPhoto(id)
    return { picture, thumbnail: (await preparePhoto(picture)).thumbnail }
  })
  await attempt(async () =>
    keepCopy(userId, id, { picture: await picture.arrayBuffer(), thumbnail }),
  )
  return kind === 'picture' ? picture : new Blob([thumbnail], { type: 'image/jpeg' })
}

async function fetchPhoto(id: string) {
  let picture: Blob | undefined
  const receiving: Transport = async ({ path, ...request }, signal) => {
    const response = await fetch(path, { ...request, signal, redirect: 'manual' })
    // Only our server sends a file name. Return a response without a file name, such as the
    // response of a captive portal. `call` then reports it as an error.
    if (!response.ok || !response.headers.has('content-disposition')) return response
    picture = await response.blob()
    return new Response('{}', { headers: response.headers })
  }
  // `call` expects JSON and may reject. Ignore its error if the picture has arrived.
  await call(getOwnPhoto, { id }, undefined, receiving).catch((error) => {
    if (!picture) throw error
  })
  if (!picture) throw new Error('The photo did not arrive')
  return picture
}
