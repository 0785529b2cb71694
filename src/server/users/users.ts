import { eq } from 'drizzle-orm'
import type { User } from '#contract/account.ts'
import { type Actor, writeAudit } from '#server/audit/audit.ts'
import { checkNewPassword } from '#server/auth/new-passwords.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { mailResetCode } from '#server/auth/reset-codes.ts'
import { logSecurityEvent } from '#server/auth/security-log.ts'
import { endSessionsOf, type PersonRow, personColumns } from '#server/auth/sessions.ts'
import type { Transaction } from '#server/db/database.ts'
import { resetCodes, users } from '#server/db/schema.ts'
import { isUniqueViolation } from '#server/errors/connection-errors.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import type { BillingServices } from '#server/payments/billing-services.ts'
import { endBilling, stopRenewal } from '#server/payments/ending/cancel.ts'
import { updateCustomer } from '#server/payments/mirror/customer.ts'
import { isRetryable } from '#server/payments/stripe-errors.ts'
import { addUser, emailTaken, readUser } from './accounts.ts'
import { lockAdmins } from './last-admin.ts'
import { emailReplacedMail, passwordReplacedMail } from './user-mails.ts'

/**
 * Changes that administrators make to other accounts. Each change writes its audit entry in the
 * same transaction.
 */

/** @throws {Refusal} 409 if the address already has an account. */
export async function createUser(
  services: BillingServices,
  actor: Actor,
  { password, ...person }: { name: string; email: string; password: string; role: User['role'] },
) {
  checkNewPassword(password, person.role)
  const passwordHash = await hashPassword(password)
  const at = services.now()
  return services.db.transaction(async (tx) => {
    await refuseFormerAdmin(tx, actor)
    const added = await addUser(tx, { ...person, passwordHash }, at)
    if (!added) throw emailTaken()
    const entry = { actor, action: 'user.create', target: added, at }
    await writeAudit(tx, { ...entry, before: null, after: auditedFields(added) })
    return added
  })
}

interface Edit {
  id: string
  name: string
  email: string
  role: User['role']
  /** The new password. Undefined if the current password stays. */
  password?: string | undefined
}

/**
 * A new password ends all sessions of the user. A new role applies from their next request.
 * @throws {Refusal} 409 if the address already has an account.
 */
export async function updateUser(services: BillingServices, actor: Actor, edit: Edit) {
  const { mailQueue, background } = services
  if (edit.password) checkNewPassword(edit.password, edit.role)
  const passwordHash = edit.password ? await hashPassword(edit.password) : undefined
  const { before, after } = await services.db
    .transaction((tx) => replace(tx, services, actor, { ...edit, passwordHash }))
    .catch((error) => {
      throw isUniqueViolation(error) ? emailTaken() : error
    })
  mailQueue.wake()
  if (after.name !== before.name || after.email !== before.email) {
    background.run(() => updateCustomer(services, after.id))
  }
  return after
}

async function replace(
  tx: Transaction,
  { now, siteUrl }: BillingServices,
  actor: Actor,
  { id, name, email, role, passwordHash }: Edit & { passwordHash: string | undefined },
) {
  const at = now()
  const before = await hold(tx, actor, id)
  const isMoved = email !== before.email
  if (id === actor.user.id) refuseOwn({ isDemoted: role !== before.role, isMoved, passwordHash })
  const isRenamed = name !== before.name || role !== before.role
  if (!isMoved && !isRenamed && !passwordHash) return { before, after: before }

  const changes = { name, email, role, ...(passwordHash && { passwordHash }), updatedAt: at }
  const after = await save(tx, id, changes)
  if (isMoved || passwordHash) await tx.delete(resetCodes).where(eq(resetCodes.userId, id))
  if (isMoved) await queueMail(tx, emailReplacedMail(before, { email, at }), at)
  if (passwordHash) {
    await endSessionsOf(tx, after)
    await queueMail(tx, passwordReplacedMail(after, { at, siteUrl: siteUrl() }), at)
  }
  const event = { account: after, origin: actor, at }
  const by = `by ${actor.user.email}`
  if (passwordHash) {
    await logSecurityEvent(tx, { ...event, kind: 'password-changed', detail: by })
  }
  if (isMoved) {
    const detail = `From ${before.email} ${by}`
    await logSecurityEvent(tx, { ...event, kind: 'email-changed', detail })
  }
  if (role !== before.role) {
    const detail = `From ${before.role} to ${role} ${by}`
    await logSecurityEvent(tx, { ...event, kind: 'role-changed', detail })
  }
  const entry = { actor, action: 'user.update', target: after, at }
  const facts = { ...auditedFields(after), ...(passwordHash && { has_new_password: true }) }
  await writeAudit(tx, { ...entry, before: auditedFields(before), after: facts })
  return { before, after }
}

