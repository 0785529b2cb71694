import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { basename } from 'node:path'
import type { PlaceFileKind } from '#contract/choices.ts'
import { prefectureDisplay } from '#contract/prefectures.ts'
import { COMMAND_LINE } from '#server/audit/audit.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import type { Environment } from '#server/env.ts'
import { OperatorError, UsageError } from '#server/errors/operator-error.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { findUnplaced, matchListings } from '#server/listings/match-listings.ts'
import { findUnknownStations } from '#server/listings/unknown-stations.ts'
import { preparePlaces } from '#server/places/stored-places.ts'
import { importPlaceFile } from './import-places.ts'

const USAGE = `Usage: npm run import -- places FILE…

Replaces the places of Japan by those of the files, and matches every listing with them
at once. Each FILE is a CSV or JSON in UTF-8, compressed with gzip or not. Its columns
tell its kind, and it replaces only the places of this kind:

municipalities: a row for each municipality and ward
  code            of JIS X 0402, five digits
  prefecture_code two digits
  name, kana      西予市, セイヨシ
  romaji          Seiyo-shi
  romaji_source   gsi where the letters are those of the Gazetteer of Japan
  lat, lon        of the town hall
Names and coordinates are published in the Address Base Registry of the Digital
Agency (mt_city_all, mt_city_pos_all), letters in the Gazetteer of Japan of the
Geospatial Information Authority.

oaza: a row for each oaza, the part of a municipality that addresses name
  prefecture, municipality, oaza   愛媛県, 西予市, 宇和町卯之町
  lat, lon        of its middle
They are published in the Address Base Registry (mt_town_all, mt_town_pos_all), and
by Geolonia as japanese-addresses. Import the municipalities first.

stations: a row for each railway station
  group           the number of the station
  name, lines     宇和島, 予讃線|予土線
  lat, lon
They are published in the National Land Numerical Information, data N02, of the
Ministry of Land, Infrastructure, Transport and Tourism.

borders: outlines of all municipalities, for the map, as GeoJSON or TopoJSON. The
property N03_007, code or c of each outline is its code of JIS X 0402. They are
published in the National Land Numerical Information, data N03. The map shows no
detail below 140 m, so simplify large files first, to at most 24 MB.

Pages show the credit of each source.
`

/** The maximum number of names in each printed list of places or stations that were not found. */
const MAX_NAMES = 20

/**
 * Runs `npm run import -- places`, and returns what to print.
 * @throws {UsageError} if no file is named.
 */
export async function runPlaces(files: string[], { dataDirectory, databaseUrl }: Environment) {
  if (files.includes('--help')) return USAGE
  if (files.length === 0) throw new UsageError('Name a file of places')
  await Promise.all(files.map(expectFile))
  const database = await openDatabase({ url: databaseUrl, directory: dataDirectory, share: true })
  try {
    const { db } = database
    await preparePlaces(db, new Date())
    const imported = []
    for (const file of files) imported.push(await importFrom(file, db))
    const matched = await matchListings({ db, now: () => new Date() })
    return [...imported.flat(), `${format(matched)} listings changed`, ...(await missing(db))].join(
      '\n',
    )
  } finally {
    await database.close()
  }
}

async function expectFile(file: string) {
  await access(file).catch(() => {
    throw new OperatorError(`There is no file ${file}`)
  })
}

const KINDS: Record<PlaceFileKind, string> = {
  municipalities: 'prefectures, municipalities and wards',
  oaza: 'oaza',
  stations: 'stations',
  borders: 'prefectures with borders of municipalities',
}

async function importFrom(file: string, db: Database) {
  const { kind, rows, unknown } = await importPlaceFile({
    db,
    now: () => new Date(),
    actor: COMMAND_LINE,
    fileName: basename(file),
    input: createReadStream(file),
  }).catch((error: unknown) => {
    // Name the failed file in the message, because the files before it were imported and stay
    // imported.
    throw error instanceof Refusal ? new OperatorError(`${file}: ${error.detail}`) : error
  })
  return [
    `${file}: ${format(rows)} ${KINDS[kind]}`,
    ...list(
      'oaza left out, because their municipality is unknown',
      unknown.map(({ municipality, count }) => ({ name: municipality, count })),
    ),
  ]
}

/** Returns lines about the listings whose city or station was not found. */
async function missing(db: Database) {
  return [
    ...list(
      'listings without a known place, whose city stays as the source writes it',
      (await findUnplaced(db)).map(({ prefecture, city, count }) => {
        return { name: `${city ?? 'no city'}, ${prefectureDisplay(prefecture)}`, count }
      }),
    ),
    ...list(
      'listings whose station was not found',
      (await findUnknownStations(db)).map(({ station, prefecture, count }) => {
        return { name: `${station}, ${prefectureDisplay(prefecture)}`, count }
      }),
    ),
  ]
}

function list(title: string, names: { name: string; count: number }[]) {
  if (names.length === 0) return []
  const total = names.reduce((sum, { count }) => sum + count, 0)
  const more = names.length - MAX_NAMES
  return [
    `\n${format(total)} ${title}:`,
    ...names.slice(0, MAX_NAMES).map(({ name, count }) => `${format(count).padStart(9)}  ${name}`),
    ...(more > 0 ? [`and ${format(more)} others`] : []),
  ]
}

function format(count: number) {
  return count.toLocaleString('en')
}
