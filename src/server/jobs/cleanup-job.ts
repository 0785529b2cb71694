import { deleteExpiredLimits } from '#server/auth/rate-limits.ts'
import { deleteExpiredCodes } from '#server/auth/reset-codes.ts'
import { deleteOldSecurityEvents } from '#server/auth/security-log.ts'
import { deleteExpiredSessions } from '#server/auth/sessions.ts'
import { deleteOldDownloads } from '#server/catalogue/download-budget.ts'
import type { Database } from '#server/db/database.ts'
import { deleteOldTombstones } from '#server/favorites/set-favorite.ts'
import { deleteOldBudgets } from '#server/listings/reading-budget.ts'
import type { OwnPhotoStorage } from '#server/notes/own-photo-storage.ts'
import { removeOrphans } from '#server/notes/own-photos.ts'
import { deleteOldEvents } from '#server/payments/recurring/stripe-events.ts'
import { deleteExpiredSetups } from '#server/second-factor/second-factors.ts'
import { deleteExpiredSignIns } from '#server/second-factor/second-step.ts'
import { deleteExpiredInvitations } from '#server/shortlist/invitations.ts'
import { deleteOldRuns } from '#server/sources/finish-run.ts'

const INTERVAL_MS = 3_600_000

interface CleanupServices {
  db: Database
  now: () => Date
  ownPhotos: OwnPhotoStorage
}

/** Deletes expired rows, and files that no row references. */
export async function sweep(services: CleanupServices) {
  const { db, now } = services
  await deleteExpiredSessions(db, now())
  await deleteExpiredSignIns(db, now())
  await deleteExpiredSetups(db, now())
  await deleteExpiredLimits(db, now())
  await deleteExpiredCodes(db, now())
  await deleteOldEvents(db, now())
  await deleteOldSecurityEvents(db, now())
  await deleteOldBudgets(db, now())
  await deleteOldDownloads(db, now())
  await deleteOldTombstones(db, now())
  await removeOrphans(services)
  await deleteExpiredInvitations(db, now())
  await deleteOldRuns(db, now())
}

/** Runs `sweep` every hour. Returns a function that stops the timer. */
export function sweepHourly({
  logError,
  ...services
}: CleanupServices & { logError: (error: unknown, job: string) => void }) {
  const timer = setInterval(() => {
    sweep(services).catch((error) => logError(error, 'sweep'))
  }, INTERVAL_MS)
  return () => clearInterval(timer)
}
