import type * as z from 'zod/mini'
import { askedAt, takeEarly } from '#client/boot/early-requests.ts'
import { setNow } from '#client/browser/clock.ts'
import { session } from '#client/session/session.ts'
import { connection, lossOf } from '#client/sync/connection.ts'
import { REQUEST_TIMEOUT } from '#client/sync/request-timeout.ts'
import { type Endpoint, type EndpointRequest, toRequest } from '#contract/endpoint.ts'
import { ApiError, NetworkError } from './failures.ts'

/* How endpoints are asked: loaded with what their answers are checked by, when one is first called. */

interface Asking {
  token: string | null
  signal?: AbortSignal
  transport?: Transport
}

export async function ask<E extends Endpoint>(
  endpoint: E,
  input: z.input<E['input']>,
  { token, signal, transport = byFetch }: Asking,
) {
  const timeout = AbortSignal.timeout(endpoint.patience ?? REQUEST_TIMEOUT)
  const request = toRequest(endpoint, input, token)
  const sentAt = askedAt()
  return { token, sentAt, ...(await exchange(request, transport, timeout, signal)) }
}

/** The data of an answer of our server that is no refusal. */
export function accept(
  endpoint: Endpoint,
  { token, sentAt, response, body }: Awaited<ReturnType<typeof ask>>,
) {
  const json = parseJson(body)
  const detail = json?.detail
  // What has no sentence of ours, or is no data, is somebody else's: a proxy, a portal.
  const isOurs = response.ok
    ? response.status === 204 || json !== undefined
    : typeof detail === 'string'
  if (isOurs) heard(response, sentAt)
  else connection.lost(lossOf(response))

  if (!response.ok && response.type !== 'opaqueredirect') {
    // What fails may be a part of our server, or all of it. Whoever sends something tries again themselves.
    if (isOurs && response.status >= 500 && endpoint.method === 'GET') void connection.probe()
    if (response.status === 401 && isOurs && endpoint.access !== 'public') {
      session.end(token, { isRefused: true })
    }
    throw new ApiError(response.status, refusalMessage(endpoint, response, body, detail), isOurs)
  }
  if (!isOurs) throw new NetworkError()
  return json
}

/** The text of an answer that is a file. */
export function acceptFile(endpoint: Endpoint, answer: Awaited<ReturnType<typeof ask>>) {
  const isFile = answer.response.headers.has('content-disposition')
  if (!answer.response.ok || !isFile) accept(endpoint, answer)
  else heard(answer.response, answer.sentAt)
  return answer.body
}

function heard({ headers, status }: Response, sentAt: number) {
  connection.heard({ isWell: status < 500 })
  const date = headers.get('date')
  if (date) setNow(new Date(date), sentAt)
}

/** Brings a request to the server; rejects as `fetch` does. */
export type Transport = (request: EndpointRequest, signal: AbortSignal) => Promise<Response>

const byFetch: Transport = (request, signal) => {
  const send = (options?: RequestInit) =>
    fetch(request.path, { ...request, ...options, redirect: 'manual', signal })
  const first = takeEarly(request, signal) ?? send()
  return request.method === 'GET' ? hedge(first, () => send(SECOND)) : first
}

/**
 * The HTTP cache would let the second request wait for the first, which it has under the same
 * address. Without credentials, browsers send it over another connection, as they send probes.
 */
const SECOND: RequestInit = { cache: 'no-store', credentials: 'omit' }

/**
 * Sends a silent request once more when the network answers probes: its connection may have died
 * while the network was away. The first answer counts.
 */
async function hedge(first: Promise<Response>, send: () => Promise<Response>) {
  let second: Promise<Response> | undefined
  let stop = () => {}
  try {
    return await new Promise<Response>((resolve, reject) => {
      stop = connection.expectAnswer(() => {
        second ??= send()
        second.then(resolve, () => undefined)
      })
      first.catch((error) => second ?? Promise.reject(error)).then(resolve, reject)
    })
  } finally {
    stop()
  }
}

async function exchange(
  request: EndpointRequest,
  transport: Transport,
  timeout: AbortSignal,
  signal?: AbortSignal,
) {
  const heardBefore = connection.heardCount()
  try {
    const limit = signal ? AbortSignal.any([signal, timeout]) : timeout
    const response = await transport(request, limit)
    return { response, body: await response.text() }
  } catch (cause) {
    if (signal?.aborted) throw cause
    // What was answered meanwhile says more of the network as it is now.
    if (connection.heardCount() === heardBefore) connection.lost()
    throw new NetworkError({ cause })
  }
}

function parseJson(body: string) {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function refusalMessage(endpoint: Endpoint, response: Response, body: string, detail: unknown) {
  if (typeof detail === 'string') return detail
  if (detail !== undefined) return JSON.stringify(detail)
  // A page in place of an answer is not a sentence.
  const isPage = response.headers.get('content-type')?.includes('text/html')
  if (body && !isPage) return body
  return `${endpoint.failure ?? 'API request failed'}: ${response.status} ${response.statusText}`
}
