import type { UserRow } from '#server/auth/sessions.ts'
import type { Database } from '#server/db/database.ts'
import { audit } from '#server/db/schema.ts'

/** The administrator who makes a change, and the origin of the request. */
export interface Actor {
  user: Pick<UserRow, 'id' | 'email'>
  ip: string
  userAgent?: string | undefined
}

/** The actor of changes from the command line, where nobody is signed in. */
export const COMMAND_LINE: Actor = {
  user: { id: 'command-line', email: 'command line' },
  ip: 'local',
}

/** The actor of imports that a source's schedule starts. */
export const SCHEDULE: Actor = { user: { id: 'schedule', email: 'schedule' }, ip: 'local' }

interface AuditEntry {
  actor: Actor
  /** The audited action, such as `subscription.update`. */
  action: string
  /** The person or thing that was changed. A person is shown by email address, a thing by name. */
  target: Pick<UserRow, 'id' | 'email'> | { id: string; name: string }
  before: object | null
  after: object | null
  at: Date
}

/** Writes an audit entry, in the same transaction as the change itself. */
export async function writeAudit(
  tx: Pick<Database, 'insert'>,
  { actor, action, target, before, after, at }: AuditEntry,
) {
  await tx.insert(audit).values({
    at,
    actorId: actor.user.id,
    actorEmail: actor.user.email,
    ip: actor.ip,
    action,
    targetId: target.id,
    target: 'email' in target ? target.email : target.name,
    before,
    after,
  })
}
