import * as z from 'zod/mini'
import { AREAS, DEFAULT_PAGE_SIZE, FREE_LISTINGS, PRICES, YEARS } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { LIMITS } from './query-values.ts'
import { Id, paging, queryNumber, queryText, sorting, Timestamp } from './values.ts'

export const SORT_FIELDS = ['createdAt', 'sale_price'] as const

/** How a photo is laid out and stood in for before it arrives. */
export const Photo = z.object({
  width: z.int(),
  height: z.int(),
  /** 25 bytes or so in base64 that draw a blurred likeness (https://evanw.github.io/thumbhash/). */
  thumbhash: z.nullable(z.string()),
  /** Whether the AVIF copies exist. */
  avif: z.boolean(),
})

/**
 * A listing as the API sends it. The names with capitals and spaces are those of the
 * data this product was made for; they are turned into the screen's own at one place in
 * the client.
 */
export const ListingRecord = z.object({
  _id: z.string(),
  'Property Type': z.nullable(z.string()),
  'Property Location': z.nullable(z.string()),
  /** A value of the prefecture catalogue. */
  Prefecture: z.nullable(z.string()),
  City: z.nullable(z.string()),
  /** US dollars, at the rate of the import. */
  'Sale Price': z.nullable(z.number()),
  'Sale Price Yen': z.nullable(z.int()),
  'Building - Layout': z.nullable(z.string()),
  /** Square metres where the source could be understood, else the text as it was written. */
  'Building - Area': z.nullable(z.union([z.number(), z.string()])),
  /** Square metres where the source could be understood, else the text as it was written. */
  'Land - Area': z.nullable(z.union([z.number(), z.string()])),
  'Building - Construction Date': z.nullable(z.string()),
  'Construction Year': z.nullable(z.int()),
  'Building - Structure': z.nullable(z.string()),
  /** Ways to get there, separated by slashes. */
  Transportation: z.nullable(z.string()),
  /** What the seller or the municipality says of the house, in their own language. */
  Remarks: z.nullable(z.string()),
  'Contact Number': z.optional(z.nullable(z.string())),
  'Reference URL': z.optional(z.nullable(z.string())),
  link: z.optional(z.nullable(z.string())),
  createdAt: Timestamp,
  /** Paths below `/images/`. */
  images: z.array(z.string()),
  /** One for each of `images`, in the same order. */
  photos: z.array(Photo),
  /** How many photos there are, where the two above hold the first of them only. */
  photoCount: z.optional(z.int()),
  /** True for the invented houses of the sample catalogue. */
  sample: z.boolean(),
  /** True when the source no longer offers it. */
  withdrawn: z.boolean(),
  /** The credit the source's licence asks for, and what it says about the date of the data. */
  attribution: z.nullable(z.string()),
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
    results: z.array(ListingRecord),
    total_count: z.int(),
    total_pages: z.int(),
  }),
})
export type ListingPage = z.output<(typeof searchListings)['output']>

/** Cities that have listings, with how many; of one prefecture or of all. */
export const listCities = endpoint({
  method: 'GET',
  path: '/listings/cities',
  access: 'subscriber',
  input: z.object({ prefecture: queryText('Prefecture') }),
  output: z.array(z.object({ value: z.string(), display: z.string(), count: z.int() })),
})

export const getListing = endpoint({
  method: 'GET',
  path: '/listings/:id',
  access: 'subscriber',
  input: z.object({ id: Id }),
  output: ListingRecord,
})

/** The same few for everyone, without contact, reference and link. */
export const listFreeListings = endpoint({
  method: 'GET',
  path: '/free-listings',
  access: 'public',
  input: z.object({
    limit: z._default(queryNumber('Limit', LIMITS), FREE_LISTINGS),
  }),
  output: z.object({ results: z.array(ListingRecord) }),
})
