import { eq } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { jobs } from '#server/db/schema.ts'

/**
 * Runs `task` with the time of its last success, or with null before the first success. A failed
 * run is not recorded, so the next run repeats the work of the failed run.
 */
export async function sinceLastSuccess<T>(
  { db, now }: { db: Database; now: () => Date },
  name: string,
  task: (last: Date | null) => Promise<T>,
) {
  const ranAt = now()
  const [last] = await db.select().from(jobs).where(eq(jobs.name, name))
  const result = await task(last?.ranAt ?? null)
  await db
    .insert(jobs)
    .values({ name, ranAt })
    .onConflictDoUpdate({ target: jobs.name, set: { ranAt } })
  return result
}
