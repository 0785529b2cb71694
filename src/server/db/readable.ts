import { eq, isNull, or } from 'drizzle-orm'
import { listings } from './schema.ts'

/**
 * The condition for listings that nothing hides, except that they may be folded into another listing
 * of the same house. A folded listing is in no search, but people who have saved it keep it, and its
 * links still work.
 */
export const isReadable = or(isNull(listings.hiddenAt), eq(listings.hiddenBy, ['duplicate']))
