import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { paging, queryDay, queryText, Timestamp } from './values.ts'

export const AUDIT_PAGE_SIZE = 50

/** What somebody or something was before or after: by the names of what can change. */
const Facts = z.nullable(z.record(z.string(), z.unknown()))
export type AuditFacts = z.output<typeof Facts>

/** What an administrator did. The names are those of then: who and what they name may be gone. */
const AuditEntry = z.object({
  id: z.int(),
  at: Timestamp,
  actor_email: z.string(),
  ip: z.string(),
  /** What was done, such as `subscription.update`. */
  action: z.string(),
  target_id: z.string(),
  /** The address of the person, or the name of the thing, that it was done to. */
  target: z.string(),
  before: Facts,
  after: Facts,
})
export type AuditEntry = z.output<typeof AuditEntry>

/** The newest first. Nothing can be changed here, by nobody. */
export const listAudit = endpoint({
  method: 'GET',
  path: '/audit',
  access: 'admin',
  input: z.object({
    /** A part of the address of who did it, or of the name of whom or what it was done to; or all of an id. */
    search: queryText('Search'),
    action: queryText('Action'),
    /** Days in UTC, both of them included. */
    from: queryDay('From'),
    to: queryDay('To'),
    ...paging(AUDIT_PAGE_SIZE),
  }),
  output: z.object({
    results: z.array(AuditEntry),
    total_count: z.int(),
    /** Everything that was ever done, by its name, whatever is looked for. */
    actions: z.array(z.string()),
  }),
})
export type AuditSearch = z.output<typeof listAudit.input>
export type AuditPage = z.output<typeof listAudit.output>
