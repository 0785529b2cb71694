import type { OptOutKind } from '#contract/choices.ts'
import type { Format, LinksCategory } from '#contract/imports.ts'
import type { Mapping, MappingOrigin } from '#contract/mapping.ts'

// The types of the JSON columns of the tables `imports` and `source_schedules`. They are defined in this folder, because
// the database schema must not import from the folder of a feature, such as `imports`.

export interface UploadOptions {
  format: Format | 'auto'
  /**
   * The name of the listings' source. A later import with the same name replaces these listings.
   */
  source?: string | undefined
  /** The day to which the source's data refers, such as `2025-03-31`. */
  asOf?: string | undefined
  jpyPerUsd: number
  /**
   * From which columns the fields are read. If missing, the import uses the mapping that is saved
   * for the source, or proposes one.
   */
  mapping?: Mapping | undefined
  /**
   * Whether the file contains all listings of the source. If so, the import withdraws the listings
   * that the file lacks.
   */
  full: boolean
  /** The categories of offers, such as houses for sale, to import from the akiya bank. */
  categories: readonly LinksCategory[]
  keepSamples: boolean
  /** Whether houses that are only for rent are imported too. */
  rents?: boolean | undefined
}

/** The result of an import or of a dry run. */
export interface Report {
  format: Format
  source: string
  dryRun: boolean
  /** The number of records in the file that belong to the selected categories. */
  read: number
  added: number
  changed: number
  unchanged: number
  /**
   * The number of listings withdrawn because the file says that they are no longer offered, or, in a
   * full import, because the file lacks them.
   */
  withdrawn: number
  rejected: number
  skipped: Record<string, number>
  /** The number of listings that nobody sees, because their municipality or their source opted out. */
  optedOut: Partial<Record<OptOutKind, number>>
  photos: PhotoCounts
  /** The number of missing or unusable values of each field. */
  unknown: Record<string, UnknownCounts>
  /** The number of sample houses that were removed because real houses were imported. */
  samplesRemoved: number
  notes: string[]
  /** The columns whose names are not those of their fields. */
  columns: { column: string; field: string; unit?: string | undefined }[]
  mapping: MappingOrigin
  /** The columns that were not used. */
  ignored: string[]
  seconds: number
}

export interface PhotoCounts {
  stored: number
  missing: number
  broken: number
  /** The number of photo names that point outside the photo folder. */
  refused: number
  /** The number of photos that were not looked for, because no folder was given. */
  notFetched: number
}

interface UnknownCounts {
  /** The number of missing values. */
  blank: number
  /** The number of values that could not be used. */
  unread: number
}

/** The file that a source with a schedule offered at its last run that succeeded. */
export interface SourceVersion {
  /** The SHA-256 of the file, in hex. */
  digest: string
  /** Validators of the HTTP response (RFC 9110), sent with the next request. */
  etag?: string | undefined
  lastModified?: string | undefined
}

/** A file that a folder contained at the last look. */
export interface GrowingFile {
  name: string
  bytes: number
  modifiedMs: number
  /** The time of the look, in milliseconds since 1970. */
  seenMs: number
}
