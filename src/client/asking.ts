import type * as z from 'zod/mini'
import { type Endpoint, type EndpointRequest, toRequest } from '#contract/endpoint.ts'
import { ApiError, NetworkError } from './api.ts'
import { setNow } from './clock.ts'
import { connection } from './connection.ts'
import { takeEarly } from './early-answers.ts'
import { REQUEST_TIMEOUT } from './request-timeout.ts'
import { session } from './session/session.ts'

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
  return { token, ...(await exchange(request, transport, timeout, signal)) }
}

/** The data of an answer of our server that is no refusal. */
export function accept(
  endpoint: Endpoint,
  { token, response, body }: Awaited<ReturnType<typeof ask>>,
) {
  const json = parseJson(body)
  const detail = json?.detail
  // What has no sentence of ours, or is no data, is somebody else's: a proxy, a portal.
  const isOurs = response.ok
    ? response.status === 204 || json !== undefined
    : typeof detail === 'string'
  if (isOurs) heard(response)
  else connection.lost()

  if (!response.ok) {
    if (response.status === 401 && isOurs && endpoint.access !== 'public') session.end(token)
    throw new ApiError(response.status, refusalMessage(endpoint, response, body, detail), isOurs)
  }
  if (!isOurs) throw new NetworkError()
  return json
}

/** The text of an answer that is a file. */
export function acceptFile(endpoint: Endpoint, answer: Awaited<ReturnType<typeof ask>>) {
  const isFile = answer.response.headers.has('content-disposition')
  if (!answer.response.ok || !isFile) accept(endpoint, answer)
  else heard(answer.response)
  return answer.body
}

function heard({ headers }: Response) {
  connection.heard()
  const date = headers.get('date')
  if (date) setNow(new Date(date))
}

/** Brings a request to the server; rejects as `fetch` does. */
export type Transport = (request: EndpointRequest, signal: AbortSignal) => Promise<Response>

const byFetch: Transport = async (request, signal) =>
  takeEarly(request, signal) ?? fetch(request.path, { ...request, signal })

async function exchange(
  request: EndpointRequest,
  transport: Transport,
  timeout: AbortSignal,
  signal?: AbortSignal,
) {
  try {
    const limit = signal ? AbortSignal.any([signal, timeout]) : timeout
    const response = await transport(request, limit)
    return { response, body: await response.text() }
  } catch (cause) {
    if (signal?.aborted) throw cause
    connection.lost()
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
