import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Photo } from './listings.ts'
import { Id } from './values.ts'

/**
 * What the link to a listing shows to anybody: enough to want to see the rest, and nothing
 * that leads to the house or to who sells it. Only values that were understood, because the
 * text of a source may say anything.
 */
export const SharedListing = z.object({
  _id: z.string(),
  'Property Type': z.nullable(z.string()),
  /** A value of the prefecture catalogue. */
  Prefecture: z.nullable(z.string()),
  City: z.nullable(z.string()),
  /** US dollars, at the rate of the import. */
  'Sale Price': z.nullable(z.number()),
  'Sale Price Yen': z.nullable(z.int()),
  'Building - Layout': z.nullable(z.string()),
  /** Square metres. */
  'Building - Area': z.nullable(z.number()),
  /** Square metres. */
  'Land - Area': z.nullable(z.number()),
  'Construction Year': z.nullable(z.int()),
  /** The first of its photos; its path lies below `/images/`. */
  photo: z.nullable(z.object({ path: z.string(), ...Photo.shape })),
  /** True for the invented houses of the sample catalogue. */
  sample: z.boolean(),
  /** The credit that the source's licence asks for wherever its data is shown. */
  attribution: z.nullable(z.string()),
})
export type SharedListing = z.output<typeof SharedListing>

/** A listing as its link shows it to somebody without access. */
export const getSharedListing = endpoint({
  method: 'GET',
  path: '/shared-listings/:id',
  access: 'public',
  input: z.object({ id: Id }),
  output: SharedListing,
})
