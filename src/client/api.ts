import type * as z from 'zod/mini'
import { type Endpoint, type EndpointRequest, toRequest } from '#contract/endpoint.ts'
import { setNow } from './clock.ts'
import { connection } from './connection.ts'
import { takeEarly } from './early-answers.ts'
import { REQUEST_TIMEOUT } from './request-timeout.ts'
import { session } from './session/session.ts'

/** The server answered, and refused. `message` is the sentence to show. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Whether it speaks as our server does, and not as a proxy or a portal on the way. */
    readonly isOurs = true,
  ) {
    super(message)
  }
}

/** No answer in time, or one that did not come from our server, such as a captive portal's. */
export class NetworkError extends Error {
  constructor(options?: ErrorOptions) {
    super('The server could not be reached. Check your connection and try again.', options)
  }
}

/** Whether a call failed for want of an answer from our server. */
export function isUnanswered(error: unknown) {
  return error instanceof NetworkError || (error instanceof ApiError && !error.isOurs)
}

/** Whether our server has nothing under the id that it was asked for, or calls that no id. */
export function isNotFound(error: unknown): error is ApiError {
  return error instanceof ApiError && error.isOurs && [404, 422].includes(error.status)
}

/** The sentence to show for a call that failed; `fallback` for what is neither a refusal nor the network. */
export function failureMessage(error: unknown, fallback: string) {
  const isForPeople = error instanceof ApiError || error instanceof NetworkError
  return (isForPeople && error.message) || fallback
}

/**
 * Calls an endpoint, also one whose part of the contract is still on its way; one whose body is a
 * file by a transport that has it. Rejects with an `ApiError` when refused, a `NetworkError` when
 * unanswered, and with the reason of `signal` when aborted.
 */
export async function call<E extends Endpoint>(
  loading: E | Promise<E>,
  input: z.input<E['input']>,
  signal?: AbortSignal,
  transport?: Transport,
) {
  // Whoever asks, asks in the session that there is now.
  const token = session.token()
  const endpoint = await loaded(loading)
  const json = accept(endpoint, await ask(endpoint, input, { token, signal, transport }))
  // The schema is the endpoint's own, so what it returns has the endpoint's output type.
  return endpoint.output.parse(json ?? {}) as z.output<E['output']>
}

/** The text of a file that an endpoint answers with. Rejects as `call` does. */
export async function download<E extends Endpoint>(endpoint: E, input: z.input<E['input']>) {
  const answer = await ask(endpoint, input, { token: session.token() })
  const isFile = answer.response.headers.has('content-disposition')
  if (!answer.response.ok || !isFile) accept(endpoint, answer)
  else heard(answer.response)
  return answer.body
}

/** Where its code does not come, no answer would either. */
async function loaded<E extends Endpoint>(endpoint: E | Promise<E>) {
  try {
    return await endpoint
  } catch (cause) {
    connection.lost()
    throw new NetworkError({ cause })
  }
}

interface Asking {
  token: string | null
  signal?: AbortSignal
  transport?: Transport
}

async function ask<E extends Endpoint>(
  endpoint: E,
  input: z.input<E['input']>,
  { token, signal, transport = byFetch }: Asking,
) {
  const timeout = AbortSignal.timeout(endpoint.patience ?? REQUEST_TIMEOUT)
  const request = toRequest(endpoint, input, token)
  return { token, ...(await exchange(request, transport, timeout, signal)) }
}

/** The data of an answer of our server that is no refusal. */
function accept(endpoint: Endpoint, { token, response, body }: Awaited<ReturnType<typeof ask>>) {
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
