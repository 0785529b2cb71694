import { subDays } from 'date-fns/subDays'
import { and, count, desc, eq, lt, or, sql } from 'drizzle-orm'
import type {
  SecurityEventKind,
  SecurityLogPage,
  SecurityLogSearch,
} from '#contract/security-log.ts'
import type { Database } from '#server/db/database.ts'
import { securityEvents, users } from '#server/db/schema.ts'
import { networkOf } from '#server/network/client-address.ts'
import { deviceOf } from './devices.ts'
import type { UserRow } from './sessions.ts'

/** How long the security log keeps an event. */
const RETENTION_DAYS = 180
/** User agents usually have 100 to 200 characters. A user agent over this limit is cut. */
const MAX_USER_AGENT_LENGTH = 400

/** From where a request came. */
export interface Origin {
  ip: string
  userAgent?: string | undefined
}

interface SecurityEvent {
  kind: SecurityEventKind
  /** The account, or only the address that somebody entered, if it has no account. */
  account: Pick<UserRow, 'id' | 'email'> | { id?: undefined; email: string }
  origin: Origin
  at: Date
  /** More about the event, such as the roles before and after a change. */
  detail?: string
}

/** Writes an event into the security log. Call this in the transaction of a change. */
export async function logSecurityEvent(
  db: Pick<Database, 'insert'>,
  { kind, account, origin, at, detail }: SecurityEvent,
) {
  await db.insert(securityEvents).values({
    ...{ at, kind, detail },
    userId: account.id ?? null,
    email: account.email,
    ip: origin.ip,
    userAgent: origin.userAgent?.slice(0, MAX_USER_AGENT_LENGTH),
  })
}

/** A page of the security log, newest first. */
export async function findSecurityEvents(
  db: Database,
  { search, kind, page, limit }: SecurityLogSearch,
): Promise<SecurityLogPage> {
  const where = and(
    kind ? eq(securityEvents.kind, kind) : undefined,
    search
      ? or(
          sql`strpos(${securityEvents.email}, ${search.toLowerCase()}) > 0`,
          eq(securityEvents.ip, search),
        )
      : undefined,
  )
  const rows = await db
    .select()
    .from(securityEvents)
    .where(where)
    // The id decides the order of events from the same millisecond, so that pages never overlap.
    .orderBy(desc(securityEvents.at), desc(securityEvents.id))
    .limit(limit)
    .offset((page - 1) * limit)
  const [counted] = await db.select({ total: count() }).from(securityEvents).where(where)
  return {
    results: rows.map((row) => ({
      ...{ id: row.id, kind: row.kind, email: row.email, ip: row.ip, detail: row.detail },
      at: row.at.toISOString(),
      device: deviceOf(row.userAgent),
    })),
    total_count: counted?.total ?? 0,
  }
}

/** Whether somebody has signed in to the account from the network of `ip`, as far as the log says. */
export async function hasSignedInFrom(db: Database, { email, ip }: { email: string; ip: string }) {
  const rows = await db
    .selectDistinct({ ip: securityEvents.ip })
    .from(securityEvents)
    .innerJoin(users, eq(users.id, securityEvents.userId))
    .where(and(eq(users.email, email), eq(securityEvents.kind, 'sign-in')))
  return rows.some((row) => networkOf(row.ip) === networkOf(ip))
}

export async function deleteOldSecurityEvents(db: Database, now: Date) {
  await db.delete(securityEvents).where(lt(securityEvents.at, subDays(now, RETENTION_DAYS)))
}
