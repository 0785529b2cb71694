import * as z from 'zod/mini'
import { OPT_OUT_KINDS } from './choices.ts'
import { endpoint, LONG_TIMEOUT_MS } from './endpoint.ts'
import { fileName } from './file-name.ts'
import { MAPPING_ORIGINS, Mapping } from './mapping.ts'
import { hasUnprintable } from './query-values.ts'
import { Id, paging, queryNumber, Timestamp } from './values.ts'

/** How administrators import listing files: upload, dry run, import. */

export const MAX_IMPORT_BYTES = 200_000_000
/** The timeout for the upload of a large file over a slow connection. */
const UPLOAD_TIMEOUT_MS = 60 * 60_000

/**
 * File formats. A `spec` file has the field names of Engawa's specification or of another portal. A
 * `links` file is the open data of the national akiya bank.
 */
export const FORMATS = ['spec', 'links'] as const
export type Format = (typeof FORMATS)[number]
/** Categories of offers in the akiya bank. */
export const LINKS_CATEGORIES = [
  'house',
  'land',
  'commercial',
  'rent-house',
  'rent-land',
  'rent-commercial',
] as const
export type LinksCategory = (typeof LINKS_CATEGORIES)[number]

/** The source of the listings in a file if the import names none. */
export const DEFAULT_SOURCE = 'listings'

const MAX_SOURCE_LENGTH = 100

/** Validates the name of a source of listings. Null if invalid. */
export function readSourceName(text: string) {
  const name = text.trim()
  return name === '' || name.length > MAX_SOURCE_LENGTH || hasUnprintable(name) ? null : name
}

/** The name of a source of listings. */
export const Source = z.pipe(
  z.string().check(
    z.refine((text) => readSourceName(text) !== null, {
      error: `The source must be a name of at most ${MAX_SOURCE_LENGTH} characters`,
    }),
  ),
  z.transform((text) => text.trim()),
)

/**
 * Validates the day of a source's data, such as `2025-03-31`. Null if the day is invalid or after
 * `now`.
 */
export function readAsOf(text: string, now: Date) {
  const day = text.trim()
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))
  // East of UTC, a day begins up to 14 hours earlier than in UTC. Without this margin, people there
  // could not enter today's date.
  return isDay && Date.parse(day) <= now.getTime() + 14 * 3_600_000 ? day : null
}

const Categories = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string) => text.split(',')),
    z
      .array(z.enum(LINKS_CATEGORIES, 'This kind of offer is unknown'))
      .check(z.minLength(1), z.maxLength(LINKS_CATEGORIES.length)),
  ),
)

const Flag = z.pipe(
  z.enum(['true', 'false']),
  z.transform((text) => text === 'true'),
)

const Count = z.number()

/** The result of an import or a dry run. */
export const ImportReport = z.object({
  format: z.enum(FORMATS),
  source: z.string(),
  /** The number of records in the file, without the records counted in `skipped`. */
  read: Count,
  added: Count,
  changed: Count,
  unchanged: Count,
  /** The number of listings that the file no longer offers, and that the import withdrew. */
  withdrawn: Count,
  rejected: Count,
  /** The number of records that were left out, by category, as `for rent`, or by status. */
  skipped: z.record(z.string(), Count),
  /**
   * The number of imported listings that nobody sees, because their municipality or their source
   * opted out. A listing with both reasons counts in both.
   */
  opted_out: z._default(z.partialRecord(z.enum(OPT_OUT_KINDS), Count), {}),
  /**
   * For each field, how many records have no usable value. `blank` counts the records for which the
   * source states no value. `unread` counts the records whose value could not be parsed.
   */
  unknown: z.record(z.string(), z.object({ blank: Count, unread: Count })),
  photos_not_fetched: Count,
  /** The number of sample houses that real houses replaced. */
  samples_removed: Count,
  /** Sentences for the administrator, such as why the import withdrew no listings. */
  notes: z.array(z.string()),
  /** The columns whose names are not those of their fields, and the fields read from them. */
  columns: z._default(
    z.array(z.object({ column: z.string(), field: z.string(), unit: z.optional(z.string()) })),
    [],
  ),
  mapping: z._default(z.enum(MAPPING_ORIGINS), 'proposed'),
  /** The columns that were not used. */
  ignored: z._default(z.array(z.string()), []),
  seconds: z.number(),
})
export type ImportReport = z.output<typeof ImportReport>

