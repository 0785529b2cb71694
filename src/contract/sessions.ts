import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Timestamp } from './values.ts'

/** Somewhere that the caller is signed in. */
export const Session = z.object({
  /** What it looks like: `Chrome on Android`. */
  device: z.string(),
  created_at: Timestamp,
  /** To the hour. */
  last_used_at: Timestamp,
  /** Whether it is the one that asks. */
  is_current: z.boolean(),
})
export type Session = z.output<typeof Session>

/** The one that asks first, then the latest used. */
export const listSessions = endpoint({
  method: 'GET',
  path: '/auth/sessions',
  access: 'user',
  input: z.object({}),
  output: z.object({ sessions: z.array(Session) }),
})

/** Ends every session of the caller but the one that asks, and says how many. */
export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/auth/sessions',
  access: 'user',
  input: z.strictObject({}),
  output: z.object({ ended: z.number() }),
})

/**
 * Ends the session that the receipt is of, also long after its device has forgotten the token: for
 * who signed out without a network. Whether there was such a session is not said.
 */
export const endSessionByReceipt = endpoint({
  method: 'POST',
  path: '/auth/receipts',
  access: 'public',
  input: z.strictObject({
    receipt: z.string().check(z.regex(/^[\w-]{43}$/, 'The receipt is not valid')),
  }),
  output: z.object({}),
})
