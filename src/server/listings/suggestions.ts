import { REGION_CODES } from '#contract/choices.ts'
import type { Suggestion } from '#contract/places.ts'
import { PREFECTURES } from '#contract/prefectures.ts'
import { prefecturesOf, REGIONS } from '#contract/regions.ts'
import type { PlaceCount } from '#search/counts.ts'
import { prefectureCode } from '#search/radius.ts'
import { createCache } from '#server/concurrency/cache.ts'
import type { Database } from '#server/db/database.ts'
import { placeSources } from '#server/db/schema.ts'
import { citiesOfWards, findOaza, openPlacesByCode } from '#server/places/places-by-code.ts'
import { MUNICIPALITY_LENGTH } from '#server/places/stored-places.ts'
import { createSuggestionIndex, type SuggestionIndex } from '#server/places/suggestion-index.ts'
import { readStations } from '#server/stations/stored-stations.ts'
import type { Catalogue } from './catalogue.ts'
import { countMatching } from './count.ts'
import { suggestiblePlaces } from './suggestible-places.ts'

interface SuggestionsOptions {
  db: Database
  catalogue: Pick<Catalogue, 'counts'>
}

type Counts = Awaited<ReturnType<Catalogue['counts']>>

interface Current {
  suggest: SuggestionIndex
  counts: ReadonlyMap<string, number>
}

/**
 * Returns a function that suggests places from an index in memory. The index contains only those
 * oaza (districts) that have houses. The index is rebuilt when the place data or the set of these
 * oaza changes.
 */
export function openSuggestions({ db, catalogue }: SuggestionsOptions) {
  const placesByCodeAt = openPlacesByCode(db)
  const indexes = createCache<SuggestionIndex>(1)
  const currents = createCache<Current>(1)

  async function read({ places, stations, revision }: Counts): Promise<Current> {
    const sources = await db.select().from(placeSources).orderBy(placeSources.name)
    const oaza = places.flatMap(({ place }) =>
      place !== null && place.length > MUNICIPALITY_LENGTH ? [place] : [],
    )
    const versions = sources.map(({ name, version }) => [name, version])
    const suggest = await indexes.get(JSON.stringify([versions, oaza.sort()]), async () =>
      createSuggestionIndex(
        await suggestiblePlaces({
          placesByCode: await placesByCodeAt(revision),
          oaza: await findOaza(db, oaza),
          stations: await readStations(db),
        }),
      ),
    )
    const areas = countAreas(places, citiesOfWards(await placesByCodeAt(revision)))
    const coast = await countMatching(db, { region: 'coast' })
    const counts = new Map([...areas, ['coast', coast], ...stationCounts(stations)])
    return { suggest, counts }
  }

  return async function suggestPlaces(text: string): Promise<Suggestion[]> {
    // The counts may belong to an earlier revision than the current one. Cached under the current
    // revision, they would stay until the next change of the catalogue.
    const counted = await catalogue.counts()
    const { suggest, counts } = await currents.get(String(counted.revision), () => read(counted))
    return suggest(text, ({ ref }) => counts.get(ref) ?? 0)
  }
}

/**
 * For each prefecture, the regions that contain the whole prefecture. The region `coast` is left
 * out, because it contains only the seaside areas of prefectures.
 */
const REGIONS_OF = new Map(
  PREFECTURES.map(({ value }) => [
    value,
    REGION_CODES.filter(
      (code) => REGIONS[code].seaKm === undefined && prefecturesOf(code).includes(value),
    ),
  ]),
)

/**
 * The number of houses in each region except `coast`, and in each prefecture, municipality and oaza
 * (district), by code.
 */
function countAreas(places: PlaceCount[], cities: ReadonlyMap<string, string>) {
  const counts = new Map<string, number>()
  for (const { prefecture, place, count } of places) {
    if (prefecture === null) continue
    const municipality = place?.slice(0, MUNICIPALITY_LENGTH)
    const areas = new Set([
      ...(REGIONS_OF.get(prefecture) ?? []),
      ...[prefectureCode(prefecture), cities.get(municipality ?? ''), municipality, place],
    ])
    for (const area of areas) if (area) counts.set(area, (counts.get(area) ?? 0) + count)
  }
  return counts
}

function stationCounts(stations: ReadonlyMap<string, number>) {
  return [...stations].map(([id, count]) => [`station:${id}`, count] as const)
}
