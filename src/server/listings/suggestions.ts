import { REGION_CODES } from '#contract/choices.ts'
import type { Suggestion } from '#contract/places.ts'
import { prefecturesOf } from '#contract/regions.ts'
import { createCache } from '#server/concurrency/cache.ts'
import type { Database } from '#server/db/database.ts'
import { placeSources } from '#server/db/schema.ts'
import { citiesOfWards, findOaza, openAtlas } from '#server/places/atlas.ts'
import { prefectureCode } from '#server/places/radius.ts'
import { MUNICIPALITY_LENGTH } from '#server/places/stored-places.ts'
import { suggestiblePlaces } from '#server/places/suggestible-places.ts'
import { createSuggestionIndex, type SuggestionIndex } from '#server/places/suggestion-index.ts'
import { readStations } from '#server/stations/stored-stations.ts'
import type { Catalogue } from './catalogue.ts'
import type { PlaceCount } from './count.ts'

interface SuggestionsOptions {
  db: Database
  catalogue: Pick<Catalogue, 'revision' | 'counts'>
}

interface Current {
  suggest: SuggestionIndex
  counts: ReadonlyMap<string, number>
}

/**
 * Returns a function that suggests places. Its index is in memory and contains only oaza that have
 * houses. It is built again when the places change, or when houses lie in other oaza.
 */
export function openSuggestions({ db, catalogue }: SuggestionsOptions) {
  const atlasAt = openAtlas(db)
  const indexes = createCache<SuggestionIndex>(1)
  const currents = createCache<Current>(1)

  async function read(revision: number): Promise<Current> {
    const { places, stations } = await catalogue.counts()
    const sources = await db.select().from(placeSources).orderBy(placeSources.name)
    const oaza = places.flatMap(({ place }) =>
      place !== null && place.length > MUNICIPALITY_LENGTH ? [place] : [],
    )
    const versions = sources.map(({ name, version }) => [name, version])
    const suggest = await indexes.get(JSON.stringify([versions, oaza.sort()]), async () =>
      createSuggestionIndex(
        suggestiblePlaces({
          atlas: await atlasAt(revision),
          oaza: await findOaza(db, oaza),
          stations: await readStations(db),
        }),
      ),
    )
    const areas = countAreas(places, citiesOfWards(await atlasAt(revision)))
    return { suggest, counts: new Map([...areas, ...stationCounts(stations)]) }
  }

  return async function suggestPlaces(text: string): Promise<Suggestion[]> {
    const revision = await catalogue.revision()
    const { suggest, counts } = await currents.get(String(revision), () => read(revision))
    return suggest(text, ({ ref }) => counts.get(ref) ?? 0)
  }
}

/** The number of houses in each region, prefecture, municipality and oaza, by code. */
function countAreas(places: PlaceCount[], cities: ReadonlyMap<string, string>) {
  const regions = new Map(
    REGION_CODES.flatMap((code) => prefecturesOf(code).map((value) => [value, code] as const)),
  )
  const counts = new Map<string, number>()
  for (const { prefecture, place, count } of places) {
    if (prefecture === null) continue
    const municipality = place?.slice(0, MUNICIPALITY_LENGTH)
    const areas = new Set([
      ...[regions.get(prefecture), prefectureCode(prefecture), cities.get(municipality ?? '')],
      ...[municipality, place],
    ])
    for (const area of areas) if (area) counts.set(area, (counts.get(area) ?? 0) + count)
  }
  return counts
}

function stationCounts(stations: ReadonlyMap<string, number>) {
  return [...stations].map(([id, count]) => [`station:${id}`, count] as const)
}
