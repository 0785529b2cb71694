import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/*
 * SQL expressions by which listings of the same house are found. Indexes contain these expressions,
 * so a change of one needs a migration.
 */

/** Parameters by which sites recognise where a visitor comes from. They do not select a page. */
const TRACKING = 'utm_[a-z_]+|gclid|fbclid|yclid|msclkid|mc_cid|mc_eid'

/**
 * The key of a web address. Two addresses of one page have the same key, whatever their scheme, the
 * case of their host, `www.`, a slash at the end, a heading as fragment or tracking parameters. A
 * fragment with a digit, `/` or `=` may select the house. Null for the home page of a site, which is
 * the page of no house. The key is a digest, because an index cannot contain long addresses.
 */
export function linkKey(address: SQLWrapper): SQL<string | null> {
  const page = sql`rtrim(regexp_replace(regexp_replace(${address},
    '^https?://(www[.])?|#[^/=0-9]*$', '', 'gi'),
    '(?<=[?&])(${sql.raw(TRACKING)})=[^&]*(&|$)', '', 'gi'), '/?&')`
  return sql`md5(lower(split_part(${page}, '/', 1)) || substring(${page} from '/.*$'))`
}

/** The price for a sale, or the rent of a house that is only for rent. */
export function statedPrice({
  askedPrice,
  rentYen,
}: Record<'askedPrice' | 'rentYen', SQLWrapper>): SQL<number | null> {
  return sql`coalesce(${askedPrice}, ${rentYen})`
}
