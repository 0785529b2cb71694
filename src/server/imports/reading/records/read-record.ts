import type { Format, LinksCategory } from '#contract/imports.ts'
import type { RawRecord } from '#server/file-formats/row.ts'
import type { ReadingContext, RecordReading } from './fields.ts'
import { readLinksRecord } from './links.ts'
import { readSpecRecord } from './spec.ts'

interface RecordContext extends ReadingContext {
  format: Format
  categories: readonly LinksCategory[]
}

/** Parses a record of a file in the format `format`. */
export function readRecord(record: RawRecord, context: RecordContext): RecordReading {
  return context.format === 'links'
    ? readLinksRecord(record, context, context.categories)
    : readSpecRecord(record, context)
}
