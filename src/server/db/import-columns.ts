import type { Format, LinksCategory } from '#contract/imports.ts'

// JSON types of the imports table. The schema must not import them from a subject folder.

/** The options for importing an uploaded file. */
export interface UploadOptions {
  format: Format | 'auto'
  /** The listings' source; a later import of the same source replaces them. */
  source?: string | undefined
  /** Yen for one US dollar. */
  jpyPerUsd: number
  /** Whether the file is the complete source: listings that it lacks are withdrawn. */
  full: boolean
  /** The categories of offers to import from the akiya bank. */
  categories: readonly LinksCategory[]
  /** Whether the sample houses stay beside real ones. */
  keepSamples: boolean
}

/** The result of an import or of a dry run. */
export interface Report {
  format: Format
  source: string
  dryRun: boolean
  /** Records of the file in the selected categories. */
  read: number
  added: number
  changed: number
  unchanged: number
  /** Listings missing from the file; only a full import withdraws them. */
  withdrawn: number
  rejected: number
  /** Number of skipped records by category. */
  skipped: Record<string, number>
  photos: PhotoCounts
  /** Number of missing or unusable values by field. */
  unknown: Record<string, UnknownCounts>
  /** Sample houses that real ones replaced. */
  samplesRemoved: number
  /** Things to know about this import, as sentences. */
  notes: string[]
  seconds: number
}

export interface PhotoCounts {
  stored: number
  missing: number
  broken: number
  /** Names with a path outside the photo folder. */
  refused: number
  /** Photos that were not looked for, because no folder was given. */
  notFetched: number
}

interface UnknownCounts {
  /** Values that were missing. */
  blank: number
  /** Values that could not be used. */
  unread: number
}
