import { deleteOldTombstones } from './favorite-changes.ts'
import { deleteOldEvents } from './payments/stripe-events.ts'
import { deleteExpiredLimits } from './rate-limits.ts'
import { deleteExpiredCodes } from './reset-codes.ts'
import type { Services } from './services.ts'
import { deleteExpiredSessions } from './sessions.ts'

const HOUR = 3_600_000

/** Deletes the rows whose time is over. */
export async function sweep({ db, now }: Pick<Services, 'db' | 'now'>) {
  await deleteExpiredSessions(db, now())
  await deleteExpiredLimits(db, now())
  await deleteExpiredCodes(db, now())
  await deleteOldEvents(db, now())
  await deleteOldTombstones(db, now())
}

/** Sweeps every hour, until the function it returns is called. */
export function sweepHourly({ db, now, report }: Pick<Services, 'db' | 'now' | 'report'>) {
  const timer = setInterval(() => {
    sweep({ db, now }).catch((error) => report(error, 'sweep'))
  }, HOUR)
  return () => clearInterval(timer)
}
