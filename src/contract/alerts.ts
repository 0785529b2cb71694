import * as z from 'zod/mini'
import { CHANNELS, RHYTHMS } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { missingIfWrong } from './lenient-fields.ts'
import { Id } from './values.ts'

/** How often and how a person is told. */
export const Alert = z.strictObject({
  rhythm: z.enum(RHYTHMS, `Rhythm must be one of ${RHYTHMS.join(', ')}`),
  channel: z.enum(CHANNELS, `Channel must be one of ${CHANNELS.join(', ')}`),
})
export type Alert = z.output<typeof Alert>

/** The name of a time zone, such as `Europe/Berlin`. */
export const TimeZone = z
  .string()
  .check(z.maxLength(64), z.refine(isTimeZone, 'Time zone must be a name such as Europe/Berlin'))

function isTimeZone(name: string) {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const Alerts = z.object({
  /** The alert about the favorites. Missing if the person does not want one. */
  favorites: missingIfWrong(Alert),
  /** The alerts about the houses that saved searches find, by the id of the search. */
  searches: z.record(z.string(), Alert),
  /** How many signed-in devices of the person receive notifications. */
  push_device_count: missingIfWrong(z.int()),
})
export type Alerts = z.output<typeof Alerts>

export const listAlerts = endpoint({
  method: 'GET',
  path: '/alerts',
  access: 'subscriber',
  input: z.object({}),
  output: Alerts,
})

/** Sets, changes or removes an alert. The request is idempotent, so a retry is harmless. */
export const setAlert = endpoint({
  method: 'PUT',
  path: '/alerts',
  access: 'subscriber',
  input: z.strictObject({
    /** The saved search. Missing for the favorites. */
    search_id: z.optional(Id),
    /** Missing to remove the alert. */
    alert: z.optional(Alert),
    /** The time zone of the device. Daily and weekly alerts arrive at 8:00 in this time zone. */
    time_zone: TimeZone,
  }),
  output: Alerts,
})

const INCOMPLETE = 'This link is not complete. Open it from the mail again.'

/**
 * Stops alerts by mail. `token` comes from a link in such a mail, so the person does not have to sign
 * in.
 */
export const stopAlerts = endpoint({
  method: 'POST',
  path: '/alerts/stop',
  access: 'public',
  input: z.strictObject({ token: z.string(INCOMPLETE).check(z.maxLength(200, INCOMPLETE)) }),
  output: z.object({
    /**
     * What has been stopped: all mails about houses, the mails of one alert, or nothing, because the
     * alerts were stopped before.
     */
    stopped: z.enum(['all', 'one', 'none']),
  }),
})
