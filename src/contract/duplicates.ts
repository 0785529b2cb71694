import * as z from 'zod/mini'
import { DUPLICATE_STATES } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { ListingRecord } from './listings.ts'
import { Id, paging, Timestamp } from './values.ts'

/**
 * Pairs of listings of different sources that are or may be the same house. A pair with the same link
 * is folded at once if its facts do not differ. Any other pair waits for an administrator. Of a folded
 * pair, searches show only one listing.
 */

export const DUPLICATES_PER_PAGE = 10

const Side = z.object({
  source: z.string(),
  /** The listing as its card shows it. */
  listing: ListingRecord,
})
export type DuplicateSide = z.output<typeof Side>

const Pair = z.object({
  state: z.enum(DUPLICATE_STATES),
  /** Whether the pair has the same link. Otherwise it has the same place, price and area. */
  has_same_link: z.boolean(),
  /** The email of the administrator who decided last. Null if nobody has decided. */
  decided_by: z.nullable(z.string()),
  at: Timestamp,
  /** Of a folded pair, the listing that searches show comes first. */
  sides: z.tuple([Side, Side]),
})
export type DuplicatePair = z.output<typeof Pair>

/**
 * `waiting` lists the pairs that wait for a decision, and `decided` the others. The pairs about which
 * administrators have decided come first, then the newest.
 */
const Shown = z.enum(['waiting', 'decided'], 'Show waiting or decided pairs')

export const listDuplicates = endpoint({
  method: 'GET',
  path: '/duplicates',
  access: 'admin',
  input: z.object({ show: z._default(Shown, 'waiting'), ...paging(DUPLICATES_PER_PAGE) }),
  output: z.object({ results: z.array(Pair), total_count: z.int() }),
})

/**
 * Decides whether the two listings are the same house. `waiting` undoes the last decision. Answers 409
 * if the pair is no longer in the state `seen`, because another administrator has decided meanwhile.
 */
export const decideDuplicate = endpoint({
  method: 'PUT',
  path: '/duplicates',
  access: 'admin',
  input: z.strictObject({
    one: Id,
    other: Id,
    seen: z.enum(DUPLICATE_STATES, `Seen must be ${DUPLICATE_STATES.join(' or ')}`),
    state: z.enum(DUPLICATE_STATES, `State must be ${DUPLICATE_STATES.join(' or ')}`),
  }),
  output: z.object({}),
})
