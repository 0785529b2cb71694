import type * as z from 'zod/mini'
import { session } from '#client/session/session.ts'
import { connection } from '#client/sync/connection.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Transport } from './transport.ts'

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
    super(
      connection.trouble() === 'portal'
        ? 'Sign in to the Wi-Fi, then try again.'
        : 'The server could not be reached. Check your connection and try again.',
      options,
    )
  }
}

/** Nobody answered, and what this device keeps has a form that this version of the app cannot read. */
export class UnreadableCopy extends NetworkError {}

/** Whether a call failed for want of an answer from our server. */
export function isUnanswered(error: unknown) {
  return error instanceof NetworkError || (error instanceof ApiError && !error.isOurs)
}

/** Why a query has no newer answer. It is told at once: trying again goes on behind it. */
export function failureOf(query: { error: Error | null; failureReason: Error | null }) {
  return query.error ?? query.failureReason
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
  const stopWaiting = connection.expectAnswer()
  try {
    const [endpoint, { accept, ask }] = await loaded(loading)
    // Where an answer may take long, its silence says nothing.
    if (endpoint.patience) stopWaiting()
    const json = accept(endpoint, await ask(endpoint, input, { token, signal, transport }))
    // The schema is the endpoint's own, so what it returns has the endpoint's output type.
    return endpoint.output.parse(json ?? {}) as z.output<E['output']>
  } finally {
    stopWaiting()
  }
}

/** The text of a file that an endpoint answers with. Rejects as `call` does. */
export async function download<E extends Endpoint>(known: E, input: z.input<E['input']>) {
  const token = session.token()
  const [endpoint, { acceptFile, ask }] = await loaded(known)
  return acceptFile(endpoint, await ask(endpoint, input, { token }))
}

/** Where its code does not come, no answer would either. */
async function loaded<E extends Endpoint>(endpoint: E | Promise<E>) {
  try {
    return await Promise.all([endpoint, import('./transport.ts')])
  } catch (cause) {
    connection.lost()
    throw new NetworkError({ cause })
  }
}
