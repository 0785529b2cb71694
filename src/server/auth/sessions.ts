import { createHash, createHmac, randomBytes } from 'node:crypto'
import { and, desc, eq, getTableColumns, lte, ne, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { sessions, subscriptions, users } from '#server/db/schema.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** How long a session lasts without being used, by the role its user has now; milliseconds. */
const LIFETIME = { user: 30 * DAY, admin: 12 * HOUR }
/** A session in use is extended at most this often, so that reading does not mean writing. */
const EXTEND_AFTER = HOUR
/** Browsers say a hundred characters or two of themselves; what is more is not kept. */
const MAX_USER_AGENT_LENGTH = 400

export type UserRow = typeof users.$inferSelect
/** A user without the picture, which is far larger than all the rest and seldom needed. */
export type PersonRow = Omit<UserRow, 'profilePicture'>
export type SubscriptionRow = typeof subscriptions.$inferSelect

const { profilePicture, ...columns } = getTableColumns(users)
/** What to select of `users` for a {@link PersonRow}. */
export const personColumns = columns

/** Who makes a request. */
export interface Caller {
  user: PersonRow
  subscription: SubscriptionRow | null
  /** Names the session among the others of its user. */
  tokenHash: Buffer
}

/**
 * Starts a session and returns its token: the only time it can be read. `userAgent` is what the
 * browser says of itself.
 */
export async function startSession(
  db: Pick<Database, 'insert'>,
  user: Pick<UserRow, 'id' | 'role'>,
  now: Date,
  userAgent?: string,
) {
  const token = randomBytes(32).toString('base64url')
  await db.insert(sessions).values({
    tokenHash: hash(token),
    receiptHash: hash(receiptOf(token)),
    userId: user.id,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: after(now, LIFETIME[user.role]),
    userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH),
  })
  return token
}

/**
 * Starts a session for somebody whose password was compared with the hash of it in `user`. Null when
 * it was changed meanwhile, or they were blocked or deleted: that ended the sessions there were, and
 * this one would have come after.
 */
export function startSessionByPassword(
  db: Database,
  { id, passwordHash }: Pick<UserRow, 'id' | 'passwordHash'>,
  now: Date,
  userAgent?: string,
) {
  const isUnchanged = and(
    eq(users.id, id),
    eq(users.passwordHash, passwordHash),
    eq(users.isBlocked, false),
  )
  return db.transaction(async (tx) => {
    // Whoever is about to change it waits, and ends this session too.
    const [user] = await tx
      .select({ id: users.id, role: users.role })
      .from(users)
      .where(isUnchanged)
      .for('share')
    return user ? startSession(tx, user, now, userAgent) : null
  })
}

/** The person whose live session `token` opens, or null. Using a session extends it. */
export async function findCaller(db: Database, token: string, now: Date): Promise<Caller | null> {
  const tokenHash = hash(token)
  const [row] = await callerQuery(db).execute({ tokenHash })
  if (!row || row.user.isBlocked || !isLive(row.session, row.user, now)) return null

  const { lastUsedAt } = row.session
  // One that was used in the future, by a clock that was set back since, would never seem unused.
  if (after(lastUsedAt, EXTEND_AFTER) < now || lastUsedAt > after(now, EXTEND_AFTER)) {
    await db
      .update(sessions)
      .set({ lastUsedAt: now, expiresAt: after(now, LIFETIME[row.user.role]) })
      .where(eq(sessions.tokenHash, tokenHash))
  }
  return { user: row.user, subscription: row.subscription, tokenHash }
}

type CallerQuery = ReturnType<typeof writeCallerQuery>

/** What nearly every request asks is put into words once for each database. */
const callerQueries = new WeakMap<Database, CallerQuery>()

function callerQuery(db: Database) {
  const written = callerQueries.get(db) ?? writeCallerQuery(db)
  callerQueries.set(db, written)
  return written
}

function writeCallerQuery(db: Database) {
  return (
    db
      .select({ session: sessions, user: personColumns, subscription: subscriptions })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
      .where(eq(sessions.tokenHash, sql.placeholder('tokenHash')))
      // Without a name, which the connections that share an embedded database could not tell apart.
      .prepare('')
  )
}

/** The sessions of an administrator are short, also those from before the promotion. */
function isLive(
  session: { lastUsedAt: Date; expiresAt: Date },
  user: Pick<UserRow, 'role'>,
  now: Date,
) {
  return session.expiresAt > now && after(session.lastUsedAt, LIFETIME[user.role]) > now
}

/** Where the caller is signed in: here first, then where it was used last. */
export async function liveSessionsOf(
  db: Database,
  { user, tokenHash }: Pick<Caller, 'user' | 'tokenHash'>,
  now: Date,
) {
  const rows = await db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, user.id))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt))
  const live = rows
    .filter((session) => isLive(session, user, now))
    .map((session) => ({ ...session, isCurrent: session.tokenHash.equals(tokenHash) }))
  return live.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
}

export async function endSession(db: Database, tokenHash: Buffer) {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash))
}

/** What ends the session of `token` and opens nothing: the token does not follow from it. */
export function receiptOf(token: string) {
  return createHmac('sha256', token).update('receipt').digest('base64url')
}

export async function endSessionByReceipt(db: Database, receipt: string) {
  await db.delete(sessions).where(eq(sessions.receiptHash, hash(receipt)))
}

/** Ends every session of `user`, wherever it is. */
export async function endSessionsOf(db: Pick<Database, 'delete'>, user: Pick<UserRow, 'id'>) {
  await db.delete(sessions).where(eq(sessions.userId, user.id))
}

/** Ends every session of the caller but the one that they call from. Returns how many there were. */
export async function endOtherSessionsOf(
  db: Pick<Database, 'delete'>,
  { user, tokenHash }: Pick<Caller, 'user' | 'tokenHash'>,
  now: Date,
) {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, user.id), ne(sessions.tokenHash, tokenHash)))
    .returning({ lastUsedAt: sessions.lastUsedAt, expiresAt: sessions.expiresAt })
  return ended.filter((session) => isLive(session, user, now)).length
}

export async function deleteExpiredSessions(db: Database, now: Date) {
  await db.delete(sessions).where(lte(sessions.expiresAt, now))
}

function after(time: Date, milliseconds: number) {
  return new Date(time.getTime() + milliseconds)
}

function hash(secret: string) {
  return createHash('sha256').update(secret).digest()
}
