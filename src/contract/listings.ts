import * as z from 'zod/mini'
import {
  Exception,
  KnownArea,
  KnownInteger,
  KnownMoment,
  KnownPrice,
  KnownText,
  listOf,
  OptionalText,
  RequiredText,
} from './answers.ts'
import { AREAS, DEFAULT_PAGE_SIZE, FREE_LISTINGS, PRICES, YEARS } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { LIMITS } from './query-values.ts'
import { Id, paging, queryNumber, queryText, sorting } from './values.ts'

export const SORT_FIELDS = ['createdAt', 'sale_price'] as const

/** A photo's dimensions and placeholder. */
export const Photo = z.object({
  width: z.int(),
  height: z.int(),
  /** A blurred placeholder of about 25 bytes, in base64 (https://evanw.github.io/thumbhash/). */
  thumbhash: z.nullable(z.string()),
  /** Whether the AVIF copies exist. */
  avif: z.boolean(),
})

/**
 * A listing as the API sends it. Names with capitals and spaces come from the original data. The
 * client maps them to its own names in one place.
 */
export const ListingRecord = z.object({
  _id: RequiredText,
  'Property Type': KnownText,
  'Property Location': KnownText,
  /** A value of the prefecture catalogue. */
  Prefecture: KnownText,
  City: KnownText,
  /** In US dollars, at the rate of the import. */
  'Sale Price': KnownPrice,
  'Sale Price Yen': KnownInteger,
  'Building - Layout': KnownText,
  'Building - Area': KnownArea,
  'Land - Area': KnownArea,
  'Building - Construction Date': KnownText,
  'Construction Year': KnownInteger,
  'Building - Structure': KnownText,
  /** Directions, separated by slashes. */
  Transportation: KnownText,
  /** Remarks of the seller or the municipality, in the original language. */
  Remarks: KnownText,
  'Contact Number': OptionalText,
  'Reference URL': OptionalText,
  link: OptionalText,
  createdAt: KnownMoment,
  /** Paths below `/images/`. An invalid path becomes an empty text, which the client drops. */
  images: z.catch(z.array(z.catch(z.string(), '')), []),
  /** One entry per path in `images`, in the same order. */
  photos: z.catch(z.array(z.catch(z.nullable(Photo), null)), []),
  /** Number of all photos, where `images` and `photos` contain only the first ones. */
  photoCount: z.catch(z.optional(z.int()), undefined),
  /** Part of the listing's link. Missing in records stored before links had keys. */
  shareKey: z.catch(z.optional(z.string()), undefined),
  /** True for the invented houses of the sample catalogue. */
  sample: Exception,
  /** True when the source no longer offers it. */
  withdrawn: Exception,
  /** The credit that the source's licence requires, and the date of its data. */
  attribution: KnownText,
})
export type ListingRecord = z.output<typeof ListingRecord>

const price = (label: string) => z.optional(queryNumber(label, PRICES))
const area = (label: string) => z.optional(queryNumber(label, AREAS))
const year = (label: string) => z.optional(queryNumber(label, YEARS))
const listingFilters = {
  /** A value of the prefecture catalogue. */
  prefecture: queryText('Prefecture'),
  /** A value of the city catalogue. */
  city: queryText('City'),
  /** A floor plan such as `4LDK`. */
  layout: queryText('Layout'),
  sale_price_min: price('Minimum price'),
  sale_price_max: price('Maximum price'),
  building_area_min: area('Minimum building area'),
  building_area_max: area('Maximum building area'),
  land_area_min: area('Minimum land area'),
  land_area_max: area('Maximum land area'),
  construction_year_min: year('Built after'),
  construction_year_max: year('Built before'),
}
export const ListingFilters = z.object(listingFilters)
export type ListingFilters = z.output<typeof ListingFilters>

export const ListingSearch = z.object({
  ...listingFilters,
  ...paging(DEFAULT_PAGE_SIZE),
  ...sorting(SORT_FIELDS, { by: 'createdAt', order: 'desc' }),
})
export type ListingSearch = z.output<typeof ListingSearch>

export const searchListings = endpoint({
  method: 'GET',
  path: '/listings',
  access: 'subscriber',
  input: ListingSearch,
  output: z.object({
    results: listOf(ListingRecord),
    total_count: z.int(),
    total_pages: z.int(),
  }),
})
export type ListingPage = z.output<(typeof searchListings)['output']>

/** Cities with their number of listings, in one prefecture or in all. */
export const listCities = endpoint({
  method: 'GET',
  path: '/listings/cities',
  access: 'subscriber',
  input: z.object({ prefecture: queryText('Prefecture') }),
  output: listOf(z.object({ value: z.string(), display: z.string(), count: z.int() })),
})

export const getListing = endpoint({
  method: 'GET',
  path: '/listings/:id',
  access: 'subscriber',
  input: z.object({ id: Id }),
  output: ListingRecord,
})

/** The same few listings for everybody, without contact, reference, link and key. */
export const listFreeListings = endpoint({
  method: 'GET',
  path: '/free-listings',
  access: 'public',
  input: z.object({
    limit: z._default(queryNumber('Limit', LIMITS), FREE_LISTINGS),
  }),
  output: z.object({ results: listOf(ListingRecord) }),
})
