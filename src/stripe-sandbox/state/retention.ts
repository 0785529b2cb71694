import { secondsInDay } from 'date-fns/constants'
import type { Ledger } from './ledger.ts'

/**
 * How long the sandbox keeps events and the responses of idempotency keys. Stripe keeps both for
 * the same time.
 */
const ANSWERS_KEPT_SECONDS = secondsInDay
const EVENTS_KEPT_SECONDS = 30 * secondsInDay

/** Drops rows that are older than Stripe's own limits. */
export function forgetOld({ answers, events, deliveries }: Ledger, now: number) {
  for (const { id, at } of answers.all()) {
    if (at < now - ANSWERS_KEPT_SECONDS) answers.forget(id)
  }
  for (const { id, created } of events.all()) {
    if (created >= now - EVENTS_KEPT_SECONDS) continue
    events.forget(id)
    deliveries.forget(id)
  }
}
