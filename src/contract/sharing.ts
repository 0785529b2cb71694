import * as z from 'zod/mini'
import { Display } from './display.ts'
import { endpoint } from './endpoint.ts'
import {
  FlagOrFalse,
  KnownInteger,
  KnownPrice,
  KnownText,
  missingIfWrong,
  RequiredText,
} from './lenient-fields.ts'
import { KnownPlaceName, KnownSpot, ListingRecord, Photo } from './listings.ts'
import { SHARE_KEY } from './query-values.ts'
import { Id } from './values.ts'

/**
 * The public part of a listing. Anybody who opens the listing's link sees this part, so this part
 * must not reveal the house or its seller. A source's own text could do that, so this part contains
 * parsed values only.
 */
export const SharedListing = z.object({
  _id: RequiredText,
  'Property Type': KnownText,
  /** The prefecture, as its `value` in `PREFECTURES`, such as `ehime`. */
  Prefecture: KnownText,
  City: KnownText,
  placeName: KnownPlaceName,
  /**
   * The position of the place in the outline of its prefecture. Missing if the listing has a photo,
   * because the page then shows no outline.
   */
  spot: KnownSpot,
  /**
   * The price in US dollars. A price that the source states only in yen is converted at the
   * exchange rate of the import.
   */
  'Sale Price': KnownPrice,
  'Sale Price Yen': KnownInteger,
  priceLimit: ListingRecord.shape.priceLimit,
  offer: ListingRecord.shape.offer,
  rentYen: ListingRecord.shape.rentYen,
  status: ListingRecord.shape.status,
  'Building - Layout': KnownText,
  /** The floor area in square metres. */
  'Building - Area': z.catch(z.nullable(z.number()), null),
  /** The area of the land in square metres. */
  'Land - Area': z.catch(z.nullable(z.number()), null),
  'Construction Year': KnownInteger,
  /** The first photo, with its path below `/images/`. */
  photo: z.catch(z.nullable(z.object({ path: z.string(), ...Photo.shape })), null),
  /** True for the invented houses of the sample catalogue. */
  sample: FlagOrFalse,
  /** The credit that the source's licence requires wherever its data is shown. */
  attribution: KnownText,
  /** How visitors see prices. */
  display: missingIfWrong(Display),
})
export type SharedListing = z.output<typeof SharedListing>

/**
 * A listing for people without access. The server rate-limits requests without the link's key.
 * Otherwise, anybody could read the whole catalogue, because ids can be derived from public data.
 */
export const getSharedListing = endpoint({
  method: 'GET',
  path: '/shared-listings/:id',
  access: 'public',
  input: z.object({
    id: Id,
    key: z.optional(z.string().check(z.regex(SHARE_KEY, 'The key is not valid'))),
  }),
  output: SharedListing,
})

/** What the link of a listing leads to: the listing, or the reason why there is none. */
export const LinkedListing = z.union([SharedListing, z.object({ detail: z.string() })])
