import * as z from 'zod/mini'

const TIMEOUT_MS = 30_000

/** Stripe's error object. */
export const Fault = z.object({
  type: z.string(),
  code: z.optional(z.string()),
  decline_code: z.optional(z.string()),
  message: z.optional(z.string()),
})
type Fault = z.output<typeof Fault>

const Refusal = z.object({ error: Fault })

/**
 * An error from a call to Stripe's API. The functions of Stripe.js do not throw this error, but
 * return its `fault` to the page.
 */
export class StripeRefusal extends Error {
  constructor(readonly fault: Fault) {
    super(fault.message)
  }
}

interface SandboxRequest {
  method: 'GET' | 'POST'
  path: string
  fields: Record<string, string>
}

export type SandboxApi = ReturnType<typeof openSandboxApi>

/**
 * A client for the sandbox's Stripe API, with the rights of a publishable key.
 * @throws in its requests, {StripeRefusal} if the sandbox refuses.
 */
export function openSandboxApi(publishableKey: string) {
  return async <S extends z.ZodMiniType>(
    schema: S,
    request: SandboxRequest,
  ): Promise<z.output<S>> => {
    const { ok, body } = await exchange(request, publishableKey)
    if (ok) return schema.parse(body)
    throw new StripeRefusal(Refusal.parse(body).error)
  }
}

async function exchange({ method, path, fields }: SandboxRequest, publishableKey: string) {
  const form = new URLSearchParams(fields).toString()
  try {
    const response = await fetch(`/sandbox${path}${method === 'GET' ? `?${form}` : ''}`, {
      method,
      headers: {
        authorization: `Bearer ${publishableKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: method === 'POST' ? form : undefined,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return { ok: response.ok, body: (await response.json()) as unknown }
  } catch {
    throw new StripeRefusal({
      type: 'api_connection_error',
      message:
        'We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again.',
    })
  }
}
