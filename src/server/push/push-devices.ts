import { eq } from 'drizzle-orm'
import { sessionEnd } from '#server/auth/sessions.ts'
import type { Database } from '#server/db/database.ts'
import { pushSubscriptions, sessions, subscriptions, users } from '#server/db/schema.ts'
import { hasStoredAccess } from '#server/shortlist/owner-access.ts'

export type PushDevice = NonNullable<Awaited<ReturnType<typeof readDevice>>>

/**
 * Reads a registered device, and whether its person may still read what notifications are about.
 * Undefined if the registration was deleted, for example because its session has ended.
 */
export async function readDevice(db: Database, id: string, now: Date) {
  const [row] = await db
    .select({
      device: pushSubscriptions,
      session: { createdAt: sessions.createdAt, expiresAt: sessions.expiresAt },
      user: { role: users.role, isBlocked: users.isBlocked },
      subscription: subscriptions,
    })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.tokenHash, pushSubscriptions.sessionHash))
    .innerJoin(users, eq(users.id, pushSubscriptions.userId))
    .leftJoin(subscriptions, eq(subscriptions.userId, pushSubscriptions.userId))
    .where(eq(pushSubscriptions.id, id))
  if (!row) return undefined
  const { device, session, user, subscription } = row
  const mayReceive = sessionEnd(session, user) > now && hasStoredAccess(user, subscription, now)
  return { ...device, mayReceive }
}

/** Counts a person's registered devices whose sessions have not ended. */
export async function countDevices(db: Database, userId: string, now: Date) {
  const rows = await db
    .select({ createdAt: sessions.createdAt, expiresAt: sessions.expiresAt, role: users.role })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.tokenHash, pushSubscriptions.sessionHash))
    .innerJoin(users, eq(users.id, pushSubscriptions.userId))
    .where(eq(pushSubscriptions.userId, userId))
  return rows.filter((row) => sessionEnd(row, row) > now).length
}
