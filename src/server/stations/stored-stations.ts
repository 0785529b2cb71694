import { getTableColumns, sql } from 'drizzle-orm'
import { bulkInsert } from '#server/db/bulk-insert.ts'
import type { Database } from '#server/db/database.ts'
import { placeSources, stations } from '#server/db/schema.ts'
import { lockSources, type PlaceSource } from '#server/places/stored-places.ts'
import type { Station } from './find-station.ts'

const ROWS_AT_ONCE = 2000

const { source: _, ...storedColumns } = getTableColumns(stations)

export function readStations(db: Pick<Database, 'select'>): Promise<Station[]> {
  return db.select(storedColumns).from(stations).orderBy(stations.id)
}

/** Replaces all stations. The caller must then match all listings again. */
export function replaceStations(db: Database, replacement: Station[], source: PlaceSource) {
  return db.transaction(async (tx) => {
    await lockSources(tx)
    await tx.delete(placeSources).where(sql`${placeSources.name} = ${source.name}`)
    await tx.insert(placeSources).values(source)
    const rows = replacement.map((station) => ({ ...station, source: source.name }))
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
      await tx.execute(bulkInsert(stations, rows.slice(start, start + ROWS_AT_ONCE)))
    }
  })
}
