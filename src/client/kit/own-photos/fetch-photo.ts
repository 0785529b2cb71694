import { call } from '#client/api/api.ts'
import type { Transport } from '#client/api/transport.ts'
import { getOwnPhoto } from '#contract/own-photos.ts'

/** Fetches the picture of an own photo from the server, as a JPEG. */
export async function fetchPhoto(id: string) {
  let picture: Blob | undefined
  const receiving: Transport = async ({ path, ...request }, signal) => {
    const response = await fetch(path, { ...request, signal, redirect: 'manual' })
    // Only our server sends a file name. A response without one, such as that of a captive portal,
    // becomes an error in `call`.
    if (!response.ok || !response.headers.has('content-disposition')) return response
    picture = await response.blob()
    return new Response('{}', { headers: response.headers })
  }
  // `call` expects JSON, and rejects although the picture has arrived.
  await call(getOwnPhoto, { id }, undefined, receiving).catch((error) => {
    if (!picture) throw error
  })
  if (!picture) throw new Error('The photo did not arrive')
  return picture
}
