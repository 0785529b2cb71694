import type { Format } from '#contract/imports.ts'
import { LISTING_FIELDS, type Mapping } from '#contract/mapping.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { SPEC_COLUMNS } from '../records/spec.ts'
import { linksMapping } from './links-mappings.ts'
import type { FieldMapping } from './mapping.ts'
import { type Column, proposeMapping } from './propose.ts'

/** How the columns of a table are read. */
export interface MappedColumns {
  format: Format
  mapping: FieldMapping
  /** The columns whose names are not those of their fields. */
  columns: { column: string; field: string; unit?: string | undefined }[]
  /** The columns that no field uses. */
  ignored: string[]
  notes: string[]
}

interface Expected {
  format: Format | 'auto'
  mapping?: Mapping | undefined
}

/**
 * Chooses the mapping for the columns of a table: the operator's, the one of the akiya bank, or the
 * one that the names and values propose. Null if the columns are not those of listings. With
 * `isLenient`, some known names are enough.
 */
export function chooseMapping(
  columns: readonly Column[],
  { format, mapping }: Expected,
  { isLenient = false } = {},
): MappedColumns | null {
  const names = columns.map(({ name }) => name)
  if (mapping) {
    const used = columnsIn(mapping)
    const isThere = isLenient
      ? used.some((name) => names.includes(name))
      : used.every((name) => names.includes(name))
    return isThere ? describe('spec', mapping, names, []) : null
  }
  const ofBank = format === 'spec' ? null : linksMapping(names)
  if (ofBank) return describe('links', ofBank, names, [])
  if (format === 'links') return null
  const proposal = proposeMapping(columns)
  const { hasIdentity, hasPrice, hasPlace, doubts } = proposal
  const known = SPEC_COLUMNS.filter((field) => field in proposal.mapping.columns)
  const isEnough = hasIdentity && ((hasPrice && hasPlace) || proposal.knownNames > 1)
  const isSome = isLenient && (known.length > 0 || hasIdentity)
  return isEnough || isSome ? describe('spec', proposal.mapping, names, doubts) : null
}

function columnsIn({ columns }: FieldMapping) {
  return Object.values(columns).flatMap(({ column }) => column)
}

function describe(
  format: Format,
  mapping: FieldMapping,
  names: readonly string[],
  notes: string[],
): MappedColumns {
  const columns = Object.entries(mapping.columns).flatMap(([field, { column, unit }]) => {
    const written = [column].flat().join(' + ')
    const isThere = [column].flat().some((name) => names.includes(name))
    return isThere && written !== field ? [{ column: written, field, ...(unit && { unit }) }] : []
  })
  const used = new Set(columnsIn(mapping))
  const ignored = names.filter((name) => name !== '' && name !== 'facts' && !used.has(name))
  return { format, mapping, columns, ignored, notes }
}

/** How many names of columns a sentence lists. */
const MAX_LISTED = 8

/** Explains in a sentence why a table with these columns cannot be read. */
export function whyNoMapping(names: readonly string[], { format, mapping }: Expected) {
  const listed = names.slice(0, MAX_LISTED).join(', ').slice(0, 200)
  const found = listed.replaceAll(', ', '') === '' ? 'none' : listed
  if (mapping) {
    const missing = columnsIn(mapping).filter((name) => !names.includes(name))
    return new Refusal(
      422,
      `The file lacks the columns ${missing.slice(0, MAX_LISTED).join(', ')} of the mapping. Its columns are: ${found}`,
    )
  }
  if (format === 'links') {
    return new Refusal(
      422,
      `The first line does not name the columns of the akiya bank, such as PROPERTY_NUMBER_ID. Found: ${found}`,
    )
  }
  const { hasIdentity, hasPrice, hasPlace, doubts } = proposeMapping(
    names.map((name) => ({ name, samples: [] })),
  )
  const missing = [
    ...(hasIdentity ? [] : ['a number or an address on the web that identifies each house']),
    ...(hasPrice ? [] : ['the price']),
    ...(hasPlace ? [] : ['the place']),
  ]
  const lacks =
    missing.length === 0
      ? doubts.join('. ')
      : `No column was recognised as ${missing.join(', or as ')}`
  return new Refusal(
    422,
    `The file does not name the columns of listings. Found: ${found}. ${lacks}. Say in a mapping which column is which of ${LISTING_FIELDS.slice(0, 12).join(', ')}.`,
  )
}
