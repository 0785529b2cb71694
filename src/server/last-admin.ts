import { and, asc, eq } from 'drizzle-orm'
import type { Database } from './db/database.ts'
import { users } from './db/schema.ts'
import { Refusal } from './refusal.ts'
import type { UserRow } from './sessions.ts'

type Transaction = Pick<Database, 'select'>

/**
 * The ids of all administrators who can sign in, locked until the transaction ends: of several that
 * take somebody's rights away at the same moment, each sees what the one before has left.
 */
export async function lockAdmins(tx: Transaction) {
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.isBlocked, false)))
    // In one order, so that no two wait for each other.
    .orderBy(asc(users.id))
    // Weaker than what would keep them from signing in meanwhile.
    .for('no key update')
  return admins.map(({ id }) => id)
}

/** Refuses to let somebody go, in the transaction that would, when nobody could administer after that. */
export async function refuseLastAdmin(tx: Transaction, { id }: Pick<UserRow, 'id'>) {
  const admins = await lockAdmins(tx)
  if (admins.length === 1 && admins[0] === id) {
    throw new Refusal(
      409,
      'You are the last administrator. Make somebody else an administrator first.',
    )
  }
}
