import { aliasedTable, and, eq, isNull, sql } from 'drizzle-orm'
import type { OtherListing } from '#contract/listings.ts'
import { listings } from '#server/db/schema.ts'

const folded = aliasedTable(listings, 'folded')

/** A house can stand in many sources, but a page names at most this many. */
const MAX_NAMED = 20

/**
 * An SQL column for queries on `listings`: the listings that are folded into the listing, or null.
 * Leaves out withdrawn listings, and those that something else hides, such as an opt-out.
 */
export const otherListings = sql<OtherListing[] | null>`(
  select json_agg(json_strip_nulls(json_build_object(
    'source', named.source, 'link', coalesce(named.link, named.reference_url),
    'yen', named.price_yen, 'dollars', named.price_cents / 100.0, 'rent', named.rent_yen
  )) order by named.source, named.id)
  from (
    select ${folded.id}, ${folded.source}, ${folded.link}, ${folded.referenceUrl},
      ${folded.priceYen}, ${folded.priceCents}, ${folded.rentYen}
    from ${listings} as folded
    where ${and(
      eq(folded.foldedInto, listings.id),
      isNull(folded.withdrawnAt),
      sql`${folded.hiddenBy} = '{duplicate}'`,
    )}
    order by ${folded.source}, ${folded.id}
    limit ${sql.raw(String(MAX_NAMED))}
  ) as named
)`
