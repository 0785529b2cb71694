import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { basename } from 'node:path'
import { prefectureDisplay } from '#contract/prefectures.ts'
import { COMMAND_LINE } from '#server/audit/audit.ts'
import { openDatabase } from '#server/db/database.ts'
import type { Environment } from '#server/env.ts'
import { OperatorError, UsageError } from '#server/errors/operator-error.ts'
import { preparePlaces } from '#server/places/stored-places.ts'
import { importPlaces } from '../import-places.ts'

const USAGE = `Usage: npm run import -- places FILE

Replaces the places of Japan by those of FILE, and matches every listing with them
at once. FILE is a CSV with a row for each municipality and ward, and the columns
  code            of JIS X 0402, five digits
  prefecture_code two digits
  name, kana      西予市, セイヨシ
  romaji          Seiyo-shi
  romaji_source   gsi where the letters are those of the Gazetteer of Japan
  lat, lon        of the town hall
Names and coordinates are published in the Address Base Registry of the Digital
Agency (mt_city_all, mt_city_pos_all), letters in the Gazetteer of Japan of the
Geospatial Information Authority. Show their credit.
`

/** How many cities without a place the terminal shows. */
const MAX_UNPLACED = 20

/** Runs `npm run import -- places`, and returns what to print. */
export async function runPlaces(args: string[], { dataDirectory, databaseUrl }: Environment) {
  const [file, ...others] = args
  if (file === '--help') return USAGE
  if (file === undefined || others.length > 0) throw new UsageError('Name one file of places')
  await access(file).catch(() => {
    throw new OperatorError(`There is no file ${file}`)
  })
  const database = await openDatabase({ url: databaseUrl, directory: dataDirectory, share: true })
  try {
    await preparePlaces(database.db, new Date())
    const report = await importPlaces({
      db: database.db,
      now: () => new Date(),
      actor: COMMAND_LINE,
      fileName: basename(file),
      input: createReadStream(file),
    })
    return print(report)
  } finally {
    await database.close()
  }
}

function print({ places, matched, unplaced }: Awaited<ReturnType<typeof importPlaces>>) {
  const format = (count: number) => count.toLocaleString('en')
  const total = unplaced.reduce((sum, { count }) => sum + count, 0)
  const cities = unplaced
    .slice(0, MAX_UNPLACED)
    .map(
      ({ prefecture, city, count }) =>
        `${format(count).padStart(9)}  ${city ?? 'no city'}, ${prefectureDisplay(prefecture)}`,
    )
  const more = unplaced.length - cities.length
  return [
    `${format(places)} places, ${format(matched)} listings changed`,
    ...(total > 0
      ? [`\n${format(total)} listings without a place, which keep their own names:`]
      : []),
    ...cities,
    ...(more > 0 ? [`and ${format(more)} other cities`] : []),
  ].join('\n')
}
