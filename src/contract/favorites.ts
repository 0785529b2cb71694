import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { RequiredText, validItems } from './lenient-fields.ts'
import { ListingRecord } from './listings.ts'
import { Revision } from './revisions.ts'
import { Id, Timestamp } from './values.ts'

const Change = {
  /**
   * When the person added or removed the favorite, in server time. The current time by default. The
   * server ignores a change that is older than the last change for the same listing. So the later
   * change wins, even if its request arrives first.
   */
  at: z.optional(Timestamp),
}

/**
 * Whether the listing is a favorite now. If another device has sent a later change, that change
 * decides.
 */
const Outcome = z.object({ favorite: z.boolean() })

/**
 * The ids of the favorites, newest first, and their full records. The client stores this one
 * response to show favorites offline.
 */
export const listFavorites = endpoint({
  method: 'GET',
  path: '/favorites',
  access: 'subscriber',
  input: z.object({}),
  output: z.object({
    favorites: validItems(RequiredText),
    listings: validItems(ListingRecord),
    revision: Revision,
  }),
})

/**
 * The number of favorites. The endpoint needs no subscription, so that the client can tell former
 * subscribers how many favorites they would get back.
 */
export const countFavorites = endpoint({
  method: 'GET',
  path: '/favorites/count',
  access: 'user',
  input: z.object({}),
  output: z.object({ count: z.int() }),
})

/** Adds a favorite. The request is idempotent, so a retry is harmless. */
export const addFavorite = endpoint({
  method: 'POST',
  path: '/favorites',
  access: 'subscriber',
  input: z.strictObject({ listing_id: Id, ...Change }),
  output: Outcome,
})

/** Removes a favorite. The request is idempotent, so a retry is harmless. */
export const removeFavorite = endpoint({
  method: 'DELETE',
  path: '/favorites/:id',
  access: 'subscriber',
  input: z.strictObject({ id: Id, ...Change }),
  output: Outcome,
})
