import { and, isNull } from 'drizzle-orm'
import { listings } from './db/schema.ts'

/** The listings that everybody with access finds: the condition of every index of the search. */
export const isOffered = and(isNull(listings.withdrawnAt), isNull(listings.hiddenAt))
