import { eq } from 'drizzle-orm'
import { accountDeletedMail } from './account-mails.ts'
import { writeAudit } from './audit.ts'
import { users } from './db/schema.ts'
import { refuseLastAdmin } from './last-admin.ts'
import { queueMail } from './mail/mail-queue.ts'
import { checkOwnPassword } from './own-password.ts'
import { endBilling } from './payments/cancel.ts'
import type { Services } from './services.ts'
import type { Caller } from './sessions.ts'
import { factsOf } from './users.ts'

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
