import { and, isNotNull, sql } from 'drizzle-orm'
import { noteFields } from '#server/db/schema.ts'

/** Matches the fields that are not cleared. A cleared field is stored as the JSON value null. */
export const hasValue = and(isNotNull(noteFields.value), sql`${noteFields.value} <> 'null'`)
