import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Alert, Alerts } from '#contract/alerts.ts'
import type { Database } from '#server/db/database.ts'
import { alerts, savedSearches, users } from '#server/db/schema.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { latestChange } from '#server/news/visits.ts'
import { countDevices } from '#server/push/push-devices.ts'
import { lockPerson } from '#server/users/lock-person.ts'

export async function readAlerts(db: Database, userId: string, now: Date): Promise<Alerts> {
  const { searchId, rhythm, channel } = alerts
  const rows = await db
    .select({ searchId, rhythm, channel })
    .from(alerts)
    .where(eq(alerts.userId, userId))
  const favorites = rows.find((row) => row.searchId === null)
  return {
    push_device_count: await countDevices(db, userId, now),
    favorites: favorites && toAlert(favorites),
    searches: Object.fromEntries(
      rows.flatMap((row) => (row.searchId === null ? [] : [[row.searchId, toAlert(row)]])),
    ),
  }
}

function toAlert({ rhythm, channel }: Alert): Alert {
  return { rhythm, channel }
}

interface Setting {
  userId: string
  /** Null for the favorites. */
  searchId: string | null
  /** Null to remove the alert. */
  alert: Alert | null
  timeZone: string
}

/**
 * Sets, changes or removes an alert. A new alert tells only of later changes. A changed alert also
 * tells of the changes that waited before it was changed.
 * @throws {Refusal} 404 if the saved search no longer exists.
 */
export async function setAlert(db: Database, { userId, searchId, alert, timeZone }: Setting) {
  await db.transaction(async (tx) => {
    await lockPerson(tx, userId)
    const subject = searchId === null ? isNull(alerts.searchId) : eq(alerts.searchId, searchId)
    if (!alert) {
      await tx.delete(alerts).where(and(eq(alerts.userId, userId), subject))
      return
    }
    if (searchId !== null) {
      const own = and(eq(savedSearches.id, searchId), eq(savedSearches.userId, userId))
      if ((await tx.$count(savedSearches, own)) === 0) {
        throw new Refusal(404, 'This saved search no longer exists.')
      }
    }
    await tx.update(users).set({ timeZone }).where(eq(users.id, userId))
    const sinceChange = await latestChange(tx)
    await tx
      .insert(alerts)
      .values({ id: randomUUID(), userId, searchId, ...alert, sinceChange })
      .onConflictDoUpdate({ target: [alerts.userId, alerts.searchId], set: alert })
  })
}
