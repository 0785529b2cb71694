import { createHash, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from './db/database.ts'
import { sessions, subscriptions, users } from './db/schema.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** How long a session lasts without being used, in milliseconds. */
const LIFETIME = { user: 30 * DAY, admin: 12 * HOUR }
/** A session in use is extended at most this often, so that reading does not mean writing. */
const EXTEND_AFTER = HOUR

export type UserRow = typeof users.$inferSelect
export type SubscriptionRow = typeof subscriptions.$inferSelect

/** Who makes a request. */
export interface Caller {
  user: UserRow
  subscription: SubscriptionRow | null
  /** Names the session among the others of its user. */
  tokenHash: Buffer
}

/** Starts a session and returns its token: the only time it can be read. */
export async function startSession(db: Database, user: Pick<UserRow, 'id' | 'role'>, now: Date) {
  const token = randomBytes(32).toString('base64url')
  await db.insert(sessions).values({
    tokenHash: hashToken(token),
    userId: user.id,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + LIFETIME[user.role]),
  })
  return token
}

/** The person whose live session `token` opens, or null. Using a session extends it. */
export async function findCaller(db: Database, token: string, now: Date): Promise<Caller | null> {
  const tokenHash = hashToken(token)
  const [row] = await db
    .select({ session: sessions, user: users, subscription: subscriptions })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(eq(sessions.tokenHash, tokenHash))
  if (!row || row.session.expiresAt <= now || row.user.isBlocked) return null

  if (now.getTime() - row.session.lastUsedAt.getTime() > EXTEND_AFTER) {
    const expiresAt = new Date(now.getTime() + LIFETIME[row.user.role])
    await db
      .update(sessions)
      .set({ lastUsedAt: now, expiresAt })
      .where(eq(sessions.tokenHash, tokenHash))
  }
  return { user: row.user, subscription: row.subscription, tokenHash }
}

export async function endSession(db: Database, tokenHash: Buffer) {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash))
}

function hashToken(token: string) {
  return createHash('sha256').update(token).digest()
}
