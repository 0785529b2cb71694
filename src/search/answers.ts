import type * as z from 'zod/mini'
import type {
  countMarks,
  countPlaces,
  ListingFilters,
  ListingPage,
  ListingRecord,
  ListingSearch,
  listCities,
  PlaceCounts,
} from '#contract/listings.ts'
import type { suggestPlaces } from '#contract/places.ts'
import type { Rates } from '#contract/rates.ts'
import {
  type countSavedSearches,
  readSearch,
  type SavedSearch,
  SearchFields,
} from '#contract/saved-searches.ts'
import { conditionsOf, marked } from './conditions.ts'
import type { OpenCatalogue } from './open-catalogue.ts'
import { nameCities } from './places/cities.ts'
import type { PlacesByCode } from './places/place.ts'
import { groupByPlace, oazaWithHouses } from './places/place-counts.ts'
import type { PlaceDirectory, PlaceLookup } from './places/place-lookup.ts'
import { suggestiblePlaces } from './places/suggestible-places.ts'
import { countSuggestions } from './places/suggestion-counts.ts'
import { createSuggestionIndex, type Pause } from './places/suggestion-index.ts'
import { MissingRate } from './price-bounds.ts'
import { resolveFilters } from './resolve-filters.ts'
import { titlesOf } from './titles.ts'

/**
 * The search names an oaza (district) that the device does not know, because it has no offered houses.
 * Only the server knows the coordinates of all oaza.
 */
export class UnknownOaza extends Error {
  constructor(code: string) {
    super(`The oaza ${code} has no offered houses`)
  }
}

export type Answers = ReturnType<typeof openAnswers>

/**
 * Answers searches as the server does, from a catalogue in memory. Input and output of each function are
 * those of the endpoint with its name. The index of suggestions is made for the first suggestion.
 * @param pause lets other work run while this index is made, and between two counted searches.
 * @throws in its functions {MissingRate} for a currency without a rate, and {UnknownOaza}.
 */
export function openAnswers(
  catalogue: OpenCatalogue,
  directory: PlaceDirectory,
  pause: Pause = async () => {},
) {
  const lookup: PlaceLookup = {
    places: () => directory.places,
    findOaza(code) {
      const oaza = directory.oaza.get(code)
      if (!oaza) throw new UnknownOaza(code)
      return oaza
    },
    findStation: (id) => directory.stations.get(id) ?? null,
    boxOfHouses: (municipalities) => catalogue.boxOfHouses(municipalities.map(({ code }) => code)),
  }

  const resolve = <F extends ListingFilters>(filters: F, rates: Rates) =>
    resolveFilters(filters, lookup, rates)

  /** The cards of these listings, with titles of which no two are equal. */
  function cards(ids: string[]): ListingRecord[] {
    const found = ids.flatMap((id) => catalogue.card(id) ?? [])
    const titles = titlesOf(found.map(({ title }) => title))
    return found.map(({ record }, at) => ({ ...record, title: titles[at] }))
  }

  /** Undefined if this version does not understand the search, or the device lacks what it needs. */
  async function countMatching(search: string, rates: Rates) {
    const { data } = SearchFields.safeParse(readSearch(search))
    if (!data) return undefined
    const { sort_by: _, sort_order: __, ...filters } = data
    try {
      return catalogue.count(conditionsOf(await resolve(filters, rates)))
    } catch (error) {
      if (error instanceof MissingRate || error instanceof UnknownOaza) return undefined
      throw error
    }
  }

  let suggesting: ReturnType<typeof openSuggestions> | undefined

  return {
    /** The results are cards: records without the fields that only the page of a house shows. */
    async searchListings(search: ListingSearch, rates: Rates): Promise<ListingPage> {
      const { page, limit, sort_by, sort_order, ...filters } = await resolve(search, rates)
      const start = (page - 1) * limit
      const order = { sort_by, sort_order }
      const range = { start, end: start + limit }
      const { ids, total } = catalogue.findPage(conditionsOf(filters), order, range)
      return { results: cards(ids), total_count: total, total_pages: Math.ceil(total / limit) }
    },

    /** The ids of all listings that a search finds, in its order. */
    async findIds(search: Omit<ListingSearch, 'page' | 'limit'>, rates: Rates): Promise<string[]> {
      const { sort_by, sort_order, ...filters } = await resolve(search, rates)
      const range = { start: 0, end: Number.MAX_SAFE_INTEGER }
      return catalogue.findPage(conditionsOf(filters), { sort_by, sort_order }, range).ids
    },

    /** The number of listings that a search finds. */
    async count(filters: ListingFilters, rates: Rates): Promise<number> {
      return catalogue.count(conditionsOf(await resolve(filters, rates)))
    },

    async listCities(
      filters: ListingFilters,
      rates: Rates,
    ): Promise<z.output<(typeof listCities)['output']>> {
      const conditions = conditionsOf(await resolve(filters, rates))
      return nameCities(directory.places, catalogue.countCities(conditions))
    },

    async countMarks(
      filters: ListingFilters,
      rates: Rates,
    ): Promise<z.output<(typeof countMarks)['output']>> {
      const { marks, ...others } = await resolve(filters, rates)
      return catalogue.countMarks(conditionsOf(others), marked(marks))
    },

    async countPlaces(
      { detail, ...filters }: z.output<(typeof countPlaces)['input']>,
      rates: Rates,
    ): Promise<PlaceCounts> {
      const counts = catalogue.countPlaces(conditionsOf(await resolve(filters, rates)))
      const codes = detail === undefined ? [] : oazaWithHouses(counts)
      return groupByPlace(counts, directory.places, oazaIn(directory, codes))
    },

    /** `isPartial`: a search is left out, because only the server may be able to count it. */
    async countSavedSearches(
      searches: Pick<SavedSearch, 'id' | 'search'>[],
      rates: Rates,
    ): Promise<z.output<(typeof countSavedSearches)['output']> & { isPartial: boolean }> {
      const counts: Record<string, number> = {}
      let isPartial = false
      for (const { id, search } of searches) {
        const count = await countMatching(search, rates)
        if (count === undefined) isPartial = true
        else counts[id] = count
        await pause()
      }
      return { counts, isPartial }
    },

    async suggestPlaces(text: string): Promise<z.output<(typeof suggestPlaces)['output']>> {
      if (text === '') return { suggestions: [] }
      suggesting ??= openSuggestions(catalogue, directory, pause)
      const { suggest, counts } = await suggesting
      return { suggestions: suggest(text, counts) }
    },

    /** The card of a listing. Undefined if the listing is not offered. */
    card: (id: string): ListingRecord | undefined => cards([id])[0],
  }
}

async function openSuggestions(catalogue: OpenCatalogue, directory: PlaceDirectory, pause: Pause) {
  const { places, stations } = directory
  const counted = catalogue.countPlaces([])
  const oaza = oazaIn(directory, oazaWithHouses(counted))
  const sources = { places, oaza, stations: stations.values() }
  const suggest = await createSuggestionIndex(await suggestiblePlaces(sources, pause), pause)
  const coast = catalogue.count(conditionsOf({ region: 'coast' }))
  const houses = { places: counted, coast, stations: catalogue.countStations() }
  return { suggest, counts: countSuggestions(houses, places) }
}

function oazaIn({ oaza }: PlaceDirectory, codes: string[]): PlacesByCode {
  return new Map(
    codes.flatMap((code) => {
      const place = oaza.get(code)
      return place ? [[code, place] as const] : []
    }),
  )
}
