import { eq, isNull, or, sql } from 'drizzle-orm'
import { listings } from './schema.ts'

/**
 * The condition for listings that nothing hides, except that they may be folded into another listing
 * of the same house. A folded listing is in no search, but people who have saved it keep it, and its
 * links still work.
 */
export const isReadable = or(isNull(listings.hiddenAt), eq(listings.hiddenBy, ['duplicate']))

/** The condition for listings that are folded into another one, which searches show instead. */
export function isFolded({ hiddenBy }: Pick<typeof listings, 'hiddenBy'>) {
  return sql`'duplicate' = any(${hiddenBy})`
}
