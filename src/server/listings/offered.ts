import { and, isNull, type SQL, sql } from 'drizzle-orm'
import { listings } from '#server/db/schema.ts'

/** The listings that everybody with access finds: the condition of every index of the search. */
export const isOffered = and(isNull(listings.withdrawnAt), isNull(listings.hiddenAt))

/** In `edited_columns` where an administrator has decided whether a listing counts as withdrawn. */
export const WITHDRAWAL = listings.withdrawnAt.name

/** The listings that are withdrawn and offered again by what imports find. */
export const followsImports: SQL<boolean> = sql`not (${sql.raw(`'${WITHDRAWAL}'`)} = any(${listings.editedColumns}))`
