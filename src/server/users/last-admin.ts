import { and, asc, eq, or } from 'drizzle-orm'
import type { UserRow } from '#server/auth/sessions.ts'
import type { Transaction } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'
import { Refusal } from '#server/errors/refusal.ts'

/**
 * Locks `person` and all administrators who can sign in, until the transaction ends. Returns the
 * ids of these administrators. Concurrent demotions wait for each other, so each demotion sees the
 * result of the previous one.
 */
export async function lockAdmins(tx: Transaction, person?: Pick<UserRow, 'id'>) {
  const isAdmin = and(eq(users.role, 'admin'), eq(users.isBlocked, false))
  const locked = await tx
    .select({ id: users.id, role: users.role, isBlocked: users.isBlocked })
    .from(users)
    .where(person ? or(isAdmin, eq(users.id, person.id)) : isAdmin)
    // Lock in a fixed order. Otherwise two transactions could deadlock.
    .orderBy(asc(users.id))
    // The stronger lock `for update` would block inserts that refer to these users, such as
    // payments.
    .for('no key update')
  return locked.filter(({ role, isBlocked }) => role === 'admin' && !isBlocked).map(({ id }) => id)
}

/**
 * Refuses to remove the last administrator. Call this function in the transaction that would remove
 * `person`.
 * @throws {Refusal} 409 if nobody else could sign in as an administrator.
 */
export async function refuseLastAdmin(tx: Transaction, person: Pick<UserRow, 'id'>) {
  const admins = await lockAdmins(tx, person)
  if (admins.length === 1 && admins[0] === person.id) {
    throw new Refusal(
      409,
      'You are the last administrator. Make somebody else an administrator first.',
    )
  }
}
