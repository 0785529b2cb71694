import type { EndpointRequest } from '#contract/endpoint.ts'

/** A request that the page sent before the app had loaded. */
export interface EarlyRequest {
  authorization: string
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
 * The send time to record for a new request, in milliseconds of the device's clock. Usually, this
 * is the current time. If there are early requests (sent before the app had loaded), the new
 * request may get the response to one of them. In this case, the send time is the time at which the
 * page started.
 */
export function earliestSendTime() {
  return document.early ? performance.timeOrigin : Date.now()
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
