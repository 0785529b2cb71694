import * as z from 'zod/mini'
import { OPT_OUT_KINDS } from './choices.ts'
import { endpoint, LONG_TIMEOUT_MS } from './endpoint.ts'
import { Timestamp } from './values.ts'

/**
 * Municipalities and sources that do not want their houses to be shown. An opt-out hides all their
 * houses from every page, also those that are imported later.
 */

const MAX_NOTE_LENGTH = 500

const Key = z.string().check(z.minLength(1), z.maxLength(100, 'The key is too long'))

/** Names a municipality by its code (JIS X 0402, five digits), or a source by its name. */
const target = {
  kind: z.enum(OPT_OUT_KINDS, `Kind must be ${OPT_OUT_KINDS.join(' or ')}`),
  key: Key,
}

export const OptOut = z.object({
  ...target,
  /** The municipality with its prefecture, in English, or the name of the source. */
  name: z.string(),
  note: z.string(),
  /** The email of the administrator who recorded the opt-out. */
  by: z.string(),
  at: Timestamp,
  /** How many houses would be offered if nothing hid them. Some may be hidden for other reasons. */
  house_count: z.int(),
})
export type OptOut = z.output<typeof OptOut>

/** Lists the opt-outs, newest first, and the sources that have none. */
export const listOptOuts = endpoint({
  method: 'GET',
  path: '/opt-outs',
  access: 'admin',
  timeoutMs: LONG_TIMEOUT_MS,
  input: z.object({}),
  output: z.object({
    results: z.array(OptOut),
    /** The names of the sources that have not opted out. */
    sources: z.array(z.string()),
  }),
})

/**
 * Counts the offered houses that the opt-out would hide. If the municipality or source has opted
 * out already, counts the houses that the end of the opt-out would show again.
 */
export const previewOptOut = endpoint({
  method: 'GET',
  path: '/opt-outs/preview',
  access: 'admin',
  timeoutMs: LONG_TIMEOUT_MS,
  input: z.object(target),
  output: z.object({ opted_out: z.boolean(), house_count: z.int() }),
})

/**
 * Records or ends an opt-out. While it lasts, imports hide the houses from the start. Its end shows
 * the houses again that nothing else hides.
 */
export const setOptOut = endpoint({
  method: 'PUT',
  path: '/opt-outs',
  access: 'admin',
  timeoutMs: LONG_TIMEOUT_MS,
  input: z.strictObject({
    ...target,
    opted_out: z.boolean('opted_out must be true or false'),
    /** The reason. Required for an opt-out. */
    note: z
      .string()
      .check(
        z.trim(),
        z.maxLength(MAX_NOTE_LENGTH, `The note must be at most ${MAX_NOTE_LENGTH} characters`),
      ),
  }),
  /** The number of houses that were hidden, or that are offered again. */
  output: z.object({ house_count: z.int() }),
})
