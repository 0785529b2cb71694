import { setImmediate as othersFirst } from 'node:timers/promises'
import type { Suggestion } from '#contract/places.ts'
import { oazaWithHouses } from '#search/places/place-counts.ts'
import { suggestiblePlaces } from '#search/places/suggestible-places.ts'
import { countSuggestions } from '#search/places/suggestion-counts.ts'
import { createSuggestionIndex, type SuggestionIndex } from '#search/places/suggestion-index.ts'
import { createCache } from '#server/concurrency/cache.ts'
import type { Database } from '#server/db/database.ts'
import { placeSources } from '#server/db/schema.ts'
import { findOaza, openPlacesByCode } from '#server/places/places-by-code.ts'
import { readStations } from '#server/stations/stored-stations.ts'
import type { Catalogue } from './catalogue.ts'
import { countMatching } from './count.ts'

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

  async function read({ places: counted, stations, revision }: Counts): Promise<Current> {
    const sources = await db.select().from(placeSources).orderBy(placeSources.name)
    const codes = oazaWithHouses(counted)
    const versions = sources.map(({ name, version }) => [name, version])
    const places = await placesByCodeAt(revision)
    const suggest = await indexes.get(JSON.stringify([versions, codes.sort()]), async () => {
      const oaza = await findOaza(db, codes)
      const suggestible = { places, oaza, stations: await readStations(db) }
      return createSuggestionIndex(await suggestiblePlaces(suggestible, pause), pause)
    })
    const coast = await countMatching(db, { region: 'coast' })
    return { suggest, counts: countSuggestions({ places: counted, coast, stations }, places) }
  }

  return async function suggestPlaces(text: string): Promise<Suggestion[]> {
    // The counts may belong to an earlier revision than the current one. Cached under the current
    // revision, they would stay until the next change of the catalogue.
    const counted = await catalogue.counts()
    const { suggest, counts } = await currents.get(String(counted.revision), () => read(counted))
    return suggest(text, counts)
  }
}

const pause = () => othersFirst()
