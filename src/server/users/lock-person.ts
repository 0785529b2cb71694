import { eq } from 'drizzle-orm'
import type { Transaction } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'
import { Refusal } from '#server/errors/refusal.ts'

/**
 * Serialises the changes of one person until the transaction ends. Without this lock, two
 * concurrent requests could exceed the maximum number of favorites, or give two changes the same
 * revision number.
 * @throws {Refusal} 401 if the account no longer exists.
 */
export async function lockPerson(tx: Transaction, userId: string) {
  const [person] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  // The account was deleted after the request was authenticated, so refuse the request.
  if (!person) throw new Refusal(401, 'Not authenticated')
}
