import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { PREFECTURES } from '#contract/prefectures.ts'
import type { Place } from '#search/places/place.ts'
import { COMMAND_LINE } from '#server/audit/audit.ts'
import type { Database } from '#server/db/database.ts'
import { matchListings } from '#server/listings/match-listings.ts'
import { readPlaces } from '#server/places/stored-places.ts'
import { importPlaceFile } from '#server/reference-data/import-places.ts'
import { TODAY } from './imports.ts'

export const OAZA_HEADER = 'prefecture,municipality,oaza,lat,lon'
export const STATION_HEADER = 'group,name,lat,lon,lines'

/** Imports a file of places without matching the listings again. */
export function importPlaceText(
  db: Database,
  content: string | Uint8Array,
  fileName = 'places.csv',
) {
  return importPlaceFile({
    ...{ db, now: () => TODAY, actor: COMMAND_LINE, fileName },
    input: Readable.from([Buffer.from(content)]),
  })
}

/** Imports a file of places and matches the listings again, as the command does. */
export async function importPlacesInto(db: Database, content: string | Uint8Array) {
  const imported = await importPlaceText(db, content)
  const matched = await matchListings({ db, now: () => TODAY })
  return { ...imported, matched }
}

/** A file of oaza (parts of municipalities) with these rows, and with one more oaza in each prefecture. */
export async function oazaFile(db: Database, ...rows: string[]) {
  return oazaText(await readPlaces(db), ...rows)
}

/**
 * A file of oaza with these rows, and one oaza in each prefecture. Takes the places from `all`
 * instead of a database.
 */
export function oazaText(all: Place[], ...rows: string[]) {
  const municipalities = all.filter(({ code }) => code.length === 5)
  const others = PREFECTURES.map(({ value, japanese }) => {
    const place = municipalities.find(({ prefecture }) => prefecture === value)
    return `${japanese},${place?.japanese},中央,35.5,135.5`
  })
  return [OAZA_HEADER, ...others, ...rows].join('\n')
}

/** A file of stations with these rows, and one station at each end of Japan. */
export function stationFile(...rows: string[]) {
  const ends = [
    '000001,稚内,45.4158,141.6773,宗谷線',
    '009999,那覇空港,26.2065,127.6523,沖縄都市モノレール線',
  ]
  return [STATION_HEADER, ...ends, ...rows].join('\n')
}

export const gzipped = (text: string) => gzipSync(text)
