import { and, isNull } from 'drizzle-orm'
import type { Place } from '#search/places/place.ts'
import { bulkInsert } from '#server/db/bulk-insert.ts'
import type { Database } from '#server/db/database.ts'
import { listings, placeSources, places, stations } from '#server/db/schema.ts'
import { readPlaces } from '#server/places/stored-places.ts'
import { addDefaultPlaces } from './default-places.ts'
import {
  generateListings,
  insertListings,
  insertPlaces,
  type ListingRow,
} from './generated-listings.ts'

const SOURCE = { name: 'placed', attribution: '', version: '1', importedAt: new Date(0) }
/** Of the oaza of a municipality, the last one has no houses. */
const OAZA_OF_A_MUNICIPALITY = 4

type Station = Omit<typeof stations.$inferSelect, 'source'>

/**
 * Stores houses in places of all kinds: in generated and real municipalities, in wards, in oaza, at
 * points, in prefectures of which only the name is known, and nowhere. Many are near a station. Some
 * are withdrawn or hidden.
 */
export async function addPlacedHouses(db: Database, count: number) {
  await addDefaultPlaces(db)
  const real = (await readPlaces(db)).filter(({ code }) => code.length > 2)
  await insertPlaces(db)
  const towns = real.filter((place, at) => at % 9 === 0 || isOftenNamed(place))
  const oaza = towns.filter((_, at) => at % 3 === 0).flatMap(oazaIn)
  const stops = towns.filter((_, at) => at % 4 === 0).map(stationAt)
  await db.insert(placeSources).values({ ...SOURCE, matchedAt: SOURCE.importedAt })
  const source = SOURCE.name
  await db.execute(
    bulkInsert(
      places,
      oaza.map((place) => ({ ...place, source })),
    ),
  )
  await db.execute(
    bulkInsert(
      stations,
      stops.map((station) => ({ ...station, source })),
    ),
  )
  const offeredIn = oaza.filter((_, at) => at % OAZA_OF_A_MUNICIPALITY < OAZA_OF_A_MUNICIPALITY - 1)
  const rows = [...generateListings(count)].map((row, at): ListingRow => {
    const station = at % 3 === 0 ? { stationId: itemAt(stops, at).id } : {}
    const withdrawnAt = at % 40 === 3 ? new Date(0) : null
    const hiddenAt = at % 40 === 4 ? new Date(0) : null
    return { ...row, ...station, ...placeOf(row, at, towns, offeredIn), withdrawnAt, hiddenAt }
  })
  await insertListings(db, rows)
  const offered = await db
    .select()
    .from(listings)
    .where(and(isNull(listings.withdrawnAt), isNull(listings.hiddenAt)))
  const unused = oaza.filter((place) => !offered.some((row) => row.place === place.code))
  return { offered, towns, oaza: offeredIn, unused, stations: stops }
}

/** Wards, and municipalities whose names are shared by several. */
function isOftenNamed({ japanese }: Place) {
  return /^(神戸市|府中市|伊達市|北海道|川崎市)/.test(japanese)
}

function placeOf(row: ListingRow, at: number, towns: Place[], oaza: Place[]): Partial<ListingRow> {
  const place = itemAt(at % 5 === 0 ? towns : oaza, at)
  const town = towns.find(({ code }) => place.code.startsWith(code)) ?? place
  switch (at % 5) {
    case 0:
      return { ...located(place), city: town.english, radiusMetres: 9000 }
    case 1:
      return { ...located(place), city: town.english, radiusMetres: 1000 }
    case 2: {
      const point = {
        latitude: place.latitude + (at % 30) / 1000,
        longitude: place.longitude - (at % 40) / 1000,
      }
      const own = { ...point, precision: 'point' as const, radiusMetres: 0 }
      return { ...located(place), city: town.english, ...own }
    }
    default:
      return at % 50 === 3
        ? nowhere(row)
        : at % 50 === 4
          ? { ...nowhere(row), prefecture: null }
          : {}
  }
}

/** All houses of a place have the same distances. */
function located({ code, prefecture, latitude, longitude, precision }: Place) {
  const distances = {
    airportMetres: (Number(code) % 199) * 1000,
    seaMetres: (Number(code) % 83) * 1000,
  }
  return { place: code, prefecture, latitude, longitude, precision, ...distances }
}

function nowhere({ prefecture }: ListingRow) {
  return {
    ...{ prefecture, city: 'Nowhere', place: null, latitude: null, longitude: null },
    ...{ precision: null, radiusMetres: null },
    ...{ shinkansenMetres: null, airportMetres: null, seaMetres: null },
  }
}

function oazaIn({ code, prefecture, latitude, longitude }: Place): Place[] {
  return Array.from({ length: OAZA_OF_A_MUNICIPALITY }, (_, at) => {
    const names = NAMES[at] ?? { japanese: '', kana: '', english: '' }
    return {
      ...{ code: `${code}000${at}`, prefecture, ...names, precision: 'oaza' as const },
      ...{ latitude: latitude + at / 100, longitude: longitude - at / 100 },
    }
  })
}

const NAMES = [
  { japanese: '卯之町', kana: 'うのまち', english: 'Unomachi' },
  { japanese: '大字中央', kana: 'ちゅうおう', english: 'Chuo' },
  { japanese: '字れんげ', kana: '', english: '' },
]

function stationAt({ code, japanese, english, latitude, longitude }: Place): Station {
  const name = japanese.replace(/[市区町村]$/, '')
  const latin = Number(code) % 5 === 0 ? null : (english.split(',')[0] ?? null)
  return { id: `s${code}`, name, english: latin, lines: [], latitude, longitude }
}

/** An item at an index, which may be larger than the list. Neighbours are far apart. */
function itemAt<T>(items: T[], index: number): T {
  return items[(index * 7) % items.length] as T
}
