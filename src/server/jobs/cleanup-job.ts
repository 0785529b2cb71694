import { deleteExpiredLimits } from '#server/auth/rate-limits.ts'
import { deleteExpiredCodes } from '#server/auth/reset-codes.ts'
import { deleteExpiredSessions } from '#server/auth/sessions.ts'
import { deleteOldTombstones } from '#server/favorites/set-favorite.ts'
import { deleteOldEvents } from '#server/payments/stripe-events.ts'
import type { Services } from '#server/services.ts'

const HOUR = 3_600_000

/** Deletes expired rows. */
export async function sweep({ db, now }: Pick<Services, 'db' | 'now'>) {
  await deleteExpiredSessions(db, now())
  await deleteExpiredLimits(db, now())
  await deleteExpiredCodes(db, now())
  await deleteOldEvents(db, now())
  await deleteOldTombstones(db, now())
}

/** Sweeps every hour. The returned function stops it. */
export function sweepHourly({ db, now, logError }: Pick<Services, 'db' | 'now' | 'logError'>) {
  const timer = setInterval(() => {
    sweep({ db, now }).catch((error) => logError(error, 'sweep'))
  }, HOUR)
  return () => clearInterval(timer)
}
