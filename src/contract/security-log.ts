import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { paging, queryText, Timestamp } from './values.ts'

export const SECURITY_LOG_PAGE_SIZE = 50

/** What the security log records, with the words of the screen. */
export const SECURITY_EVENTS = {
  'sign-in': 'Signed in',
  'sign-in-refused': 'Sign-in refused',
  'sign-out': 'Signed out',
  'session-ended': 'Session ended',
  'password-refused': 'Current password refused',
  'password-changed': 'Password changed',
  'password-reset': 'Password reset by code',
  'code-refused': 'Reset code refused',
  'second-factor-added': 'Second factor added',
  'second-factor-removed': 'Second factor removed',
  'second-factor-refused': 'Second factor refused',
  'recovery-codes-renewed': 'Recovery codes renewed',
  'email-changed': 'Email changed',
  'role-changed': 'Role changed',
  'account-blocked': 'Account blocked',
  'account-unblocked': 'Account unblocked',
} as const
export type SecurityEventKind = keyof typeof SECURITY_EVENTS

export const SecurityEvent = z.object({
  id: z.int(),
  at: Timestamp,
  kind: z.string(),
  /** The email address of the account, or the address that somebody entered. */
  email: z.string(),
  ip: z.string(),
  /** The device's name, such as `Chrome on Android`. */
  device: z.string(),
  /** More about the event, such as the roles before and after a change. */
  detail: z.nullable(z.string()),
})
export type SecurityEvent = z.output<typeof SecurityEvent>

/** The security log, newest first. No endpoint can change the log. */
export const listSecurityLog = endpoint({
  method: 'GET',
  path: '/security-log',
  access: 'admin',
  input: z.object({
    /** A search text. Matches part of the email address, or a whole IP address. */
    search: queryText('Search'),
    kind: queryText('Kind'),
    ...paging(SECURITY_LOG_PAGE_SIZE),
  }),
  output: z.object({ results: z.array(SecurityEvent), total_count: z.int() }),
})
export type SecurityLogSearch = z.output<typeof listSecurityLog.input>
export type SecurityLogPage = z.output<typeof listSecurityLog.output>