/**
 * Refuses changes by administrators to their own email and password. They must use Account
 * Settings, which asks for the current password.
 */
function refuseOwn(edit: {
  isDemoted: boolean
  isMoved: boolean
  passwordHash: string | undefined
}) {
  if (edit.isDemoted) {
    throw new Refusal(409, 'You cannot remove your own administrator role')
  }
  if (edit.isMoved || edit.passwordHash) {
    throw new Refusal(409, 'Change your own email and password in Account Settings')
  }
}

/**
 * Blocks or unblocks a user. Blocking ends the user's sessions, and then stops the renewal at
 * Stripe. If Stripe is unavailable, the sessions end anyway. After unblocking, the user must sign
 * in again and reactivate the subscription.
 * @throws {Refusal} 409 if administrators would block themselves.
 */
export async function setBlocked(
  services: BillingServices,
  actor: Actor,
  { id, block }: { id: string; block: boolean },
) {
  if (block && id === actor.user.id) throw new Refusal(409, 'You cannot block yourself')
  const at = services.now()
  const user = await services.db.transaction(async (tx) => {
    const before = await hold(tx, actor, id)
    if (before.isBlocked === block) return before
    const after = await save(tx, id, { isBlocked: block, updatedAt: at })
    if (block) {
      await endSessionsOf(tx, after)
      await tx.delete(resetCodes).where(eq(resetCodes.userId, id))
    }
    await logSecurityEvent(tx, {
      kind: block ? 'account-blocked' : 'account-unblocked',
      ...{ account: after, origin: actor, at, detail: `by ${actor.user.email}` },
    })
    const entry = { actor, action: block ? 'user.block' : 'user.unblock', target: after, at }
    await writeAudit(tx, { ...entry, before: auditedFields(before), after: auditedFields(after) })
    return after
  })
  return { user, isRenewalUnstopped: block && !(await stopsRenewal(services, id)) }
}

/**
 * Stops the renewal of the user's subscription. Returns false on failure, for example if Stripe is
 * unavailable. The job `stopBlocked` then tries again.
 */
async function stopsRenewal(services: BillingServices, userId: string) {
  try {
    await stopRenewal(services, userId)
    return true
  } catch (error) {
    if (!isRetryable(error)) services.logError(error, 'payments')
    return false
  }
}

/**
 * Deletes a user and their data. Deletes nothing if Stripe is unavailable.
 * @throws {Refusal} 409 if administrators would delete themselves.
 */
export async function deleteUser(services: BillingServices, actor: Actor, id: string) {
  if (id === actor.user.id) {
    throw new Refusal(409, 'You cannot delete yourself here. Use Account Settings.')
  }
  const at = services.now()
  await endBilling(services, id, async (tx) => {
    const before = await hold(tx, actor, id)
    await tx.delete(users).where(eq(users.id, id))
    const entry = { actor, action: 'user.delete', target: before, at }
    await writeAudit(tx, { ...entry, before: auditedFields(before), after: null })
  })
}

/**
 * Mails the user a reset code, which the administrator never sees.
 * @throws {Refusal} 409 if the account is blocked.
 */
export async function sendResetCode(services: BillingServices, actor: Actor, id: string) {
  const { db, now } = services
  const target = await readUser(db, { id })
  const entry = { actor, action: 'user.reset-password', target, at: now() }
  const isMailed = await mailResetCode(services, target.email, (tx) =>
    writeAudit(tx, { ...entry, before: null, after: null }),
  )
  if (!isMailed) throw new Refusal(409, 'This account is blocked. Unblock it first.')
}

/** Locks the user's row until the transaction ends, and returns it. */
async function hold(tx: Transaction, actor: Actor, id: string) {
  await refuseFormerAdmin(tx, actor, { id })
  const [person] = await tx.select(personColumns).from(users).where(eq(users.id, id))
  if (!person) throw noUser()
  return person
}

/**
 * Refuses an administrator who was demoted or blocked since the request was authenticated. Locks
 * `person`, so that concurrent changes to this person wait. Nobody can demote themselves, so one
 * administrator always remains.
 */
async function refuseFormerAdmin(tx: Transaction, { user }: Actor, person?: { id: string }) {
  const admins = await lockAdmins(tx, person)
  if (!admins.includes(user.id)) throw new Refusal(403, 'Admin access required')
}

async function save(tx: Transaction, id: string, changes: Partial<PersonRow>) {
  const [saved] = await tx
    .update(users)
    .set(changes)
    .where(eq(users.id, id))
    .returning(personColumns)
  if (!saved) throw noUser()
  return saved
}

export function auditedFields({ name, email, role, isBlocked }: PersonRow) {
  return { name, email, role, is_blocked: isBlocked }
}

function noUser() {
  return new Refusal(404, 'User not found')
}
