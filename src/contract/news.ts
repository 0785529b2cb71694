import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { missingIfWrong, validItems } from './lenient-fields.ts'
import { ListingRecord } from './listings.ts'
import { NEWS_KINDS } from './news-kinds.ts'
import { Revision } from './revisions.ts'
import { queryNumber, Timestamp } from './values.ts'

/** The most houses that one response names. The others are only counted. */
export const MAX_NEWS = 100

const NewsItem = z.object({
  listing_id: z.string(),
  kind: z.enum(NEWS_KINDS),
  /** When the latest of the changes happened. */
  at: Timestamp,
  /** The price in yen before and after all changes, if it has changed. */
  yen_before: missingIfWrong(z.nullable(z.int())),
  yen_after: missingIfWrong(z.nullable(z.int())),
  favorite: z.boolean(),
  /** The saved searches that find the house. */
  searches: validItems(z.object({ id: z.string(), name: z.string() })),
})
export type NewsItem = z.output<typeof NewsItem>

/**
 * What has changed since the person's last visit: at the favorites, and at the houses that the saved
 * searches find. A visit ends when no device of the person has asked for some hours. All devices of
 * a person see the same news. In the first visit of a person, there is no news.
 */
export const listNews = endpoint({
  method: 'GET',
  path: '/news',
  access: 'subscriber',
  input: z.object({
    /**
     * The id of a change. Reads the news after this change, instead of the news since the last visit.
     * The link of an alert has the id.
     */
    since: z.optional(
      queryNumber('Since', { min: 0, max: Number.MAX_SAFE_INTEGER, integer: true }),
    ),
  }),
  output: z.object({
    /** When the last visit ended. */
    since: Timestamp,
    news: validItems(NewsItem),
    /** The records of the houses in `news`, shortened as for cards. */
    listings: validItems(ListingRecord),
    /** The number of all houses with news, which may exceed `MAX_NEWS`. */
    total: z.int(),
    revision: Revision,
  }),
})
export type News = z.output<(typeof listNews)['output']>
