import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { hasUnprintable } from './query-values.ts'
import { Id, paging, queryNumber, Timestamp } from './values.ts'

/** What administrators do with files of listings: upload, look at what would happen, import. */

export const MAX_IMPORT_BYTES = 200_000_000
/** As long as a large file takes over a slow line; milliseconds. */
const UPLOAD_PATIENCE = 60 * 60_000

/** What a file holds: the fields of a listing, or the open data of the national akiya bank. */
export const FORMATS = ['spec', 'links'] as const
export type Format = (typeof FORMATS)[number]
/** The offers of the akiya bank. */
export const LINKS_CATEGORIES = [
  'house',
  'land',
  'commercial',
  'rent-house',
  'rent-land',
  'rent-commercial',
] as const
export type LinksCategory = (typeof LINKS_CATEGORIES)[number]

const MAX_FILE_NAME = 255
const MAX_SOURCE = 100

/** Where listings come from; null for a name that a source cannot have. */
export function readSourceName(text: string) {
  const name = text.trim()
  return name === '' || name.length > MAX_SOURCE || hasUnprintable(name) ? null : name
}

const Source = z.pipe(
  z.string().check(
    z.refine((text) => readSourceName(text) !== null, {
      error: `The source must be a name of at most ${MAX_SOURCE} characters`,
    }),
  ),
  z.transform((text) => text.trim()),
)

const Categories = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string) => text.split(',')),
    z
      .array(z.enum(LINKS_CATEGORIES, 'There is no such kind of offer'))
      .check(z.minLength(1), z.maxLength(LINKS_CATEGORIES.length)),
  ),
)

const Flag = z.pipe(
  z.enum(['true', 'false']),
  z.transform((text) => text === 'true'),
)

const Count = z.number()

/** What an import did, or would do. */
export const ImportReport = z.object({
  format: z.enum(FORMATS),
  source: z.string(),
  /** Records of the file, without those of other categories. */
  read: Count,
  added: Count,
  changed: Count,
  unchanged: Count,
  /** Listings that the file no longer has. */
  withdrawn: Count,
  rejected: Count,
  /** Records of other categories, by their names. */
  skipped: z.record(z.string(), Count),
  /** Values of each field that the catalogue does not know: not stated, or stated and not usable. */
  unknown: z.record(z.string(), z.object({ blank: Count, unread: Count })),
  photos_not_fetched: Count,
  /** Invented houses that give way to real ones. */
  samples_removed: Count,
  /** Things to know, as sentences. */
  notes: z.array(z.string()),
  seconds: z.number(),
})
export type ImportReport = z.output<typeof ImportReport>

/** `checking` is a dry run. Whatever was under way when its process ended is `interrupted`. */
const STATES = ['checking', 'checked', 'importing', 'done', 'failed', 'interrupted'] as const

export const Import = z.object({
  id: z.string(),
  /** Who has uploaded it, by e-mail address; the command line for what was imported there. */
  by: z.string(),
  file_name: z.string(),
  file_bytes: z.number(),
  /** Whether what the file lacks counts as no longer offered. */
  full: z.boolean(),
  state: z.enum(STATES),
  bytes_read: z.number(),
  /** Of the import once it is done; before, of the dry run. */
  report: z.nullable(ImportReport),
  /** Why it failed, as a sentence. */
  failure: z.nullable(z.string()),
  created_at: Timestamp,
  finished_at: z.nullable(Timestamp),
})
export type Import = z.output<typeof Import>

/** Whether somebody works on it now. */
export function isUnderWay({ state }: Pick<Import, 'state'>) {
  return state === 'checking' || state === 'importing'
}

/** Whether what it would do is known and can be done. */
export function canBeApplied({ state, report }: Pick<Import, 'state' | 'report'>) {
  return canBeChecked({ state }) && report !== null
}

/** Whether its file is kept, and nobody works on it. */
export function canBeChecked({ state }: Pick<Import, 'state'>) {
  return state === 'checked' || state === 'failed' || state === 'interrupted'
}

const PROBLEM_OUTCOMES = ['record rejected', 'value unknown', 'photo skipped'] as const

/** A record that was not taken, or a value in it that could not be used. */
const ImportProblem = z.object({
  line: z.number(),
  outcome: z.enum(PROBLEM_OUTCOMES),
  field: z.optional(z.string()),
  value: z.string(),
  reason: z.string(),
})
export type ImportProblem = z.output<typeof ImportProblem>

export const IMPORTS_PER_PAGE = 10
export const PROBLEMS_PER_PAGE = 10

/** The latest first. */
export const listImports = endpoint({
  method: 'GET',
  path: '/imports',
  access: 'admin',
  input: z.strictObject(paging(IMPORTS_PER_PAGE)),
  output: z.object({ results: z.array(Import), total_count: z.number() }),
})

/** The body is the file. What importing it would do is found out behind the answer. */
export const createImport = endpoint({
  method: 'POST',
  path: '/imports',
  access: 'admin',
  encoding: 'file',
  maxBytes: MAX_IMPORT_BYTES,
  patience: UPLOAD_PATIENCE,
  input: z.strictObject({
    file_name: z.string('Choose the file to import').check(
      z.minLength(1, 'Choose the file to import'),
      z.maxLength(MAX_FILE_NAME, 'The name of the file is too long'),
      z.refine((text) => !hasUnprintable(text), 'The name of the file cannot be shown'),
    ),
    format: z._default(z.enum(['auto', ...FORMATS]), 'auto'),
    source: z.optional(Source),
    jpy_per_usd: z.optional(queryNumber('Yen to the dollar', { min: 1, max: 10_000 })),
    full: z.optional(Flag),
    keep_samples: z.optional(Flag),
    /** Names with commas between them; houses unless given. */
    categories: z.optional(Categories),
  }),
  output: Import,
})

export const getImport = endpoint({
  method: 'GET',
  path: '/imports/:id',
  access: 'admin',
  input: z.strictObject({ id: Id }),
  output: Import,
})

/** Finds out again what importing would do. */
export const checkImport = endpoint({
  method: 'POST',
  path: '/imports/:id/check',
  access: 'admin',
  input: z.strictObject({ id: Id }),
  output: Import,
})

/** Imports the file, behind the answer. */
export const applyImport = endpoint({
  method: 'POST',
  path: '/imports/:id/apply',
  access: 'admin',
  input: z.strictObject({ id: Id }),
  output: Import,
})

/** Forgets a file that is not being imported. */
export const discardImport = endpoint({
  method: 'DELETE',
  path: '/imports/:id',
  access: 'admin',
  input: z.strictObject({ id: Id }),
  output: z.object({}),
})

/** In the order of the file. */
export const listImportProblems = endpoint({
  method: 'GET',
  path: '/imports/:id/problems',
  access: 'admin',
  input: z.strictObject({
    id: Id,
    ...paging(PROBLEMS_PER_PAGE),
    outcome: z.optional(z.enum(PROBLEM_OUTCOMES)),
  }),
  output: z.object({ results: z.array(ImportProblem), total_count: z.number() }),
})

/** All of them as CSV. */
export const downloadImportProblems = endpoint({
  method: 'GET',
  path: '/imports/:id/problems.csv',
  access: 'admin',
  patience: 60_000,
  input: z.strictObject({ id: Id }),
  output: z.file(),
})
