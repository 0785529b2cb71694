import type * as z from 'zod/mini'
import { LISTING_FIELDS, Mapping } from '#contract/mapping.ts'
import { Refusal } from '#server/errors/refusal.ts'

/** From which column a field is read, and the unit of numbers in it. */
export interface ColumnMapping {
  /** The name of a column, or of several ones whose texts are joined: prefecture, city, street. */
  column: string | string[]
  unit?: string | undefined
}

/** A mapping to the fields of any format: those of a listing, or those of the akiya bank. */
export interface FieldMapping {
  columns: Readonly<Record<string, ColumnMapping>>
  /** The values of fields that a record leaves blank, such as the prefecture of all houses. */
  defaults?: Readonly<Record<string, string>> | undefined
}

/**
 * Parses the text of a mapping file.
 * @throws {Refusal} 422 with one sentence for each error.
 */
export function parseMapping(text: string): Mapping {
  const parsed = Mapping.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  throw new Refusal(422, parsed.error.issues.map((issue) => `${explain(issue)}.`).join(' '))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    throw new Refusal(422, 'The mapping is not valid JSON.')
  }
}

function explain(issue: z.core.$ZodIssue) {
  const place = issue.path
    .toReversed()
    .map((name) => `“${String(name)}”`)
    .join(' in ')
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => `“${key}”`).join(', ')
    if (issue.path[0] === 'columns' && issue.path.length > 1)
      return `In the mapping, ${place} has the unknown part ${names}`
    if (place !== '')
      return `In the mapping, ${names} in ${place} is not a field of a listing. The fields are: ${LISTING_FIELDS.join(', ')}`
    return `The mapping has the unknown part ${names}. Its parts are source, columns and defaults`
  }
  const inner = issue.code === 'invalid_key' ? issue.issues[0] : undefined
  const message = inner?.message ?? issue.message
  return place === '' ? `The mapping ${message}` : `In the mapping, ${place} ${message}`
}
