import * as contract from '#contract/listings.ts'
import { readPlaceRef } from '#contract/place-values.ts'
import { suggestPlaces } from '#contract/places.ts'
import type { Rates } from '#contract/rates.ts'
import { readSearch, SearchFields } from '#contract/saved-searches.ts'
import { openAnswers } from '#search/answers.ts'
import type { openCatalogue } from '#search/open-catalogue.ts'
import type { PlaceDirectory } from '#search/places/place-lookup.ts'
import { openDetails } from './details.ts'
import type { HousePhotos, Input, Output, Question } from './questions.ts'
import type { StoredCatalogue } from './stored-catalogue.ts'

/**
 * Returns a function that answers questions as the API's endpoints do, from the blocks of the
 * catalogue. It returns undefined for a house that the catalogue does not have, and throws for an
 * input that the server would refuse.
 */
export function openQuestions(
  stored: StoredCatalogue,
  catalogue: ReturnType<typeof openCatalogue>,
  places: PlaceDirectory,
) {
  const answers = openAnswers(catalogue, places, pause)
  const details = openDetails(stored)

  async function findListing(id: string) {
    const card = answers.card(id)
    if (!card) return undefined
    const record = await details.find(id, card.Prefecture)
    return record ? { ...record, title: card.title } : { ...card, isOnlyCard: true }
  }

  async function suggest(text: string) {
    const found = await answers.suggestPlaces(text)
    // The device knows only those oaza that have houses, so the server may know this reference.
    const isReference = readPlaceRef(text) !== undefined
    return isReference && found.suggestions.length === 0 ? undefined : found
  }

  /** The ids of the houses that a saved search finds. */
  const findIds = async (search: string, rates: Rates) =>
    answers.findIds(SearchFields.parse(readSearch(search)), rates)

  async function countPhotos({ search }: Input<'countPhotos'>, rates: Rates) {
    const ids = search === undefined ? undefined : await findIds(search, rates)
    return catalogue.countPhotos(ids) satisfies Output<'countPhotos'>
  }

  async function listPhotos({ prefectures, searches }: Input<'listPhotos'>, rates: Rates) {
    // One search that cannot be run must not stop the photos of all other choices.
    const found = await Promise.all(
      searches.map((search) => findIds(search, rates).catch(() => undefined)),
    )
    const ids = new Set(found.flatMap((some) => some ?? []))
    const places = new Set(prefectures)
    for (const { prefecture } of catalogue.countPhotos(ids)) places.add(prefecture)
    const houses: HousePhotos[] = []
    for (const prefecture of places) {
      const isWhole = prefectures.includes(prefecture)
      for await (const { _id, images } of details.recordsIn(prefecture)) {
        if (isWhole || ids.has(_id)) houses.push({ id: _id, images })
      }
    }
    return { houses, isPartial: found.includes(undefined) } satisfies Output<'listPhotos'>
  }

  return (question: Question, input: unknown, newerRates: Rates | undefined) => {
    const rates = newerRates ?? stored.rates ?? { yen_per: {}, as_of: '', source: '' }
    switch (question) {
      case 'searchListings':
        return answers.searchListings(contract.searchListings.input.parse(input), rates)
      case 'listCities':
        return answers.listCities(contract.listCities.input.parse(input), rates)
      case 'countMarks':
        return answers.countMarks(contract.countMarks.input.parse(input), rates)
      case 'countPlaces':
        return answers.countPlaces(contract.countPlaces.input.parse(input), rates)
      case 'suggestPlaces':
        return suggest(suggestPlaces.input.parse(input).q ?? '')
      case 'getListing':
        return findListing(contract.getListing.input.parse(input).id)
      // The page of the same build asks these questions, so their input needs no check.
      case 'countSavedSearches':
        return answers.countSavedSearches(input as Input<'countSavedSearches'>, rates)
      case 'countPhotos':
        return countPhotos(input as Input<'countPhotos'>, rates)
      case 'listPhotos':
        return listPhotos(input as Input<'listPhotos'>, rates)
    }
  }
}

/** Lets the other questions be answered while the index of suggestions is made. */
function pause() {
  return new Promise<void>((resolve) => setTimeout(resolve))
}
