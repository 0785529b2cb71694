import type { Format, LinksCategory } from '#contract/imports.ts'

// The JSON in two columns of the table of imports. It stands here since the schema imports no subject.

/** How an uploaded file is to be imported. */
export interface UploadOptions {
  format: Format | 'auto'
  /** Where the listings come from; a later import under the same name replaces them. */
  source?: string | undefined
  /** Yen for one US dollar. */
  jpyPerUsd: number
  /** Whether the file is all that the source has: listings that it lacks are withdrawn. */
  full: boolean
  /** The offers to take from the akiya bank. */
  categories: readonly LinksCategory[]
  /** Whether the samples stay beside real houses. */
  keepSamples: boolean
}

/** What an import did, or what it would have done. */
export interface Report {
  format: Format
  source: string
  dryRun: boolean
  /** Records of the file, without those of categories that were not asked for. */
  read: number
  added: number
  changed: number
  unchanged: number
  /** Listings that the file no longer has; only a full import marks them. */
  withdrawn: number
  rejected: number
  /** Records of other categories. */
  skipped: Record<string, number>
  photos: PhotoCounts
  /** Values of each field that the catalogue does not know. */
  unknown: Record<string, UnknownCounts>
  /** Invented houses that gave way to real ones. */
  samplesRemoved: number
  /** Things to know about this import, as sentences. */
  notes: string[]
  seconds: number
}

export interface PhotoCounts {
  stored: number
  missing: number
  broken: number
  /** Names that lead out of the folder of photos. */
  refused: number
  /** Addresses on the web and names of files, when there is no folder to look in. */
  notFetched: number
}

interface UnknownCounts {
  /** Nothing was stated. */
  blank: number
  /** Something was stated that could not be used. */
  unread: number
}
