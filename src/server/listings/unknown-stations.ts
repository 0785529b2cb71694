import { and, count, isNull, like, or } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { listings, stations } from '#server/db/schema.ts'
import { statedStations } from '#server/stations/stated-stations.ts'

/**
 * The maximum number of directions (texts about the way to a house) that are read. Only the
 * directions of houses without a known station are read, so this limit is rarely reached.
 */
const MAX_DIRECTIONS = 10_000

export interface UnknownStation {
  station: string
  /** The prefecture's `value` in the API, such as `ehime`. */
  prefecture: string | null
  count: number
}

/**
 * The stations that listings name but that are not stored, the most frequent first. The list is
 * empty while no stations are stored.
 */
export async function findUnknownStations(db: Database): Promise<UnknownStation[]> {
  if ((await db.select({ id: stations.id }).from(stations).limit(1)).length === 0) return []
  const { transportation, prefecture, stationId } = listings
  const rows = await db
    .select({ transportation, prefecture, count: count() })
    .from(listings)
    .where(
      and(isNull(stationId), or(like(transportation, '%駅%'), like(transportation, '% Station%'))),
    )
    .groupBy(transportation, prefecture)
    .limit(MAX_DIRECTIONS)
  const byName = new Map<string, UnknownStation>()
  for (const { transportation, prefecture, count } of rows) {
    const [stated] = statedStations(transportation)
    if (!stated) continue
    const key = `${prefecture} ${stated.name}`
    const known = byName.get(key) ?? { station: stated.name, prefecture, count: 0 }
    byName.set(key, { ...known, count: known.count + count })
  }
  return [...byName.values()].sort(
    (one, other) => other.count - one.count || (one.station < other.station ? -1 : 1),
  )
}
