import { REGION_CODES } from '#contract/choices.ts'
import { type Endpoint, toRequest } from '#contract/endpoint.ts'
import { countPlaces, ListingSearch, SORT_FIELDS, searchListings } from '#contract/listings.ts'
import { suggestPlaces } from '#contract/places.ts'
import { generatedPlaces, generateSearches } from '#tests/support/generated-listings.ts'
import { type Measurement, percentile, time } from './measurement.ts'
import type { Reader } from './reader.ts'

const SEARCHES = 300

/** Budgets of the 95th percentile, in milliseconds. */
export interface Budgets {
  warm: number
  newFilter: number
  warmCounts: number
  newCounts: number
}

/**
 * Measures searches around a place, in an area and by distance. Also measures the requests for the
 * map's counts, and the requests for place suggestions.
 */
export async function measurePlaceSearches(
  name: string,
  reader: Reader,
  budgets: Budgets | undefined,
): Promise<Measurement[]> {
  const app = reader.startApp()
  async function send(endpoint: Endpoint, input: object) {
    const { path, headers, ...init } = toRequest(endpoint, input, reader.token)
    const response = await app.request(path, {
      ...init,
      headers: { ...headers, 'accept-encoding': 'br' },
    })
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}`)
    await response.arrayBuffer()
  }
  // A first search makes the server load its columns into memory, so that no measured search waits
  // for them.
  await send(searchListings, ListingSearch.parse({}))
  await reader.settled()

  const times = new Map<string, number[]>()
  async function measure(what: string, endpoint: Endpoint, input: object) {
    const all = times.get(what) ?? []
    times.set(what, all)
    all.push(await time(() => send(endpoint, input)))
  }
  for (const [index, { kind, search }] of placeSearches().entries()) {
    const { page: _, limit: __, sort_by: ___, sort_order: ____, ...filters } = search
    await measure(`Search ${kind}, ${name}, new filter`, searchListings, search)
    await measure(`Search ${kind}, ${name}, warm`, searchListings, search)
    // Count with a filter that the search did not use. The search has cached its total, and a
    // cached total would hide the cost of counting.
    const counted = { ...filters, construction_year_min: 1900 + (index % 90) }
    await measure(`Counts for the map, ${name}, new filter`, countPlaces, counted)
    await measure(`Counts for the map, ${name}, warm`, countPlaces, counted)
  }
  for (const text of TEXTS) await send(suggestPlaces, { q: text })
  for (let round = 0; round < 20; round++) {
    for (const text of TEXTS) await measure(`Suggestions, ${name}`, suggestPlaces, { q: text })
  }
  return [...times].map(([what, all]) => {
    const atMost = budgetOf(what, budgets)
    return {
      what: `${what}, p95`,
      value: percentile(all, 0.95),
      unit: 'ms',
      repeats: [0, 1, 2].map((first) =>
        percentile(
          all.filter((_, index) => index % 3 === first),
          0.95,
        ),
      ),
      ...(atMost && { atMost }),
    }
  })
}

const SUGGESTIONS_BUDGET_MS = 5

function budgetOf(what: string, budgets: Budgets | undefined) {
  if (what.startsWith('Suggestions')) return SUGGESTIONS_BUDGET_MS
  if (what.startsWith('Counts')) {
    return what.endsWith('warm') ? budgets?.warmCounts : budgets?.newCounts
  }
  return what.endsWith('warm') ? budgets?.warm : budgets?.newFilter
}

/** Inputs of the search field, including the steps of typing a name letter by letter. */
const TEXTS = ['m', 'ma', 'mat', 'matsu', 'matsuyama', '大', '大川', '大川松市', 'Shikoku', 'kofu']

/** Searches of each kind. Each search also has filters that are unrelated to its place. */
function placeSearches() {
  const places = generatedPlaces().filter(({ precision }) => precision === 'municipality')
  return [...generateSearches(SEARCHES, 3)].flatMap((search, index) => {
    const place = places[(index * 37) % places.length]
    if (!place) return []
    const { prefecture: _, city: __, ...rest } = search
    const kinds = {
      'around a place': { near: place.code, within: [10, 20, 50][index % 3] },
      'in an area': { area: areaAround(place, index) },
      'by place': { place: place.code },
      'by region and distance': {
        region: REGION_CODES[index % REGION_CODES.length],
        sea_max: 1 + (index % 30),
      },
      'in the order of a distance': {
        sort_by: SORT_FIELDS[2 + (index % 4)],
        sort_order: index % 8 < 5 ? 'asc' : 'desc',
        shinkansen_max: 20 + index,
      },
    }
    return Object.entries(kinds).map(([kind, fields]) => ({
      kind,
      search: ListingSearch.parse({ ...rest, page: 1, ...fields }),
    }))
  })
}

/**
 * The bounding box of a map view around the place. The index selects its size, from a town to
 * several prefectures.
 */
function areaAround(
  { latitude, longitude }: { latitude: number; longitude: number },
  index: number,
) {
  const size = [0.1, 0.3, 1, 3][index % 4] ?? 1
  return [latitude - size, longitude - size, latitude + size, longitude + size]
    .map((degrees) => degrees.toFixed(4))
    .join(',')
}
