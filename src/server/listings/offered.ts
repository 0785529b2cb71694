import { and, isNull, type SQL, sql } from 'drizzle-orm'
import { listings } from '#server/db/schema.ts'

/**
 * The condition for offered listings, which every user with access can find. All search indexes are
 * partial indexes with this condition, so a search must include the condition to use them.
 */
export const isOffered = and(isNull(listings.withdrawnAt), isNull(listings.hiddenAt))

/**
 * The name of the column that says whether a listing is withdrawn. If an administrator has set this
 * column, `edited_columns` contains its name.
 */
export const WITHDRAWAL = listings.withdrawnAt.name

/**
 * The condition for listings that imports may withdraw or offer again. It excludes listings that an
 * administrator has withdrawn or offered again.
 */
export const followsImports: SQL<boolean> = sql`not (${sql.raw(`'${WITHDRAWAL}'`)} = any(${listings.editedColumns}))`
