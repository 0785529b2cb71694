import { sql } from 'drizzle-orm'
import type { UserRow } from '#server/auth/sessions.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { authenticators, passkeys } from '#server/db/schema.ts'

export interface SecondFactorPolicy {
  db: Database
  /** Whether administrators must have a second factor. */
  requiresSecondFactor: boolean
}

/** Whether the account needs a second factor for the endpoints of administrators. */
export function isRequired(
  { requiresSecondFactor }: Pick<SecondFactorPolicy, 'requiresSecondFactor'>,
  { role }: Pick<UserRow, 'role'>,
) {
  return requiresSecondFactor && role === 'admin'
}

/** Whether the account must set up a second factor before the endpoints of administrators answer. */
export async function needsSetup(policy: SecondFactorPolicy, user: Pick<UserRow, 'id' | 'role'>) {
  return isRequired(policy, user) && !(await hasSecondFactor(policy.db, user))
}

/** Whether a sign-in needs a second factor. Everybody who has one is asked for it, in every role. */
export async function hasSecondFactor(
  db: Database | Transaction,
  { id }: Pick<UserRow, 'id'>,
): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`
    select exists (select from ${passkeys} where ${passkeys.userId} = ${id})
      or exists (select from ${authenticators} where ${authenticators.userId} = ${id}) as found
  `)
  return rows[0]?.found === true
}
