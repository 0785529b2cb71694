import type { EndpointRequest } from '#contract/endpoint.ts'

/** A request that the page sent before the app had loaded. */
export interface EarlyRequest {
  authorization: string
  /** When the request was sent, in milliseconds of the device's clock. */
  sentAt: number
  response: Promise<Response>
  abort: (reason: unknown) => void
}

declare global {
  interface Document {
    /**
     * The requests that the page sent before the app had loaded, by address. The app removes a
     * request from this map when it uses the response.
     */
    early?: Map<string, EarlyRequest>
  }
}

/**
 * The earliest time at which the next request may have been sent, in milliseconds of the device's
 * clock. Usually, this is the current time. If some early requests (sent before the app had loaded)
 * are unused, the next request may get the response to one of them.
 *
 * Do not use `performance.timeOrigin`. When the person has changed the device's clock, browsers
 * compute `timeOrigin` by the old clock until they are restarted.
 */
export function earliestSendTime() {
  const early = [...(document.early?.values() ?? [])]
  return Math.min(Date.now(), ...early.map(({ sentAt }) => sentAt))
}

/**
 * Returns the response to the early request for the same address. The page sends early requests
 * before the app has loaded. Undefined if there is no such request. Only the first caller gets the
 * response.
 */
export function takeEarlyRequest({ method, path, headers }: EndpointRequest, signal: AbortSignal) {
  // This request changes data. Drop the responses that the page requested before the app had
  // loaded, because they may be outdated now.
  if (method !== 'GET') dropEarlyRequests()
  const early = document.early?.get(path)
  if (!early || early.authorization !== headers.authorization || signal.aborted) return undefined
  document.early?.delete(path)
  signal.addEventListener('abort', () => early.abort(signal.reason))
  return early.response
}

/**
 * Aborts the requests that the page sent before the app had loaded and that the app has not used.
 * From then on, the app sends its own requests.
 */
export function dropEarlyRequests() {
  for (const { abort } of document.early?.values() ?? []) abort(undefined)
  document.early = undefined
}
