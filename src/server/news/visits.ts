import {
  millisecondsInHour as HOUR_MS,
  millisecondsInMinute as MINUTE_MS,
} from 'date-fns/constants'
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { listingChanges, visits } from '#server/db/schema.ts'

/** A visit ends when no device of the person has asked for this long. */
const GAP_MS = 4 * HOUR_MS
/** How often a visible page extends the visit. */
const EXTEND_EVERY_MS = 10 * MINUTE_MS

export interface Visit {
  /** The id of the last change before this visit. Later changes are news. */
  sinceChange: number
  /** When the last visit ended. */
  since: Date
}

/**
 * Begins a visit, or continues the current one. One statement decides, so that two devices that ask
 * at the same time continue the same visit.
 */
export async function enterVisit(db: Database, userId: string, now: Date): Promise<Visit> {
  const latest = await latestChange(db)
  const isOver = sql`${visits.activeAt} <= ${new Date(now.getTime() - GAP_MS).toISOString()}::timestamptz`
  const [visit] = await db
    .insert(visits)
    .values({ userId, sinceChange: latest, since: now, shownChange: latest, activeAt: now })
    .onConflictDoUpdate({
      target: visits.userId,
      set: {
        sinceChange: sql`case when ${isOver} then ${visits.shownChange} else ${visits.sinceChange} end`,
        since: sql`case when ${isOver} then ${visits.activeAt} else ${visits.since} end`,
        shownChange: latest,
        activeAt: now,
      },
    })
    .returning({ sinceChange: visits.sinceChange, since: visits.since })
  if (!visit) throw new Error('The database did not return the visit')
  return visit
}

/** Extends the current visit, and returns it. Undefined if the person has never visited. */
export async function extendVisit(db: Database, userId: string, now: Date) {
  const [visit] = await db.select().from(visits).where(eq(visits.userId, userId))
  if (!visit) return undefined
  const idleMs = now.getTime() - visit.activeAt.getTime()
  if (idleMs > EXTEND_EVERY_MS && idleMs < GAP_MS) {
    await db
      .update(visits)
      .set({ activeAt: now })
      .where(and(eq(visits.userId, userId), lt(visits.activeAt, now)))
  }
  return { ...visit, isOver: idleMs >= GAP_MS }
}

/** The id of the latest change of a listing, or 0. */
export async function latestChange(db: Database) {
  const [row] = await db
    .select({ id: listingChanges.id })
    .from(listingChanges)
    .orderBy(desc(listingChanges.id))
    .limit(1)
  return row?.id ?? 0
}
