import * as z from 'zod/mini'
import { now } from '#client/browser/clock.ts'
import { ListingRecord } from '#contract/listings.ts'

/** The format in which browser storage and messages between tabs hold a change of a favorite. */
export const FavoriteChangeSchema = z.object({
  id: z.number(),
  listingId: z.string(),
  favorite: z.boolean(),
  at: z.catch(z.number().check(z.minimum(0)), () => now().getTime()),
  // Replace a listing record of an older format with null. Without this, the whole change would be
  // invalid and lost.
  listing: z.catch(z.nullable(ListingRecord), null),
})
