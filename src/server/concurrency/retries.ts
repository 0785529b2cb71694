import {
  millisecondsInHour as HOUR_MS,
  millisecondsInMinute as MINUTE_MS,
  millisecondsInSecond as SECOND_MS,
} from 'date-fns/constants'

/**
 * The lease on a message that is being sent. The lease is longer than sending takes. After the lease
 * has ended, another process may retry the message.
 */
export const LEASE_MS = 5 * MINUTE_MS
const FIRST_RETRY_DELAY_MS = 30 * SECOND_MS
export const MAX_RETRY_DELAY_MS = 4 * HOUR_MS

/** How long a message waits in milliseconds after it has failed `tries` times. */
export function retryDelay(tries: number) {
  return Math.min(FIRST_RETRY_DELAY_MS * 4 ** (tries - 1), MAX_RETRY_DELAY_MS)
}
