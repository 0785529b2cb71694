import type { UserRow } from '#server/auth/sessions.ts'
import type { Database } from '#server/db/database.ts'
import { audit } from '#server/db/schema.ts'

/** The administrator who does something, and from where. */
export interface Actor {
  user: Pick<UserRow, 'id' | 'email'>
  ip: string
}

/** What an administrator did, and to whom or what. */
interface Deed {
  actor: Actor
  /** Such as `subscription.update`. */
  action: string
  /** A person, who goes by their address, or a thing by its name. */
  target: Pick<UserRow, 'id' | 'email'> | { id: string; name: string }
  before: object | null
  after: object | null
  at: Date
}

/** Writes down what an administrator did, in the transaction that does it. */
export async function writeAudit(
  tx: Pick<Database, 'insert'>,
  { actor, action, target, before, after, at }: Deed,
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
