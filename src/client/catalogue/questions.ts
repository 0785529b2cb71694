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

interface Endpoints {
  searchListings: typeof searchListings
  listCities: typeof listCities
  countMarks: typeof countMarks
  countPlaces: typeof countPlaces
  suggestPlaces: typeof suggestPlaces
  getListing: typeof getListing
  countSavedSearches: typeof countSavedSearches
}

/** A saved search without its name, which does not affect its count. */
export type CountedSearch = Pick<SavedSearch, 'id' | 'search'>

/** The endpoints whose questions the catalogue on this device can answer. */
export type Question = keyof Endpoints
/** The catalogue does not contain the person's saved searches, so their question brings them. */
export type Input<Q extends Question> = Q extends 'countSavedSearches'
  ? CountedSearch[]
  : z.input<Endpoints[Q]['input']>
export type Output<Q extends Question> = z.output<Endpoints[Q]['output']>

/** A question of the page to the worker. */
export interface Asked {
  /** The id of the account that may read the catalogue. */
  owner: string
  question: Question
  input: unknown
  rates: Rates | undefined
}

/** What the page sends to the worker. */
export type ToWorker =
  | (Asked & { id: number })
  /** The blocks on this device have changed. */
  | { hasChanged: true }

/** What the worker answers. */
export interface Answered {
  /** Undefined if the device cannot answer the question. */
  answer?: unknown
  /** The revision of the listings in the answer. */
  revision?: number
  /** When the server last said that this revision is its newest, in milliseconds. */
  checkedAt?: number
  /** Whether a block was damaged. It is deleted, and has to be downloaded again. */
  isDamaged?: boolean
}

/** What the worker sends to the page. */
export type FromWorker = Answered & { id: number }
