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
