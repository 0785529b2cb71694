import { createHash } from 'node:crypto'
import { StripeRefusal } from '../refusals.ts'
import type { KeptAnswer, Ledger } from '../state/ledger.ts'
import { DAY, type Time } from '../time.ts'

/** How long an answer is kept, in seconds. */
const KEPT_FOR = DAY

export type Answer = Pick<KeptAnswer, 'status' | 'body'>

export type Idempotency = ReturnType<typeof openIdempotency>

/** Sees to it that what is asked twice under one key is done once. */
export function openIdempotency({ answers }: Ledger, time: Time) {
  const held = new Set<string>()

  return {
    /** What was answered under a key; refuses other parameters, and what is being answered just now. */
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
      if (!kept || time.of(null) - kept.at >= KEPT_FOR) return undefined
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
    /** Holds a key while something is going on. */
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
