import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Source } from './imports.ts'
import { hasUnprintable } from './query-values.ts'
import { Id, paging, queryNumber, Timestamp } from './values.ts'

/** Sources of listings that the server imports at regular times. */

/** A `folder` on the server, whose newest file is imported, or a file at a `url`. */
export const SOURCE_KINDS = ['folder', 'url'] as const

export const SOURCE_RHYTHMS = ['hours', 'daily', 'weekly'] as const
/** `unchanged` means that the source has no new file, or the same file again. */
export const RUN_OUTCOMES = ['imported', 'unchanged', 'failed'] as const

export const DEFAULT_TIME_ZONE = 'Asia/Tokyo'
const MAX_ADDRESS_LENGTH = 1000
const MAX_HOURS = 24 * 7

const TimeZone = z
  .string()
  .check(z.refine(isTimeZone, 'The time zone must be a name such as Asia/Tokyo'))

function isTimeZone(name: string) {
  // Offsets such as `+09:00` have no daylight saving time, so a schedule would shift.
  if (!/^[A-Z][\w+-]*(\/[\w+-]+)*$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The settings of a source, and the fields of their form. */
export const SourceSettings = z.strictObject({
  source: Source,
  kind: z.enum(SOURCE_KINDS),
  /** The path of a folder, or a URL. The server checks the address. */
  address: z.string().check(
    z.trim(),
    z.minLength(1, 'Enter a folder or an address'),
    z.maxLength(MAX_ADDRESS_LENGTH, `The address must be at most ${MAX_ADDRESS_LENGTH} characters`),
    z.refine((text) => !hasUnprintable(text), 'The address has characters that cannot be shown'),
  ),
  /**
   * The environment variable with the `Authorization` header. A source can send no other variable of
   * the server, such as a password of the database. Empty for none.
   */
  secret_variable: z._default(
    z
      .string()
      .check(
        z.trim(),
        z.regex(
          /^(SOURCE_[A-Z0-9_]{1,80})?$/,
          'The variable must have a name such as SOURCE_TANBA_AUTHORIZATION',
        ),
      ),
    '',
  ),
  rhythm: z.enum(SOURCE_RHYTHMS),
  /** The hours between two runs, for the rhythm `hours`. */
  hours: z._default(queryNumber('Hours', { min: 1, max: MAX_HOURS, integer: true }), 24),
  /** From 1 for Monday to 7 for Sunday, for the rhythm `weekly`. */
  weekday: z._default(queryNumber('The day of the week', { min: 1, max: 7, integer: true }), 1),
  /** The local time of day, for the rhythms `daily` and `weekly`. */
  time: z._default(
    z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'The time must look like 03:00')),
    '03:00',
  ),
  time_zone: z._default(TimeZone, DEFAULT_TIME_ZONE),
  /** Whether listings that the file lacks count as withdrawn. */
  full: z._default(z.boolean(), false),
  rents: z._default(z.boolean(), false),
})
export type SourceSettings = z.output<typeof SourceSettings>

const Count = z.int()

export const SourceRun = z.object({
  id: z.string(),
  outcome: z.enum(RUN_OUTCOMES),
  /** The reason of a failure, as a sentence. */
  failure: z.nullable(z.string()),
  /** Null if nothing was imported, or if the file of a stopped run was deleted. */
  import_id: z.nullable(z.string()),
  /** What the import changed, or what a stopped import would have changed. */
  counts: z.nullable(
    z.object({ added: Count, changed: Count, unchanged: Count, withdrawn: Count }),
  ),
  started_at: Timestamp,
  finished_at: Timestamp,
})
export type SourceRun = z.output<typeof SourceRun>

export const ScheduledSource = z.object({
  id: z.string(),
  ...SourceSettings.shape,
  is_paused: z.boolean(),
  next_run_at: Timestamp,
  /** When the current run began. Null while none runs. */
  running_since: z.nullable(Timestamp),
  /** The number of runs that failed since the last success. */
  failures: Count,
  last_run: z.nullable(SourceRun),
})
export type ScheduledSource = z.output<typeof ScheduledSource>

export const RUNS_PER_PAGE = 10
/** The server refuses to schedule more sources. */
export const MAX_SOURCES = 200

const one = z.strictObject({ id: Id })

export const listSources = endpoint({
  method: 'GET',
  path: '/sources',
  access: 'admin',
  input: z.strictObject({}),
  output: z.object({
    results: z.array(ScheduledSource),
    /** The folder on the server in which folders of sources must be. */
    folder: z.string(),
  }),
})

export const createSource = endpoint({
  method: 'POST',
  path: '/sources',
  access: 'admin',
  input: SourceSettings,
  output: ScheduledSource,
})

export const editSource = endpoint({
  method: 'PUT',
  path: '/sources/:id',
  access: 'admin',
  input: z.strictObject({ id: Id, ...SourceSettings.shape }),
  output: ScheduledSource,
})

/** Deletes a schedule and its history. The listings and imports of the source stay. */
export const deleteSource = endpoint({
  method: 'DELETE',
  path: '/sources/:id',
  access: 'admin',
  input: one,
  output: z.object({}),
})

/** Makes a source due, so that it runs as soon as no other import runs. */
export const runSource = endpoint({
  method: 'POST',
  path: '/sources/:id/run',
  access: 'admin',
  input: one,
  output: ScheduledSource,
})

export const pauseSource = endpoint({
  method: 'POST',
  path: '/sources/:id/pause',
  access: 'admin',
  input: one,
  output: ScheduledSource,
})

/** Resumes a paused source. If it missed runs meanwhile, it runs once. */
export const resumeSource = endpoint({
  method: 'POST',
  path: '/sources/:id/resume',
  access: 'admin',
  input: one,
  output: ScheduledSource,
})

/** Lists the finished runs of a source, newest first. */
export const listSourceRuns = endpoint({
  method: 'GET',
  path: '/sources/:id/runs',
  access: 'admin',
  input: z.strictObject({ id: Id, ...paging(RUNS_PER_PAGE) }),
  output: z.object({ results: z.array(SourceRun), total_count: z.int() }),
})
