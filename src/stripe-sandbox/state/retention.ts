import { secondsInDay } from 'date-fns/constants'
import type { Ledger } from './ledger.ts'

/**
 * How long the sandbox keeps events, and responses to requests with an idempotency key. Stripe
 * keeps both for the same time.
 */
const RESPONSE_RETENTION_SECONDS = secondsInDay
const EVENT_RETENTION_SECONDS = 30 * secondsInDay

/** Deletes events, and responses saved for idempotency keys, at the age at which Stripe does. */
export function dropExpired({ answers, events }: Ledger, now: number) {
  for (const { id, at } of answers.all()) {
    if (at < now - RESPONSE_RETENTION_SECONDS) answers.drop(id)
  }
  for (const { id, created } of events.all()) {
    if (created < now - EVENT_RETENTION_SECONDS) events.drop(id)
  }
}
