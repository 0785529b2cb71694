import type * as z from 'zod/mini'
import { setNow } from '#client/browser/clock.ts'
import { session } from '#client/session/session.ts'
import { connection } from '#client/sync/connection.ts'
import { REQUEST_TIMEOUT_MS } from '#client/sync/request-timeout.ts'
import { type Endpoint, type EndpointRequest, toRequest } from '#contract/endpoint.ts'
import { readRefusal } from '#contract/refusal.ts'
import { earliestSendTime, takeEarlyRequest } from './early-requests.ts'
import { ApiError, NetworkError } from './failures.ts'

/* Sends requests and checks responses. Loaded lazily with the schemas, on the first call. */

interface RequestOptions {
  token: string | null
  signal?: AbortSignal
  transport?: Transport
}

type Answer = Awaited<ReturnType<typeof sendRequest>>

export async function sendRequest<E extends Endpoint>(
  endpoint: E,
  input: z.input<E['input']>,
  { token, signal, transport = byFetch }: RequestOptions,
) {
  const timeout = AbortSignal.timeout(endpoint.timeoutMs ?? REQUEST_TIMEOUT_MS)
  const request = toRequest(endpoint, input, token)
  const sentAt = earliestSendTime()
  return { token, sentAt, ...(await exchange(request, transport, timeout, signal)) }
}

/**
 * Returns the JSON of a successful response from our server.
 * @throws {NetworkError} for the page of a captive portal, and {ApiError} for an error response
 *   and for a response of another server.
 */
export async function readJson(endpoint: Endpoint, { token, sentAt, response, bytes }: Answer) {
  const body = decode(bytes)
  const json = parseJson(body)
  const refusal = readRefusal(json)
  // Our server sends `detail` with every error, and JSON with every success that has a body.
  const isOurs = response.ok ? response.status === 204 || json !== undefined : refusal !== null
  if (isOurs) recordResponse(response, sentAt)
  if (isOurs && response.ok) return json

  // Any other response can come from a proxy, from a captive portal, or from our server. One such
  // response says nothing about other requests. Only the health check shows whose it is.
  // After a health check that is only slow, the device stays online, and the response is an answer.
  const isLost = !isOurs && !(await connection.check()) && !connection.isOnline()
  if (isLost && connection.problem() === 'portal') throw new NetworkError()
  // After a 5xx response to a read, check whether the whole server is down. A failed write needs no
  // check, because the person or the outbox retries it.
  if (isOurs && response.status >= 500 && endpoint.method === 'GET') void connection.check()
  if (response.status === 401 && isOurs && endpoint.access !== 'public') {
    session.end(token, { isRefused: true })
  }
  const message = refusal?.detail ?? strangersMessage(endpoint, response, body, json?.detail)
  throw new ApiError(response.status, message, { ...refusal, isOurs, isLost })
}

export async function readCsv(endpoint: Endpoint, answer: Answer) {
  const isFile = answer.response.headers.has('content-disposition')
  if (!answer.response.ok || !isFile) await readJson(endpoint, answer)
  else recordResponse(answer.response, answer.sentAt)
  // Spreadsheets need a byte order mark to detect UTF-8. `decode` has dropped the mark that the
  // server sent.
  return `\ufeff${decode(answer.bytes)}`
}

/** Returns the bytes of a successful response that is no JSON. Rejects as {@link readJson} does. */
export async function readBytes(endpoint: Endpoint, answer: Answer) {
  const { ok, headers } = answer.response
  const isBinary = headers.get('content-type') === 'application/octet-stream'
  if (!ok || !isBinary) await readJson(endpoint, answer)
  else recordResponse(answer.response, answer.sentAt)
  return new Uint8Array(answer.bytes)
}

function recordResponse({ headers, status }: Response, sentAt: number) {
  connection.recordResponse({ isWell: status < 500 })
  const date = headers.get('date')
  if (date) setNow(new Date(date), sentAt)
}

/** Sends a request to the server. Rejects as `fetch` does. */
export type Transport = (request: EndpointRequest, signal: AbortSignal) => Promise<Response>

const byFetch: Transport = (request, signal) => {
  const send = (options?: RequestInit) =>
    fetch(request.path, { ...request, ...options, redirect: 'manual', signal })
  const first = takeEarlyRequest(request, signal) ?? send()
  return request.method === 'GET' ? hedge(first, () => send(SECOND_REQUEST)) : first
}

/**
 * The options for the second attempt of a slow request. Without `no-store`, the HTTP cache would
 * make the second attempt wait for the first one. Without credentials, the browser opens another
 * connection, because the first connection may be dead.
 */
const SECOND_REQUEST: RequestInit = { cache: 'no-store', credentials: 'omit' }

/**
 * Waits for the first request. If the first request is slow although the server answers a probe,
 * sends the request a second time. The first connection may have died while the device was offline.
 * The response that arrives first wins.
 */
async function hedge(first: Promise<Response>, send: () => Promise<Response>) {
  let second: Promise<Response> | undefined
  let stop = () => {}
  try {
    return await new Promise<Response>((resolve, reject) => {
      stop = connection.watchRequest(() => {
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
  const countBefore = connection.answerCount()
  try {
    const limit = signal ? AbortSignal.any([signal, timeout]) : timeout
    const response = await transport(request, limit)
    return { response, bytes: await response.arrayBuffer() }
  } catch (cause) {
    if (signal?.aborted) throw cause
    if (connection.answerCount() === countBefore) {
      // While this request was silent, no probe was answered either.
      if (timeout.aborted) connection.recordLoss()
      // The browser or an extension may block only this address.
      else await connection.check()
    }
    throw new NetworkError({ cause })
  }
}

function decode(bytes: ArrayBuffer) {
  return new TextDecoder().decode(bytes)
}

function parseJson(body: string) {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** The sentence for an error response that does not have the form of our server's errors. */
function strangersMessage(endpoint: Endpoint, response: Response, body: string, detail: unknown) {
  if (detail !== undefined && detail !== null) return JSON.stringify(detail)
  const isPage = response.headers.get('content-type')?.includes('html') || /^\s*</.test(body)
  const text = isPage ? titleOfPage(body) : body.trim()
  if (text) return text
  const isRedirect = response.type === 'opaqueredirect'
  const status = isRedirect ? 'redirected' : `${response.status} ${response.statusText}`.trim()
  return `${endpoint.failure ?? 'API request failed'}: ${status}`
}

function titleOfPage(html: string) {
  return new DOMParser().parseFromString(html, 'text/html').title.trim()
}
