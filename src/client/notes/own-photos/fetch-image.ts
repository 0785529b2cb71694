import type * as z from 'zod/mini'
import { call } from '#client/api/api.ts'
import type { Transport } from '#client/api/transport.ts'
import type { Endpoint } from '#contract/endpoint.ts'

/**
 * Fetches the image that `endpoint` sends, as a JPEG.
 * @throws if no image arrives.
 */
export async function fetchImage<E extends Endpoint>(endpoint: E, input: z.input<E['input']>) {
  let image: Blob | undefined
  const receiving: Transport = async ({ path, ...request }, signal) => {
    const response = await fetch(path, { ...request, signal, redirect: 'manual' })
    // Only our server sends a file name. A response without a file name comes from elsewhere, such
    // as the login page of a Wi-Fi network. Return such a response unread. `call` then reports an
    // error.
    if (!response.ok || !response.headers.has('content-disposition')) return response
    image = await response.blob()
    return new Response('{}', { headers: response.headers })
  }
  // Ignore the error of `call` if the image has arrived. `call` may reject the response `{}`.
  await call(endpoint, input, undefined, receiving).catch((error) => {
    if (!image) throw error
  })
  if (!image) throw new Error('The photo did not arrive')
  return image
}
