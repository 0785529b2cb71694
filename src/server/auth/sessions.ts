import { createHash, createHmac, randomBytes } from 'node:crypto'
import { addHours } from 'date-fns/addHours'
import { min } from 'date-fns/min'
import { and, desc, eq, getTableColumns, lte, ne, sql } from 'drizzle-orm'
import { type Database, statementName, type Transaction } from '#server/db/database.ts'
import { pendingSignIns, sessions, subscriptions, users } from '#server/db/schema.ts'

/**
 * How long a session lasts from its sign-in, by the current role of its user. Use does not extend a
 * session, so a stolen token stops working.
 */
const LIFETIME_HOURS = { user: 30 * 24, admin: 12 }
/**
 * The use of a session is recorded at most this often, so that most requests write nothing to the
 * database.
 */
const RECORD_AFTER_HOURS = 1
/** User agents usually have 100 to 200 characters. A user agent over this limit is cut. */
const MAX_USER_AGENT_LENGTH = 400

export type UserRow = typeof users.$inferSelect
/**
 * A user's row without the profile picture. The picture is much larger than the other columns, and
 * few requests need it.
 */
export type PersonRow = Omit<UserRow, 'profilePicture'>
export type SubscriptionRow = typeof subscriptions.$inferSelect

const { profilePicture, ...columns } = getTableColumns(users)
/** The columns of `users` that form a {@link PersonRow}. */
export const personColumns = columns

/** The user who makes a request. */
export interface Caller {
  user: PersonRow
  subscription: SubscriptionRow | null
  /** Identifies the current session among the user's sessions. */
  tokenHash: Buffer
}

/** A caller who may read either the whole catalogue or only the houses of one shortlist. */
export interface ScopedCaller extends Caller {
  /** The id of the only shortlist whose houses the caller may read. Null for a subscriber. */
  onlyShortlist: string | null
}

/** Starts a session and returns its token, which is stored only as a hash. */
export async function startSession(
  db: Pick<Database, 'insert'>,
  user: Pick<UserRow, 'id' | 'role'>,
  now: Date,
  userAgent?: string,
) {
  const token = randomBytes(32).toString('base64url')
  await db.insert(sessions).values({
    tokenHash: hash(token),
    receiptHash: hash(revocationTokenOf(token)),
    userId: user.id,
    lastUsedAt: now,
    ...timesOf(user, now),
    userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH),
  })
  return token
}

/** The begin and the end of a session that starts now. */
function timesOf({ role }: Pick<UserRow, 'role'>, now: Date) {
  return { createdAt: now, expiresAt: addHours(now, LIFETIME_HOURS[role]) }
}

/**
 * Calls `use` after a password matched `passwordHash`. Returns null if the stored hash differs by
 * now, because an old password must not start a session. Also returns null if the user was blocked
 * or deleted.
 */
export function withPassword<T>(
  db: Database,
  { id, passwordHash }: Pick<UserRow, 'id' | 'passwordHash'>,
  use: (tx: Transaction, user: Pick<UserRow, 'id' | 'email' | 'role'>) => Promise<T>,
) {
  const isUnchanged = and(
    eq(users.id, id),
    eq(users.passwordHash, passwordHash),
    eq(users.isBlocked, false),
  )
  return db.transaction(async (tx) => {
    // Lock the user's row, so that a concurrent password change waits. The password change then
    // ends the session that `use` starts.
    const [user] = await tx
      .select({ id: users.id, email: users.email, role: users.role })
      .from(users)
      .where(isUnchanged)
      .for('share')
    return user ? use(tx, user) : null
  })
}

/**
 * Finds the caller to whom a live session token belongs, and records the use of the session. Null
 * if the token belongs to no live session.
 */
export async function findCaller(db: Database, token: string, now: Date): Promise<Caller | null> {
  const tokenHash = hash(token)
  const [row] = await callerQuery(db).execute({ tokenHash })
  if (!row || row.user.isBlocked || sessionEnd(row.session, row.user) <= now) return null

  const { lastUsedAt } = row.session
  const isSetBack = lastUsedAt > addHours(now, RECORD_AFTER_HOURS)
  if (isSetBack || addHours(lastUsedAt, RECORD_AFTER_HOURS) < now) {
    await db
      .update(sessions)
      // If the clock was set back, the session seems to begin in the future, and would last too
      // long. Let such a session begin now.
      .set({ lastUsedAt: now, ...(isSetBack && timesOf(row.user, now)) })
      .where(eq(sessions.tokenHash, tokenHash))
  }
  return { user: row.user, subscription: row.subscription, tokenHash }
}

