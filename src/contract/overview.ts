import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Timestamp } from './values.ts'

/** How the site is doing: in numbers that are counted, never guessed. Days and months are those of UTC. */

const Month = z.object({
  /** Such as `2026-11`. */
  month: z.string(),
  /** What was really paid in it, after refunds and before fees. */
  revenue_cents: z.int(),
  /** Subscriptions that are paid by card: how many began, and how many came to their end. */
  started: z.int(),
  ended: z.int(),
})
export type OverviewMonth = z.output<typeof Month>

const Overview = z.object({
  at: Timestamp,
  users: z.object({ total: z.int(), new_this_month: z.int() }),
  subscriptions: z.object({
    /** Active ones that are paid by card. */
    paid: z.int(),
    /** Active ones that administrators have given. */
    given: z.int(),
    /** Cancelled ones whose time is not over. */
    cancelled: z.int(),
    /** Those whose last renewal could not be charged. */
    payment_failed: z.int(),
  }),
  /** The last twelve months, this one at the end. */
  months: z.array(Month),
  /** When the first of the subscriptions began of which beginning and end are counted; null before. */
  counted_since: z.nullable(Timestamp),
  favorites: z.object({ total: z.int(), people: z.int() }),
  /** Every listing is counted once: what is hidden is called that, whether its source offers it or not. */
  listings: z.object({ offered: z.int(), withdrawn: z.int(), hidden: z.int() }),
  /** Offered listings of every prefecture, most first; by a null for those of which it is not known. */
  prefectures: z.array(z.object({ prefecture: z.nullable(z.string()), offered: z.int() })),
  /** Where listings come from, the last import first. */
  sources: z.array(z.object({ name: z.string(), imported_at: Timestamp, offered: z.int() })),
})
export type Overview = z.output<typeof Overview>

export const getOverview = endpoint({
  method: 'GET',
  path: '/overview',
  access: 'admin',
  input: z.object({}),
  output: Overview,
})
