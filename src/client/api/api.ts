import type * as z from 'zod/mini'
import { wait } from '#client/browser/wait.ts'
import { session } from '#client/session/session.ts'
import { connection } from '#client/sync/connection.ts'
import { REQUEST_TIMEOUT_MS } from '#client/sync/request-timeout.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { NetworkError } from './failures.ts'
import type { Transport } from './transport.ts'

/**
 * Calls an endpoint. If the endpoint's code is still loading, waits for the code first. A file
 * upload passes a `transport` to use instead of `fetch`. Rejects with an `ApiError` when the server
 * refuses the request. Rejects with a `NetworkError` when our server does not answer. After an
 * abort, rejects with the abort reason of `signal`.
 */
export async function call<E extends Endpoint>(
  loading: E | Promise<E>,
  input: z.input<E['input']>,
  signal?: AbortSignal,
  transport?: Transport,
) {
  // Read the token before the code loads, because the session may change meanwhile.
  const token = session.token()
  const stopWatching = connection.watchRequest()
  try {
    const [endpoint, { readJson, sendRequest }] = await loaded(loading)
    // An endpoint with its own timeout may be slow by design. Its slow response must not make the
    // page say that the connection is slow.
    if (endpoint.timeoutMs) stopWatching()
    const json = await readJson(
      endpoint,
      await sendRequest(endpoint, input, { token, signal, transport }),
    )
    // The cast is safe, because the schema in `endpoint.output` defines this type.
    return endpoint.output.parse(json ?? {}) as z.output<E['output']>
  } finally {
    stopWatching()
  }
}

/** Downloads a CSV file from an endpoint. Rejects as `call` does. */
export async function downloadCsv<E extends Endpoint>(
  known: E,
  input: z.input<E['input']>,
  name: string,
) {
  const token = session.token()
  const [endpoint, { readCsv, sendRequest }] = await loaded(known)
  const text = await readCsv(endpoint, await sendRequest(endpoint, input, { token }))
  return new File([text], name, { type: 'text/csv' })
}

/** Downloads the bytes that an endpoint returns. Rejects as `call` does. */
export async function downloadBytes<E extends Endpoint>(
  loading: E | Promise<E>,
  input: z.input<E['input']>,
  signal?: AbortSignal,
) {
  const token = session.token()
  const [endpoint, { readBytes, sendRequest }] = await loaded(loading)
  return readBytes(endpoint, await sendRequest(endpoint, input, { token, signal }))
}

/**
 * Loads the code for calling `endpoint` in advance. Ignores a failure, because `call` loads the
 * code again and reports its failure.
 */
export function preload(endpoint: Promise<Endpoint>) {
  loadCode(endpoint).catch(() => undefined)
}

/**
 * Loads the endpoint and the transport. Rejects with a `NetworkError` if the code fails to load, or
 * does not load within the timeout of a request. Browsers never time out a hanging request.
 */
async function loaded<E extends Endpoint>(endpoint: E | Promise<E>) {
  const { elapsed, stop } = wait(REQUEST_TIMEOUT_MS)
  try {
    const code = await Promise.race([loadCode(endpoint), elapsed])
    if (code) return code
    throw new Error('The code of a request did not load in time')
  } catch (cause) {
    await connection.check()
    throw new NetworkError({ cause })
  } finally {
    stop()
  }
}

function loadCode<E extends Endpoint>(endpoint: E | Promise<E>) {
  return Promise.all([endpoint, import('./transport.ts')])
}
