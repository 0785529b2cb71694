import { eq } from 'drizzle-orm'
import { COMMAND_LINE, writeAudit } from '#server/audit/audit.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { logSecurityEvent } from '#server/auth/security-log.ts'
import { personColumns, type UserRow } from '#server/auth/sessions.ts'
import { OperatorError } from '#server/errors/operator-error.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import { secondFactorResetMail } from '#server/second-factor/second-factor-mails.ts'
import { removeAllFactors } from '#server/second-factor/second-factors.ts'
import { addUser } from '#server/users/accounts.ts'
import { auditedFields } from '#server/users/users.ts'
import type { Database } from '../db/database.ts'
import { users } from '../db/schema.ts'

/**
 * Refuses an email address that already has an account. The message for an ordinary account names
 * the command that makes it an administrator account.
 * @throws {OperatorError} if the address already has an account.
 */
export async function refuseTaken(db: Pick<Database, 'select'>, email: string) {
  const [user] = await db.select().from(users).where(eq(users.email, email))
  if (user) throw taken(user)
}

/** @throws {OperatorError} if the address already has an account. */
export async function createAdmin(
  db: Database,
  { email, name, password }: { email: string; name: string; password: string },
  now: Date,
) {
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    const added = await addUser(tx, { email, name, role: 'admin', passwordHash }, now)
    if (!added) throw new OperatorError(`${email} has an account already.`)
    const entry = { actor: COMMAND_LINE, action: 'user.create', target: added, at: now }
    await writeAudit(tx, { ...entry, before: null, after: auditedFields(added) })
  })
}

/**
 * Makes an existing user an administrator from the next request on. Returns false if the user is an
 * administrator already.
 * @throws {OperatorError} if there is no such account, or it is blocked.
 */
export function promote(db: Database, email: string, now: Date) {
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(users).where(eq(users.email, email)).for('update')
    if (!before)
      throw new OperatorError(
        `There is no account with ${email}. Make one with the command "create".`,
      )
    if (before.isBlocked) throw new OperatorError(`The account ${email} is blocked.`)
    if (before.role === 'admin') return false
    const change = { role: 'admin', updatedAt: now } as const
    await tx.update(users).set(change).where(eq(users.id, before.id))
    const entry = { actor: COMMAND_LINE, action: 'user.update', target: before, at: now }
    const after = auditedFields({ ...before, ...change })
    await logSecurityEvent(tx, {
      ...{ kind: 'role-changed', account: before, origin: COMMAND_LINE, at: now },
      detail: 'From user to admin by command line',
    })
    await writeAudit(tx, { ...entry, before: auditedFields(before), after })
    return true
  })
}

/**
 * Removes the second factors of a person who has lost them all. Returns false if the account has
 * none.
 * @throws {OperatorError} if there is no such account.
 */
export function removeSecondFactor(db: Database, email: string, now: Date) {
  return db.transaction(async (tx) => {
    const [user] = await tx.select(personColumns).from(users).where(eq(users.email, email))
    if (!user) throw new OperatorError(`There is no account with ${email}.`)
    const removal = { origin: COMMAND_LINE, at: now, detail: 'All, by command line' }
    if (!(await removeAllFactors(tx, user, removal))) return false
    await writeAudit(tx, {
      ...{ actor: COMMAND_LINE, action: 'user.remove-second-factor', target: user, at: now },
      ...{ before: null, after: null },
    })
    await queueMail(tx, secondFactorResetMail(user, { at: now }), now)
    return true
  })
}

function taken({ email, role, isBlocked }: UserRow) {
  if (isBlocked) return new OperatorError(`${email} has an account already, which is blocked.`)
  return new OperatorError(
    role === 'admin'
      ? `${email} is an administrator already.`
      : `${email} has an account already. npm run admin -- promote ${email} makes it an administrator account.`,
  )
}
