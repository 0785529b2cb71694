import type * as z from 'zod/mini'
import type {
  countMarks,
  countPlaces,
  getListing,
  listCities,
  searchListings,
} from '#contract/listings.ts'
import type { suggestPlaces } from '#contract/places.ts'
import type { Rates } from '#contract/rates.ts'
import type { countSavedSearches, SavedSearch } from '#contract/saved-searches.ts'
import type { PhotoCount } from '#search/open-catalogue.ts'
import type { PrefectureName } from './wanted.ts'

interface Endpoints {
  searchListings: typeof searchListings
  listCities: typeof listCities
  countMarks: typeof countMarks
  countPlaces: typeof countPlaces
  suggestPlaces: typeof suggestPlaces
  getListing: typeof getListing
}

/** A saved search without its name, which does not affect its count. */
export type CountedSearch = Pick<SavedSearch, 'id' | 'search'>

/**
 * Questions that differ from the endpoints. The worker does not know the saved searches, so the page
 * sends them.
 */
interface OwnQuestions {
  countSavedSearches: {
    input: CountedSearch[]
    output: z.output<typeof countSavedSearches.output>
  }
  /** The numbers of houses and photos that a saved search finds, or of all, by prefecture. */
  countPhotos: { input: { search: string | undefined }; output: PhotoCount[] }
  /** The photos of the houses in these prefectures and of those that these saved searches find. */
  listPhotos: {
    input: { prefectures: PrefectureName[]; searches: string[] }
    /** `isPartial`: a search could not be run, so its houses are left out. */
    output: { houses: HousePhotos[]; isPartial: boolean }
  }
}

export interface HousePhotos {
  id: string
  /** The paths of the photos. */
  images: string[]
}

type Answers = {
  [Q in keyof Endpoints]: {
    input: z.input<Endpoints[Q]['input']>
    output: z.output<Endpoints[Q]['output']>
  }
} & OwnQuestions
export type Question = keyof Answers
export type Input<Q extends Question> = Answers[Q]['input']
export type Output<Q extends Question> = Answers[Q]['output']

/** A question of the page to the worker. */
export interface Asked<Q extends Question = Question> {
  /** The id of the account that may read the catalogue. */
  owner: string
  question: Q
  input: Input<Q>
  rates?: Rates | undefined
}

export type ToWorker =
  | (Asked & { id: number })
  /** A question will come, so open the catalogue. */
  | Pick<Asked, 'owner'>
  /** The blocks on this device have changed. */
  | { hasChanged: true }

export interface Answered<Answer = unknown> {
  /** Undefined if the device cannot answer the question. */
  answer?: Answer
  /** The revision of the listings in the answer. */
  revision?: number
  /** When the server last said that this revision is its newest, in milliseconds. */
  checkedAt?: number
  /** Whether a block was damaged. It is deleted, and has to be downloaded again. */
  isDamaged?: boolean
}

export type FromWorker = Answered & { id: number }
