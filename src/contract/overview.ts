import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Timestamp } from './values.ts'

/** Statistics of the site. All numbers are counted, none estimated. Days and months are in UTC. */

const Month = z.object({
  /** A month such as `2026-11`. */
  month: z.string(),
  /** Revenue of the month, after refunds and before fees. */
  revenue_cents: z.int(),
  /** Paid subscriptions that started or ended in the month. */
  started: z.int(),
  ended: z.int(),
})
export type OverviewMonth = z.output<typeof Month>

const Overview = z.object({
  at: Timestamp,
  users: z.object({ total: z.int(), new_this_month: z.int() }),
  subscriptions: z.object({
    /** Active subscriptions that are paid by card. */
    paid: z.int(),
    /** Active subscriptions whose payments the operator has paused. They are not in `paid`. */
    paused: z.int(),
    /** Active subscriptions given by administrators. */
    given: z.int(),
    /** Cancelled subscriptions that still give access. */
    cancelled: z.int(),
    /** Subscriptions whose last renewal could not be charged. */
    payment_failed: z.int(),
  }),
  /** The last twelve months, oldest first. */
  months: z.array(Month),
  /** Time of the first recorded subscription change. Null if no change is recorded. */
  counted_since: z.nullable(Timestamp),
  favorites: z.object({ total: z.int(), people: z.int() }),
  /**
   * `total` is the number of fields with a value in the notes of all people. `people` is the number
   * of people who wrote these notes.
   */
  notes: z.object({ total: z.int(), people: z.int() }),
  /** People's own photos whose image files are on the server. */
  own_photos: z.object({ total: z.int(), people: z.int(), bytes: z.int() }),
  /**
   * Each listing counts in one group only. A hidden listing counts as hidden, even if it is
   * withdrawn too.
   */
  listings: z.object({ offered: z.int(), withdrawn: z.int(), hidden: z.int() }),
  /** Offered listings by prefecture, most first. Null stands for an unknown prefecture. */
  prefectures: z.array(z.object({ prefecture: z.nullable(z.string()), offered: z.int() })),
  /** Sources of listings, the latest import first. */
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