type CallerQuery = ReturnType<typeof writeCallerQuery>

/** The prepared statement that finds the caller, one per database. Nearly every request runs it. */
const callerQueries = new WeakMap<Database, CallerQuery>()

function callerQuery(db: Database) {
  const written = callerQueries.get(db) ?? writeCallerQuery(db)
  callerQueries.set(db, written)
  return written
}

function writeCallerQuery(db: Database) {
  return db
    .select({ session: sessions, user: personColumns, subscription: subscriptions })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(eq(sessions.tokenHash, sql.placeholder('tokenHash')))
    .prepare(statementName(db, 'caller'))
}

/**
 * When a session ends. Sessions of administrators have a shorter lifetime. If the user became an
 * administrator after `expiresAt` was computed, the session ends before `expiresAt`.
 */
export function sessionEnd(
  { createdAt, expiresAt }: { createdAt: Date; expiresAt: Date },
  { role }: Pick<UserRow, 'role'>,
) {
  return min([expiresAt, addHours(createdAt, LIFETIME_HOURS[role])])
}

/**
 * The caller's live sessions. The current session comes first, then the most recently used
 * sessions.
 */
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
    .map((session) => ({
      ...session,
      endsAt: sessionEnd(session, user),
      isCurrent: session.tokenHash.equals(tokenHash),
    }))
    .filter(({ endsAt }) => endsAt > now)
  return live.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
}

export async function endSession(db: Database, tokenHash: Buffer) {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash))
}

/** Ends one session of the caller. Returns undefined if the caller has no such session. */
export async function endSessionById(db: Database, { user }: Pick<Caller, 'user'>, id: string) {
  const [ended] = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, user.id)))
    .returning({ userAgent: sessions.userAgent })
  return ended
}

/**
 * Derives the revocation token of a session from the session token. The revocation token can only
 * end the session. The session token cannot be derived from the revocation token.
 */
export function revocationTokenOf(token: string) {
  return createHmac('sha256', token).update('receipt').digest('base64url')
}

/** Ends the session of a revocation token. Returns its user, if the session existed. */
export async function revokeSession(db: Database, revocationToken: string) {
  const [ended] = await db
    .delete(sessions)
    .where(eq(sessions.receiptHash, hash(revocationToken)))
    .returning({ userId: sessions.userId })
  if (!ended) return undefined
  const [user] = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(eq(users.id, ended.userId))
  return user
}

/** Ends all sessions of the user, and the sign-ins that wait for a second factor. */
export async function endSessionsOf(db: Pick<Database, 'delete'>, user: Pick<UserRow, 'id'>) {
  await endPendingSignIns(db, user)
  await db.delete(sessions).where(eq(sessions.userId, user.id))
}

async function endPendingSignIns(db: Pick<Database, 'delete'>, { id }: Pick<UserRow, 'id'>) {
  await db.delete(pendingSignIns).where(eq(pendingSignIns.userId, id))
}

/**
 * Deletes every session of the caller except the current one, and the sign-ins that wait for a
 * second factor. Returns how many of the deleted sessions had not expired yet.
 */
export async function endOtherSessionsOf(
  db: Pick<Database, 'delete'>,
  { user, tokenHash }: Pick<Caller, 'user' | 'tokenHash'>,
  now: Date,
) {
  await endPendingSignIns(db, user)
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, user.id), ne(sessions.tokenHash, tokenHash)))
    .returning({ createdAt: sessions.createdAt, expiresAt: sessions.expiresAt })
  return ended.filter((session) => sessionEnd(session, user) > now).length
}

export async function deleteExpiredSessions(db: Database, now: Date) {
  await db.delete(sessions).where(lte(sessions.expiresAt, now))
}

function hash(secret: string) {
  return createHash('sha256').update(secret).digest()
}
