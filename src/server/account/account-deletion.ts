import { eq } from 'drizzle-orm'
import { writeAudit } from '#server/audit/audit.ts'
import type { Origin } from '#server/auth/security-log.ts'
import type { Caller } from '#server/auth/sessions.ts'
import { users } from '#server/db/schema.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import type { BillingServices } from '#server/payments/billing-services.ts'
import { endBilling } from '#server/payments/ending/cancel.ts'
import { refuseLastAdmin } from '#server/users/last-admin.ts'
import { auditedFields } from '#server/users/users.ts'
import { accountDeletedMail } from './account-mails.ts'
import { checkOwnPassword } from './own-password.ts'

/**
 * Ends the caller's subscription immediately, deletes the account and its data, and mails a
 * confirmation.
 */
export async function deleteAccount(
  services: BillingServices,
  { user }: Caller,
  { password, origin }: { password: string; origin: Origin },
) {
  const { db, now, mailQueue } = services
  await checkOwnPassword(services, { user, password, origin })
  // Check for the last admin first. If the subscription were ended first, the last admin would lose
  // the subscription, although the account is kept.
  await db.transaction((tx) => refuseLastAdmin(tx, user))
  await endBilling(services, user.id, async (tx) => {
    await refuseLastAdmin(tx, user)
    await tx.delete(users).where(eq(users.id, user.id))
    const at = now()
    await queueMail(tx, accountDeletedMail(user, { deletedAt: at }), at)
    if (user.role !== 'admin') return
    await writeAudit(tx, {
      actor: { user, ...origin },
      action: 'user.delete',
      target: user,
      before: auditedFields(user),
      after: null,
      at,
    })
  })
  mailQueue.wake()
}
