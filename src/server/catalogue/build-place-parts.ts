import { and, eq, sql } from 'drizzle-orm'
import type { CataloguePart } from '#contract/catalogue.ts'
import { writeBlock } from '#search/block.ts'
import { MUNICIPALITY_LENGTH } from '#search/places/place.ts'
import { PLACE_COLUMNS, type PlaceRow, placeRow, stationRow } from '#search/places/place-block.ts'
import type { Database } from '#server/db/database.ts'
import { listings } from '#server/db/schema.ts'
import { isOffered } from '#server/listings/offered.ts'
import { readOazaByCode, readPlaces } from '#server/places/stored-places.ts'
import { readStations } from '#server/stations/stored-stations.ts'
import type { Pause } from './compare-part.ts'
import { hashOf, openStoredBlock, storeBlock } from './stored-blocks.ts'

/**
 * Makes the blocks of places for an edition. The oaza (districts) of each prefecture have a block of
 * their own. So devices download few bytes when a house is offered in an oaza that had none.
 */
export async function buildPlaceParts(db: Database, previous: CataloguePart[], pause: Pause) {
  const places = await readPlaces(db)
  const stations = await readStations(db)
  const rows = [...places.map(placeRow), ...stations.map(stationRow)]
  const parts = [await storeRows(db, rows, previous)]
  for (const prefecture of new Set(places.map((place) => place.prefecture))) {
    await pause()
    const oaza = await readOaza(db, prefecture)
    if (oaza.length === 0) continue
    parts.push({ ...(await storeRows(db, oaza.map(placeRow), previous)), prefecture })
  }
  return parts
}

/** The oaza (districts) of a prefecture in which houses are offered, by code. */
async function readOaza(db: Database, prefecture: string) {
  const { place } = listings
  const rows = await db
    .selectDistinct({ code: sql<string>`${place}` })
    .from(listings)
    .where(
      and(
        isOffered,
        eq(listings.prefecture, prefecture),
        sql`length(${place}) > ${MUNICIPALITY_LENGTH}`,
      ),
    )
  const oaza = await readOazaByCode(
    db,
    rows.map(({ code }) => code),
  )
  return oaza.sort((one, other) => (one.code < other.code ? -1 : 1))
}

/** Stores rows as a block. Does not compress the block again if the previous edition has it. */
async function storeRows(
  db: Database,
  rows: PlaceRow[],
  previous: CataloguePart[],
): Promise<CataloguePart> {
  const block = writeBlock<typeof PLACE_COLUMNS>(PLACE_COLUMNS, rows)
  const hash = hashOf(block)
  const known = previous.find((part) => part.hash === hash)
  // A damaged block is stored again.
  const isStored = known && (await openStoredBlock(db, hash)) !== undefined
  const { size, bytes } = isStored ? known : await storeBlock(db, block)
  return { tier: 'places', hash, size, bytes, houses: 0, gone: [] }
}
