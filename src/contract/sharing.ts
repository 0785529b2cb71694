import * as z from 'zod/mini'
import { Exception, KnownInteger, KnownPrice, KnownText, RequiredText } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { Photo } from './listings.ts'
import { SHARE_KEY } from './query-values.ts'
import { Id } from './values.ts'

/**
 * What the link to a listing shows to anybody: enough to want to see the rest, and nothing
 * that leads to the house or to who sells it. Only values that were understood, because the
 * text of a source may say anything.
 */
export const SharedListing = z.object({
  _id: RequiredText,
  'Property Type': KnownText,
  /** A value of the prefecture catalogue. */
  Prefecture: KnownText,
  City: KnownText,
  /** US dollars, at the rate of the import. */
  'Sale Price': KnownPrice,
  'Sale Price Yen': KnownInteger,
  'Building - Layout': KnownText,
  /** Square metres. */
  'Building - Area': z.catch(z.nullable(z.number()), null),
  /** Square metres. */
  'Land - Area': z.catch(z.nullable(z.number()), null),
  'Construction Year': KnownInteger,
  /** The first of its photos; its path lies below `/images/`. */
  photo: z.catch(z.nullable(z.object({ path: z.string(), ...Photo.shape })), null),
  /** True for the invented houses of the sample catalogue. */
  sample: Exception,
  /** The credit that the source's licence asks for wherever its data is shown. */
  attribution: KnownText,
})
export type SharedListing = z.output<typeof SharedListing>

/**
 * A listing as its link shows it to somebody without access. Ids can be computed from public data:
 * without the key of the link, a network may open only as many as a person does.
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
