import * as z from 'zod/mini'
import { listOf, RequiredText } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { ListingRecord } from './listings.ts'
import { Id, Timestamp } from './values.ts'

const Change = {
  /**
   * When the person chose, in the server's time; now where it is left out. A choice that is older than
   * the last one of the same listing changes nothing, so the later choice wins and not the later to arrive.
   */
  at: z.optional(Timestamp),
}

/** Whether the listing is a favorite now, which a later choice on another device may have decided. */
const Outcome = z.object({ favorite: z.boolean() })

/** Ids newest first, and the full records, so that one answer can be kept offline. */
export const listFavorites = endpoint({
  method: 'GET',
  path: '/favorites',
  access: 'subscriber',
  input: z.object({}),
  output: z.object({ favorites: listOf(RequiredText), listings: listOf(ListingRecord) }),
})

/** How many there are, also for those whose access has ended: what they would come back to. */
export const countFavorites = endpoint({
  method: 'GET',
  path: '/favorites/count',
  access: 'user',
  input: z.object({}),
  output: z.object({ count: z.int() }),
})

/** Idempotent, so a change that is sent twice is harmless. */
export const addFavorite = endpoint({
  method: 'POST',
  path: '/favorites',
  access: 'subscriber',
  input: z.strictObject({ listing_id: Id, ...Change }),
  output: Outcome,
})

/** Idempotent, like {@link addFavorite}. */
export const removeFavorite = endpoint({
  method: 'DELETE',
  path: '/favorites/:id',
  access: 'subscriber',
  input: z.strictObject({ id: Id, ...Change }),
  output: Outcome,
})
