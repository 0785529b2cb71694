import { LINKS_CATEGORIES } from '#contract/imports.ts'
import type { RawRecord } from '#server/file-formats/row.ts'
import type { ReadingContext, ReadListing } from './fields.ts'
import { LINKS_COLUMNS, readLinksRecord } from './links.ts'
import { readSpecRecord } from './spec.ts'

/** Parses a stored record in the same way as an import. Returns null if it is not a listing. */
export function reparseRecord(
  record: RawRecord,
  given: Omit<ReadingContext, 'rents'>,
): ReadListing | null {
  // A stored rent was imported because an operator asked for rents.
  const context = { ...given, rents: true }
  const isLinks = LINKS_COLUMNS.every((column) => column in record)
  const reading = isLinks
    ? readLinksRecord(record, context, LINKS_CATEGORIES)
    : readSpecRecord(record, context)
  return reading.kind === 'listing' ? reading.listing : null
}
