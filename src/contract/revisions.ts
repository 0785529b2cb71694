import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/**
 * A text that changes when the data of a response changes. The response contains its own revision,
 * so a client can compare the data that it has with {@link listRevisions}. Missing in data that the
 * client has changed by an optimistic update.
 */
export const Revision = z.optional(z.string())

/**
 * The current revision of each kind of the caller's data, which the person's other devices may have
 * changed. A client asks again only for data whose revision differs.
 */
export const listRevisions = endpoint({
  method: 'GET',
  path: '/auth/me/revisions',
  access: 'user',
  input: z.object({}),
  output: z.object({
    account: z.string(),
    favorites: z.string(),
    saved_searches: z.string(),
    news: z.string(),
    shortlist: z.string(),
    /** The cursor that the response of `listNotes` has when no change is missing. */
    notes: z.int(),
    /** When a municipality or source last opted out, of those that have. Empty if none has. */
    opt_outs: z.optional(z.string()),
    /** The revision of the listings, which a device compares with that of its catalogue. */
    listings: z.optional(z.int()),
  }),
})
