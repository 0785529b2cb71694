import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Timestamp } from './values.ts'

export const Session = z.object({
  /** Names the session for `endSession`. The id opens nothing. */
  id: z.string(),
  /** The device's name, such as `Chrome on Android`. */
  device: z.string(),
  /** When the person signed in. */
  created_at: Timestamp,
  /** When the session ends, even if it is in use. */
  expires_at: Timestamp,
  /** When the session was last used, accurate to the hour. */
  last_used_at: Timestamp,
  is_current: z.boolean(),
})
export type Session = z.output<typeof Session>

/**
 * Lists the caller's sessions. The current session comes first, then the most recently used
 * sessions.
 */
export const listSessions = endpoint({
  method: 'GET',
  path: '/auth/sessions',
  access: 'user',
  input: z.object({}),
  output: z.object({ sessions: z.array(Session) }),
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/auth/sessions',
  access: 'user',
  input: z.strictObject({}),
  output: z.object({ ended: z.number() }),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/auth/sessions/:id',
  access: 'user',
  input: z.strictObject({ id: z.uuid('The session is not valid') }),
  output: z.object({}),
})

/**
 * Ends the session to which a revocation token belongs. When a person signs out offline, the device
 * deletes the access token, but keeps the revocation token until the server can be reached. The
 * response does not reveal whether the session existed.
 */
export const revokeSession = endpoint({
  method: 'POST',
  path: '/auth/receipts',
  access: 'public',
  input: z.strictObject({
    receipt: z.string().check(z.regex(/^[\w-]{43}$/, 'The receipt is not valid')),
  }),
  output: z.object({}),
})
