import { now } from '#client/browser/clock.ts'

/**
 * The time of a change, in milliseconds, as a request sends it. A time in the future becomes the
 * current time. Otherwise a wrong clock could produce a year that the server refuses.
 */
export function timeToSend(at: number) {
  return new Date(Math.min(at, now().getTime())).toISOString()
}
