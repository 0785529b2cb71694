import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { paging, queryDay, queryText, Timestamp } from './values.ts'

export const AUDIT_PAGE_SIZE = 50

/** The audited fields before or after a change, by name. */
const Facts = z.nullable(z.record(z.string(), z.unknown()))
export type AuditFacts = z.output<typeof Facts>

/**
 * One action of an administrator. The entry contains copies of the names, because the named user or
 * thing may later be deleted.
 */
const AuditEntry = z.object({
  id: z.int(),
  at: Timestamp,
  actor_email: z.string(),
  ip: z.string(),
  /** The action, such as `subscription.update`. */
  action: z.string(),
  target_id: z.string(),
  /** The email of the affected user, or the name of the affected record. */
  target: z.string(),
  before: Facts,
  after: Facts,
})
export type AuditEntry = z.output<typeof AuditEntry>

/** The audit log, newest first. No endpoint can change the log. */
export const listAudit = endpoint({
  method: 'GET',
  path: '/audit',
  access: 'admin',
  input: z.object({
    /**
     * A search text. Matches part of the actor's email, part of the target's name, or a whole
     * target id.
     */
    search: queryText('Search'),
    action: queryText('Action'),
    /** The range of days in UTC, including `from` and `to`. */
    from: queryDay('From'),
    to: queryDay('To'),
    ...paging(AUDIT_PAGE_SIZE),
  }),
  output: z.object({
    results: z.array(AuditEntry),
    total_count: z.int(),
    /** All actions in the log, regardless of the filters. */
    actions: z.array(z.string()),
  }),
})
export type AuditSearch = z.output<typeof listAudit.input>
export type AuditPage = z.output<typeof listAudit.output>
