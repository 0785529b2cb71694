import { createHash } from 'node:crypto'
import { secondsInDay } from 'date-fns/constants'
import { StripeRefusal } from '../refusals.ts'
import type { KeptAnswer, Ledger } from '../state/ledger.ts'
import type { Time } from '../time.ts'

/** How long a response is stored. */
const KEPT_SECONDS = secondsInDay

export type Answer = Pick<KeptAnswer, 'status' | 'body'>

export type Idempotency = ReturnType<typeof openIdempotency>

/** Runs a request once, even if it is repeated with the same idempotency key. */
export function openIdempotency({ answers }: Ledger, time: Time) {
  const held = new Set<string>()

  return {
    /** The stored response of a key. Throws if the parameters differ, or if the key is in use. */
    find(key: string, digest: string): Answer | undefined {
      if (held.has(key)) {
        throw new StripeRefusal(409, {
          type: 'idempotency_error',
          code: 'idempotency_key_in_use',
          message:
            'There is currently another in-progress request using this Idempotent Key. Please try again later.',
        })
      }
      const kept = answers.find(key)
      if (!kept || time.of(null) - kept.at >= KEPT_SECONDS) return undefined
      if (kept.digest !== digest) {
        throw new StripeRefusal(400, {
          type: 'idempotency_error',
          message:
            'Keys for idempotent requests can only be used with the same parameters they were first used with.',
        })
      }
      return kept
    },
    keep(key: string, digest: string, { status, body }: Answer) {
      answers.add({ id: key, digest, status, body, at: time.of(null) })
    },
    /** Marks a key as in use until the promise settles. */
    async hold<T>(key: string | undefined, going: Promise<T>) {
      if (key !== undefined) held.add(key)
      try {
        return await going
      } finally {
        if (key !== undefined) held.delete(key)
      }
    },
  }
}

export function digestOf(...parts: string[]) {
  return createHash('sha256').update(parts.join('\n')).digest('hex')
}
