import { addMilliseconds } from 'date-fns/addMilliseconds'
import { millisecondsInMinute as MINUTE_MS } from 'date-fns/constants'
import { subMilliseconds } from 'date-fns/subMilliseconds'
import { and, eq, gt, isNull, lt, or } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { jobs } from '#server/db/schema.ts'

const JOB = 'catalogue'
/** A build that has not renewed its lease for this time has crashed. Another may then begin. */
const LEASE_MS = 5 * MINUTE_MS

export type BuildLease = NonNullable<Awaited<ReturnType<typeof claimBuild>>>

/** Claims the build of the next edition, so that only one process builds. Undefined if another does. */
export async function claimBuild(db: Database, now: () => Date) {
  let claimedAt = now()
  await db.insert(jobs).values({ name: JOB }).onConflictDoNothing()
  const isFree = or(
    isNull(jobs.claimedAt),
    lt(jobs.claimedAt, subMilliseconds(claimedAt, LEASE_MS)),
    // The clock was set back.
    gt(jobs.claimedAt, addMilliseconds(claimedAt, LEASE_MS)),
  )
  const { rowCount } = await db
    .update(jobs)
    .set({ claimedAt })
    .where(and(eq(jobs.name, JOB), isFree))
  if (rowCount === 0) return undefined

  async function set(tx: Pick<Database, 'update'>, values: Partial<typeof jobs.$inferInsert>) {
    const isOwn = and(eq(jobs.name, JOB), eq(jobs.claimedAt, claimedAt))
    const { rowCount } = await tx.update(jobs).set(values).where(isOwn)
    return rowCount === 1
  }

  return {
    /** Returns false if another process has claimed the build. */
    async renew() {
      const renewed = now()
      const isOwn = await set(db, { claimedAt: renewed })
      claimedAt = renewed
      return isOwn
    },
    /** Ends the lease. Returns false if another process has claimed the build. */
    end: (tx: Pick<Database, 'update'>) => set(tx, { claimedAt: null, ranAt: now() }),
  }
}
