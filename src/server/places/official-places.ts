import { PREFECTURES } from '#contract/prefectures.ts'
import type { Place } from '#search/places/place.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { medianCoordinate } from './default-places.ts'
import { disambiguateNames } from './disambiguate-names.ts'
import { readCoordinate } from './in-japan.ts'

export const MUNICIPALITY_COLUMNS = [
  'code',
  'prefecture_code',
  'name',
  'kana',
  'romaji',
  'lat',
  'lon',
] as const

/** A row from a file of municipalities: the values by column name. */
export type MunicipalityRecord = Record<string, string>

/** The credit that the Address Base Registry and the Gazetteer of Japan require. */
export const OFFICIAL_ATTRIBUTION =
  'Places: Address Base Registry (Digital Agency, by way of Geolonia, CC BY 4.0) and Gazetteer of Japan (Geospatial Information Authority of Japan).'

/**
 * Derives places from a file of municipalities. A place gets the Gazetteer's English name if the
 * file states it, or else the English name in `known` for the same code. The registry's own
 * romanisation is the last choice, because it is generated and sometimes wrong.
 * @throws {Refusal} 422 if a prefecture has no municipality.
 */
export function officialPlaces(records: MunicipalityRecord[], known: Place[]): Place[] {
  const byCode = new Map(known.map((place) => [place.code, place]))
  return PREFECTURES.flatMap(({ value, display, japanese }, at) => {
    const code = String(at + 1).padStart(2, '0')
    const drafts = records
      .filter((record) => record.prefecture_code === code)
      .map((record) => toPlace(record, value, byCode.get(record.code ?? '')))
    if (drafts.length === 0) throw new Refusal(422, `The file has no municipality of ${display}`)
    const prefecture: Place = {
      ...{ code, prefecture: value, japanese, english: display, precision: 'prefecture' },
      kana: byCode.get(code)?.kana ?? '',
      ...medianCoordinate(drafts),
    }
    return [prefecture, ...disambiguateNames(drafts)]
  })
}

function toPlace(record: MunicipalityRecord, prefecture: string, known: Place | undefined): Place {
  const { code = '', name = '', kana = '', romaji = '', romaji_source } = record
  const coordinate = readCoordinate(record.lat, record.lon)
  if (!/^\d{5}$/.test(code) || name === '' || !coordinate) {
    throw new Refusal(422, `The file has a municipality that cannot be read: ${code} ${name}`)
  }
  return {
    ...{ code, prefecture, ...coordinate, precision: 'municipality' },
    japanese: known && name.endsWith(known.japanese) ? known.japanese : withoutCounty(name),
    kana: known?.kana ?? toHiragana(kana),
    english: englishOf(romaji, known, romaji_source === 'gsi'),
  }
}

/**
 * The English name without a suffix. {@link disambiguateNames} later adds a suffix, such as `Town`,
 * to equal names. It runs later because it must compare all names.
 */
function englishOf(romaji: string, known: Place | undefined, isFromGazetteer: boolean) {
  const knownName = known?.english.replace(/ (City|Town|Village)$| \(.*\)$/, '')
  const [name = '', ward] = romaji.split(' ').map((part) => part.replace(/-[a-z]+$/, ''))
  const written = ward ? `${ward} Ward, ${name}` : name
  if (knownName === undefined) return written
  const isSame = written.toLowerCase() === knownName.toLowerCase()
  return isFromGazetteer && !isSame ? written : knownName
}

function withoutCounty(name: string) {
  return /[町村]$/.test(name) ? name.replace(/^.+?郡(?=.)/, '') : name
}

function toHiragana(kana: string) {
  return kana.replace(/[ァ-ヶ]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0x60))
}
