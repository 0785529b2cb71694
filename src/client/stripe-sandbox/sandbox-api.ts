import * as z from 'zod/mini'

/** Milliseconds after which a request counts as unanswered. */
const TIMEOUT = 30_000

/** What Stripe says of what went wrong. */
export const Fault = z.object({
  type: z.string(),
  code: z.optional(z.string()),
  decline_code: z.optional(z.string()),
  message: z.optional(z.string()),
})
type Fault = z.output<typeof Fault>

const Refusal = z.object({ error: Fault })

/** Stripe, or the way to it, has refused; Stripe.js answers with `fault` then. */
export class StripeRefusal extends Error {
  constructor(readonly fault: Fault) {
    super(fault.message)
  }
}

interface Question {
  method: 'GET' | 'POST'
  /** Below `/sandbox`. */
  path: string
  fields: Record<string, string>
}

export type SandboxApi = ReturnType<typeof openSandboxApi>

/** The sandbox's Stripe as browsers reach it, with no more rights than a publishable key has. */
export function openSandboxApi(publishableKey: string) {
  return async <S extends z.ZodMiniType>(schema: S, question: Question): Promise<z.output<S>> => {
    const { ok, body } = await exchange(question, publishableKey)
    if (ok) return schema.parse(body)
    throw new StripeRefusal(Refusal.parse(body).error)
  }
}

async function exchange({ method, path, fields }: Question, publishableKey: string) {
  const form = new URLSearchParams(fields).toString()
  try {
    const response = await fetch(`/sandbox${path}${method === 'GET' ? `?${form}` : ''}`, {
      method,
      headers: {
        authorization: `Bearer ${publishableKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: method === 'POST' ? form : undefined,
      signal: AbortSignal.timeout(TIMEOUT),
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
