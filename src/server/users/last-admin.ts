import { and, asc, eq, or } from 'drizzle-orm'
import type { UserRow } from '#server/auth/sessions.ts'
import type { Transaction } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'
import { Refusal } from '#server/errors/refusal.ts'

/**
 * The ids of all administrators who can sign in, locked until the transaction ends together with
 * `person`: of several that take somebody's rights away at the same moment, each sees what the one
 * before has left.
 */
export async function lockAdmins(tx: Transaction, person?: Pick<UserRow, 'id'>) {
  const isAdmin = and(eq(users.role, 'admin'), eq(users.isBlocked, false))
  const locked = await tx
    .select({ id: users.id, role: users.role, isBlocked: users.isBlocked })
    .from(users)
    .where(person ? or(isAdmin, eq(users.id, person.id)) : isAdmin)
    // All in one order: two that lock them one after the other would wait for each other.
    .orderBy(asc(users.id))
    // Weaker than what would hold up all that refers to them, such as a payment.
    .for('no key update')
  return locked.filter(({ role, isBlocked }) => role === 'admin' && !isBlocked).map(({ id }) => id)
}

/** Refuses to let somebody go, in the transaction that would, when nobody could administer after that. */
export async function refuseLastAdmin(tx: Transaction, person: Pick<UserRow, 'id'>) {
  const admins = await lockAdmins(tx, person)
  if (admins.length === 1 && admins[0] === person.id) {
    throw new Refusal(
      409,
      'You are the last administrator. Make somebody else an administrator first.',
    )
  }
}
