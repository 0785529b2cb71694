import { and, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { updateDisplay } from '#contract/profile.ts'
import { checkNewPassword } from '#server/auth/new-passwords.ts'
import { passwordChangedMail } from '#server/auth/password-mails.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { logSecurityEvent, type Origin } from '#server/auth/security-log.ts'
import { type Caller, endOtherSessionsOf, type UserRow } from '#server/auth/sessions.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { resetCodes, users } from '#server/db/schema.ts'
import { isUniqueViolation } from '#server/errors/connection-errors.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import type { BillingServices } from '#server/payments/billing-services.ts'
import { updateCustomer } from '#server/payments/mirror/customer.ts'
import { emailTaken, readUser } from '#server/users/accounts.ts'
import { emailChangedMail } from './account-mails.ts'
import { checkOwnPassword } from './own-password.ts'

export async function changeName(services: BillingServices, { user }: Caller, name: string) {
  const changed = await save(services.db, user, { name, updatedAt: services.now() })
  services.background.run(() => updateCustomer(services, user.id))
  return changed
}

/**
 * Changes the email address after checking the current password. Mails a notice to the old address,
 * and deletes the reset codes that were mailed to the old address.
 * @throws {Refusal} 422 for a wrong password, and 409 if the address already has an account.
 */
export async function changeEmail(
  services: BillingServices,
  { user }: Caller,
  { email, password, origin }: { email: string; password: string; origin: Origin },
) {
  const { db, now, mailQueue, background } = services
  await checkOwnPassword(services, { user, password, origin })
  if (email === user.email) return readUser(db, user)
  const changedAt = now()
  try {
    const changed = await db.transaction(async (tx) => {
      await tx.delete(resetCodes).where(eq(resetCodes.userId, user.id))
      await queueMail(tx, emailChangedMail(user, { email, changedAt }), changedAt)
      const event = { kind: 'email-changed', account: user, origin, at: changedAt } as const
      await logSecurityEvent(tx, { ...event, detail: `To ${email}` })
      return saveUnderPassword(tx, user, { email, updatedAt: changedAt })
    })
    mailQueue.wake()
    background.run(() => updateCustomer(services, user.id))
    return changed
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw emailTaken()
  }
}

export function changeDisplay(
  { db }: BillingServices,
  { user }: Caller,
  { currency, area_unit }: z.output<typeof updateDisplay.input>,
) {
  return save(db, user, { currency, areaUnit: area_unit })
}

/** Changes the password, and ends every session of the caller except the current one. */
export async function changePassword(
  services: BillingServices,
  caller: Caller,
  { current, chosen, origin }: { current: string; chosen: string; origin: Origin },
) {
  const { db, now, mailQueue, siteUrl } = services
  const { user } = caller
  await checkOwnPassword(services, { user, password: current, origin })
  checkNewPassword(chosen, user.role)
  const passwordHash = await hashPassword(chosen)
  const changedAt = now()
  await db.transaction(async (tx) => {
    await saveUnderPassword(tx, user, { passwordHash, updatedAt: changedAt })
    await tx.delete(resetCodes).where(eq(resetCodes.userId, user.id))
    await endOtherSessionsOf(tx, caller, changedAt)
    await logSecurityEvent(tx, { kind: 'password-changed', account: user, origin, at: changedAt })
    await queueMail(tx, passwordChangedMail(user, { changedAt }, siteUrl()), changedAt)
  })
  mailQueue.wake()
}

export function changePicture(
  { db, now }: BillingServices,
  { user }: Caller,
  profilePicture: string,
) {
  return save(db, user, { profilePicture, updatedAt: now() })
}

async function save(
  db: Pick<Database, 'update'>,
  { id }: Pick<UserRow, 'id'>,
  changes: Partial<UserRow>,
) {
  const [changed] = await db.update(users).set(changes).where(eq(users.id, id)).returning()
  if (!changed) throw new Refusal(404, 'User not found')
  return changed
}

/**
 * Saves a change for which the person has entered the current password. Refuses if the password was
 * changed meanwhile. Otherwise a stranger could still use the old password.
 */
async function saveUnderPassword(
  tx: Transaction,
  { id, passwordHash }: Pick<UserRow, 'id' | 'passwordHash'>,
  changes: Partial<UserRow>,
) {
  const [changed] = await tx
    .update(users)
    .set(changes)
    .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash)))
    .returning()
  if (changed) return changed
  throw new Refusal(409, 'Your password was changed elsewhere in the meantime. Please try again.')
}
