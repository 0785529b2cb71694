import { Refusal } from '#server/errors/refusal.ts'
import { readCoordinate } from '#server/places/in-japan.ts'
import type { Station } from './find-station.ts'

export const STATION_COLUMNS = ['group', 'name', 'lat', 'lon', 'lines'] as const

/** The credit that the terms of the station data require. */
export const STATION_ATTRIBUTION =
  'Stations: National Land Numerical Information N02 (Ministry of Land, Infrastructure, Transport and Tourism), processed.'

/**
 * The maximum length of the name of a station or line, and the maximum number of lines at a
 * station. Real values are smaller.
 */
const MAX_LENGTH = 60
const MAX_LINES = 40

/**
 * Latitudes that show whether a file is complete. A complete file contains stations north of the
 * first latitude, in Hokkaido, and south of the second, in Okinawa.
 */
const HOKKAIDO_SOUTH_END = 41.3
const OKINAWA_NORTH_END = 28

type StationRecord = Record<string, string>
/**
 * Spells the name of a station in Latin letters; null if the reading is not sure. `isUnique` says
 * that no other station has the name.
 */
export type SpellStation = (
  station: Omit<Station, 'id' | 'english'> & { isUnique: boolean },
) => string | null

/** @throws {Refusal} 422 if a row cannot be read or occurs twice, or the file is cut off. */
export function officialStations(records: StationRecord[], spell: SpellStation): Station[] {
  const rowsByName = new Map<string, number>()
  for (const { name = '' } of records) rowsByName.set(name, (rowsByName.get(name) ?? 0) + 1)
  const ids = new Set<string>()
  const stations = records.map((record) => {
    const { group = '', name = '' } = record
    const coordinate = readCoordinate(record.lat, record.lon)
    const lines = (record.lines ?? '').split('|', MAX_LINES).filter((line) => line !== '')
    const isReadable = /^[\w-]{1,20}$/.test(group) && name !== '' && name.length <= MAX_LENGTH
    if (!isReadable || !coordinate || lines.some(({ length }) => length > MAX_LENGTH)) {
      const shown = `${group} ${name}`.slice(0, 100)
      throw new Refusal(422, `The file has a station that cannot be read: ${shown}`)
    }
    if (ids.has(group)) throw new Refusal(422, `The file has the station ${group} twice`)
    ids.add(group)
    const isUnique = rowsByName.get(name) === 1
    const station = { name, lines, ...coordinate }
    return { id: group, ...station, english: spell({ ...station, isUnique }) }
  })
  if (!stations.some(({ latitude }) => latitude > HOKKAIDO_SOUTH_END)) throw incomplete('Hokkaido')
  if (!stations.some(({ latitude }) => latitude < OKINAWA_NORTH_END)) throw incomplete('Okinawa')
  return stations
}

function incomplete(prefecture: string) {
  return new Refusal(422, `The file has no station in ${prefecture}: is the file cut off?`)
}
