import { eq } from 'drizzle-orm'
import { writeAudit } from '#server/audit/audit.ts'
import type { Caller } from '#server/auth/sessions.ts'
import { users } from '#server/db/schema.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import { endBilling } from '#server/payments/cancel.ts'
import type { Services } from '#server/services.ts'
import { refuseLastAdmin } from '#server/users/last-admin.ts'
import { factsOf } from '#server/users/users.ts'
import { accountDeletedMail } from './account-mails.ts'
import { checkOwnPassword } from './own-password.ts'

/** Ends at once what the caller pays, and deletes them with all that is theirs. They are told by mail. */
export async function deleteAccount(
  services: Services,
  { user }: Caller,
  { password, ip }: { password: string; ip: string },
) {
  const { db, now, mailQueue } = services
  await checkOwnPassword(services, { user, password, ip })
  // Here too, so that nothing is ended for somebody who has to stay.
  await db.transaction((tx) => refuseLastAdmin(tx, user))
  await endBilling(services, user.id, async (tx) => {
    await refuseLastAdmin(tx, user)
    await tx.delete(users).where(eq(users.id, user.id))
    const at = now()
    await queueMail(tx, accountDeletedMail(user, { deletedAt: at }), at)
    if (user.role !== 'admin') return
    await writeAudit(tx, {
      actor: { user, ip },
      action: 'user.delete',
      target: user,
      before: factsOf(user),
      after: null,
      at,
    })
  })
  mailQueue.wake()
}