/** `checking` is a dry run. `interrupted` means that the process died during the work. */
const STATES = ['checking', 'checked', 'importing', 'done', 'failed', 'interrupted'] as const

export const Import = z.object({
  id: z.string(),
  /** The email of the administrator who uploaded the file, or `command line`. */
  by: z.string(),
  file_name: z.string(),
  file_bytes: z.number(),
  /** Whether listings missing from the file count as withdrawn. */
  full: z.boolean(),
  state: z.enum(STATES),
  bytes_read: z.number(),
  /** The report of the import once it has finished. Until then, the report of the dry run. */
  report: z.nullable(ImportReport),
  failure: z.nullable(z.string()),
  created_at: Timestamp,
  finished_at: z.nullable(Timestamp),
})
export type Import = z.output<typeof Import>

/** Whether a dry run or an import is in progress. */
export function isUnderWay({ state }: Pick<Import, 'state'>) {
  return state === 'checking' || state === 'importing'
}

/** Whether the dry run has a report, and the import can start. */
export function canBeApplied({ state, report }: Pick<Import, 'state' | 'report'>) {
  return canBeChecked({ state }) && report !== null
}

/** Whether a dry run can start: the import's file is stored, and no other run is using the file. */
export function canBeChecked({ state }: Pick<Import, 'state'>) {
  return state === 'checked' || state === 'failed' || state === 'interrupted'
}

const PROBLEM_OUTCOMES = [
  'record rejected',
  'value unknown',
  'photo skipped',
  'photo incomplete',
] as const

/** A rejected record, or a value that could not be used. */
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

/** Lists the imports, newest first. */
export const listImports = endpoint({
  method: 'GET',
  path: '/imports',
  access: 'admin',
  input: z.strictObject(paging(IMPORTS_PER_PAGE)),
  output: z.object({ results: z.array(Import), total_count: z.number() }),
})

/**
 * Creates an import from a file, which is the body of the request. The dry run starts after the
 * response.
 */
export const createImport = endpoint({
  method: 'POST',
  path: '/imports',
  access: 'admin',
  encoding: 'file',
  maxBytes: MAX_IMPORT_BYTES,
  timeoutMs: UPLOAD_TIMEOUT_MS,
  input: z.strictObject({
    file_name: fileName('Choose the file to import'),
    format: z._default(z.enum(['auto', ...FORMATS]), 'auto'),
    source: z.optional(Source),
    /** The day to which the source's data refers. */
    as_of: z.optional(
      z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'The date must look like 2025-03-31')),
    ),
    jpy_per_usd: z.optional(queryNumber('Yen per US dollar', { min: 1, max: 10_000 })),
    full: z.optional(Flag),
    keep_samples: z.optional(Flag),
    /** Whether houses that are only for rent are imported too. */
    rents: z.optional(Flag),
    /** Comma-separated values of `LINKS_CATEGORIES`. Only houses by default. */
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

/** Repeats the dry run of an import. The mapping applies to this import from then on. */
export const checkImport = endpoint({
  method: 'POST',
  path: '/imports/:id/check',
  access: 'admin',
  input: z.strictObject({ id: Id, mapping: z.optional(Mapping) }),
  output: Import,
})

/** Starts the import, which continues after the response. */
export const applyImport = endpoint({
  method: 'POST',
  path: '/imports/:id/apply',
  access: 'admin',
  input: z.strictObject({ id: Id }),
  output: Import,
})

/** Deletes a file that is not being imported. */
export const discardImport = endpoint({
  method: 'DELETE',
  path: '/imports/:id',
  access: 'admin',
  input: z.strictObject({ id: Id }),
  output: z.object({}),
})

/** Lists the problems of an import in the order of the file. */
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

export const downloadImportProblems = endpoint({
  method: 'GET',
  path: '/imports/:id/problems.csv',
  access: 'admin',
  timeoutMs: LONG_TIMEOUT_MS,
  input: z.strictObject({ id: Id }),
  output: z.file(),
})
