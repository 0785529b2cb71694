import { and, isNull, type SQL, sql } from 'drizzle-orm'
import { listings } from '#server/db/schema.ts'

/** The listings that every user with access finds. Every search index has this condition. */
export const isOffered = and(isNull(listings.withdrawnAt), isNull(listings.hiddenAt))

/** In `edited_columns`, marks that an administrator decided whether the listing is withdrawn. */
export const WITHDRAWAL = listings.withdrawnAt.name

/** The listings that imports may withdraw or offer again. */
export const followsImports: SQL<boolean> = sql`not (${sql.raw(`'${WITHDRAWAL}'`)} = any(${listings.editedColumns}))`
