import { expect } from 'vitest'
import type * as z from 'zod/mini'
import { type Endpoint, toRequest } from '#contract/endpoint.ts'

type Fetch = (path: string, init: RequestInit, ip?: string) => Promise<Response>

/** Returns a function that calls endpoints through `fetch`, as `user` or as a visitor. */
export function createCall(fetch: Fetch) {
  return async function call<E extends Endpoint>(
    user: { token: string } | null,
    endpoint: E,
    input: z.input<E['input']>,
    ip?: string,
  ) {
    const { path, ...init } = toRequest(endpoint, input, user?.token)
    const response = await fetch(path, init, ip)
    const body: unknown = await response.json()
    if (response.ok) expect(body, 'what the contract promises').toEqual(endpoint.output.parse(body))
    return {
      status: response.status,
      headers: response.headers,
      // The body of a successful response has been validated. The body of an error contains only
      // `detail`.
      body: body as z.output<E['output']> & { detail?: string },
    }
  }
}
