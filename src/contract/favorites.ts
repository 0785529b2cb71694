import * as z from 'zod/mini'
import { listOf, RequiredText } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { ListingRecord } from './listings.ts'
import { Id } from './values.ts'

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
  input: z.strictObject({ listing_id: Id }),
  output: z.object({}),
})

/** Idempotent, like {@link addFavorite}. */
export const removeFavorite = endpoint({
  method: 'DELETE',
  path: '/favorites/:id',
  access: 'subscriber',
  input: z.strictObject({ id: Id }),
  output: z.object({}),
})
