import * as z from 'zod/mini'
import * as contract from '#contract/listings.ts'
import { readPlaceRef } from '#contract/place-values.ts'
import { suggestPlaces } from '#contract/places.ts'
import type { Rates } from '#contract/rates.ts'
import { SavedSearch } from '#contract/saved-searches.ts'
import { openAnswers } from '#search/answers.ts'
import type { openCatalogue } from '#search/open-catalogue.ts'
import type { PlaceDirectory } from '#search/places/place-lookup.ts'
import { openDetails } from './details.ts'
import type { Question } from './questions.ts'
import type { StoredCatalogue } from './stored-catalogue.ts'

const CountedSearches = z.array(z.pick(SavedSearch, { id: true, search: true }))

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
  const findDetails = openDetails(stored)

  async function findListing(id: string) {
    const card = answers.card(id)
    if (!card) return undefined
    const details = await findDetails(id, card.Prefecture)
    return details ? { ...details, title: card.title } : { ...card, isOnlyCard: true }
  }

  async function suggest(text: string) {
    const found = await answers.suggestPlaces(text)
    // The device knows only those oaza that have houses, so the server may know this reference.
    const isReference = readPlaceRef(text) !== undefined
    return isReference && found.suggestions.length === 0 ? undefined : found
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
      case 'countSavedSearches':
        return answers.countSavedSearches(CountedSearches.parse(input), rates)
    }
  }
}

/** Lets the other questions be answered while the index of suggestions is made. */
function pause() {
  return new Promise<void>((resolve) => setTimeout(resolve))
}
