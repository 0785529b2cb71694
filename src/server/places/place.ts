import type { places } from '#server/db/schema.ts'

/** A prefecture, a municipality, or a ward of a city. */
export type Place = Omit<typeof places.$inferSelect, 'source'>
