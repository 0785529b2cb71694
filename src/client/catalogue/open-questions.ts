import * as contract from '#contract/listings.ts'
import type { Rates } from '#contract/rates.ts'
import { openAnswers } from '#search/answers.ts'
import type { openCatalogue } from '#search/open-catalogue.ts'
import type { PlaceDirectory } from '#search/places/place-lookup.ts'
import { openDetails } from './details.ts'
import type { Question } from './questions.ts'
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
  const answers = openAnswers(catalogue, places)
  const findDetails = openDetails(stored)

  async function findListing(id: string) {
    const card = answers.card(id)
    if (!card) return undefined
    const details = await findDetails(id, card.Prefecture)
    return details ? { ...details, title: card.title } : { ...card, isOnlyCard: true }
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
      case 'getListing':
        return findListing(contract.getListing.input.parse(input).id)
    }
  }
}
