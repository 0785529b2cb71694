import type { EndpointRequest } from '#contract/endpoint.ts'

/** A request that the page sent before the app had loaded. */
export interface EarlyRequest {
  authorization: string
  response: Promise<Response>
  abort: (reason: unknown) => void
}

declare global {
  interface Document {
    /** Early requests that the app has not taken over yet, by address. */
    early?: Map<string, EarlyRequest>
  }
}

/**
 * The earliest time at which a request may have been sent, in milliseconds of the device's clock.
 * An early request may have left as soon as the page started.
 */
export function earliestSendTime() {
  return document.early ? performance.timeOrigin : Date.now()
}

/** Takes the pending early request for the same address. Only the first caller gets it. */
export function takeEarlyRequest({ method, path, headers }: EndpointRequest, signal: AbortSignal) {
  // This request changes data, so the early responses may be out of date.
  if (method !== 'GET') dropEarlyRequests()
  const early = document.early?.get(path)
  if (!early || early.authorization !== headers.authorization || signal.aborted) return undefined
  document.early?.delete(path)
  signal.addEventListener('abort', () => early.abort(signal.reason))
  return early.response
}

/** Aborts the remaining early requests. From now on, the app sends its own requests. */
export function dropEarlyRequests() {
  for (const { abort } of document.early?.values() ?? []) abort(undefined)
  document.early = undefined
}
