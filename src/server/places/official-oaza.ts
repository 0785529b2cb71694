import { createHash } from 'node:crypto'
import { PREFECTURES } from '#contract/prefectures.ts'
import { nameKey } from '#normalise/name-key.ts'
import { parsePrefecture } from '#normalise/prefecture.ts'
import type { Place } from '#search/places/place.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { readCoordinate } from './in-japan.ts'
import { createMatcher } from './match-place.ts'

/**
 * The kana and the English name of an oaza (district). Both are empty if the reading is not sure.
 */
export type OazaReading = (name: string, isUnique: boolean) => { kana: string; english: string }

export const OAZA_COLUMNS = ['prefecture', 'municipality', 'oaza', 'lat', 'lon'] as const

/** The credit that the licence of the oaza (district) data requires. */
export const OAZA_ATTRIBUTION =
  'Oaza: Geolonia japanese-addresses (CC BY 4.0), from the Address Base Registry and Japan Post.'

/**
 * The maximum length of a plausible name of an oaza (district). The longest real one has 15
 * characters.
 */
const MAX_NAME_LENGTH = 40
/**
 * The maximum share of a file's rows whose municipality is unknown. A file with more is refused.
 */
const MAX_UNKNOWN_SHARE = 0.2
/** Japan has about 1,900 municipalities. A file with more unknown municipalities is refused. */
const MAX_UNKNOWN = 1000

type OazaRecord = Record<string, string>

/** A municipality that is not stored, and the number of its oaza in the file. */
export interface UnknownMunicipality {
  municipality: string
  count: number
}

type Draft = Pick<Place, 'japanese' | 'latitude' | 'longitude'>

/**
 * Derives oaza (districts) from the rows of a file. `municipalities` contains the stored
 * municipalities. Rows of other municipalities are left out, and counted by the name of the
 * municipality. `openReading` is called after the file was checked. Generates the oaza one by one,
 * because all of them together would take much memory.
 * @throws {Refusal} 422 if a row cannot be read, or no row belongs to a stored municipality.
 */
export async function officialOaza(
  records: AsyncIterable<OazaRecord>,
  municipalities: Place[],
  openReading: () => Promise<OazaReading>,
) {
  const findMunicipality = createFinder(municipalities)
  const counts = new Map<string, number>()
  const found = new Map<Place, Draft[]>()
  const unknown = new Map<string, number>()
  let rows = 0
  for await (const { prefecture = '', municipality = '', oaza = '', lat, lon } of records) {
    rows += 1
    // Skip rows without an oaza (district). The city blocks in these rows belong directly to the
    // municipality.
    if (oaza === '') continue
    const bare = bareName(oaza)
    counts.set(bare, (counts.get(bare) ?? 0) + 1)
    const coordinate = readCoordinate(lat, lon)
    if (oaza.length > MAX_NAME_LENGTH || /\s/.test(oaza) || !coordinate) {
      const name = [prefecture, municipality, oaza].join(' ').slice(0, 100)
      throw new Refusal(422, `The file has an oaza that cannot be read: ${name}`)
    }
    const parent = findMunicipality(prefecture, municipality)
    if (parent) {
      const drafts = found.get(parent) ?? []
      if (drafts.length === 0) found.set(parent, drafts)
      drafts.push({ japanese: oaza, ...coordinate })
    } else {
      const name = (prefecture + municipality).slice(0, MAX_NAME_LENGTH)
      unknown.set(name, (unknown.get(name) ?? 0) + 1)
      if (unknown.size > MAX_UNKNOWN) throw unknownMunicipalities(name)
    }
  }
  refuseIncomplete([...found.keys()], { rows, unknown })
  const readOaza = await openReading()

  function* places(): Generator<Place> {
    for (const [parent, drafts] of found) {
      const names = new Map<string, string>()
      for (const draft of drafts) {
        const code = freeCode(names, parent, draft.japanese)
        if (code === null) continue
        names.set(code, draft.japanese)
        const bare = bareName(draft.japanese)
        yield {
          ...{ code, prefecture: parent.prefecture, precision: 'oaza' },
          ...draft,
          ...readOaza(bare, counts.get(bare) === 1),
        }
      }
    }
  }

  return {
    places: places(),
    unknown: [...unknown].map(([municipality, count]) => ({ municipality, count })),
  }
}

/** The name without `大字` or `字`, which only mean "section of a village". */
function bareName(oaza: string) {
  return oaza.replace(/^大?字(?=.)/, '')
}

/**
 * Returns a function that finds a municipality by its full name. The function caches the results,
 * because files repeat the name in each row.
 */
function createFinder(municipalities: Place[]) {
  const { locate } = createMatcher(municipalities)
  const known = new Map<string, Place | null>()
  return (prefecture: string, municipality: string) => {
    const key = `${prefecture} ${municipality}`
    const cached = known.get(key)
    if (cached !== undefined) return cached
    const reading = parsePrefecture(prefecture)
    const located =
      reading.kind === 'read' ? locate(reading.value, municipality.slice(0, MAX_NAME_LENGTH)) : null
    // The whole text must be the municipality's name. Otherwise, a ward that is not stored would be
    // mistaken for its city.
    const found = located?.rest === '' ? located.place : null
    known.set(key, found)
    return found
  }
}

/**
 * The code of an oaza (district): the municipality's code, followed by digits that are computed
 * from the oaza's name. So each version of the file gives the same code. `names` contains the names
 * of the municipality's other oaza by their codes. Null if the file contains the name twice.
 */
function freeCode(names: ReadonlyMap<string, string>, { code }: Place, oaza: string) {
  const digest = createHash('sha256').update(oaza).digest()
  const first = digest.readUIntBE(0, 6) % 10 ** OWN_DIGITS
  for (let own = first; ; own = (own + 1) % 10 ** OWN_DIGITS) {
    const full = code + String(own).padStart(OWN_DIGITS, '0')
    const other = names.get(full)
    if (other === undefined) return full
    if (nameKey(other) === nameKey(oaza)) return null
  }
}

const OWN_DIGITS = 10

function refuseIncomplete(
  municipalities: Place[],
  { rows, unknown }: { rows: number; unknown: Map<string, number> },
) {
  const unknownRows = [...unknown.values()].reduce((sum, count) => sum + count, 0)
  if (unknownRows > rows * MAX_UNKNOWN_SHARE) {
    const [name = ''] = unknown.keys()
    throw unknownMunicipalities(name)
  }
  const there = new Set(municipalities.map(({ prefecture }) => prefecture))
  const missing = PREFECTURES.find(({ value }) => !there.has(value))
  if (missing) {
    throw new Refusal(422, `The file has no oaza of ${missing.display}: is the file cut off?`)
  }
}

function unknownMunicipalities(name: string) {
  return new Refusal(422, `The file names municipalities that are not known, such as ${name}`)
}
