import type { Format } from '#contract/imports.ts'
import type { Mapping, MappingOrigin } from '#contract/mapping.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { SPEC_COLUMNS } from '../records/spec.ts'
import { linksMapping } from './links-mappings.ts'
import type { FieldMapping } from './mapping.ts'
import { type Column, proposeMapping } from './propose.ts'

/** How the columns of a table are read. */
export interface MappedColumns {
  format: Format
  mapping: FieldMapping
  origin: MappingOrigin
  /** The columns whose names are not those of their fields. */
  columns: { column: string; field: string; unit?: string | undefined }[]
  /** The columns that no field uses. */
  ignored: string[]
  notes: string[]
}

/** What is known about a file before it is opened. */
export interface Expected {
  format: Format | 'auto'
  /** The mapping that the operator gives. */
  mapping?: Mapping | undefined
  /** The mapping with which the last file of the source was imported. */
  saved?: Mapping | undefined
}

/**
 * Chooses the mapping for the columns of a table: the operator's, the one of the akiya bank, the one
 * saved for the source if the table has its columns, or the one that the names and values propose.
 * Null if the columns are not those of listings. With `isLenient`, some known names are enough, because
 * a record of JSON may leave out a field.
 */
export function chooseMapping(
  columns: readonly Column[],
  { format, mapping, saved }: Expected,
  { isLenient = false } = {},
): MappedColumns | null {
  const names = columns.map(({ name }) => name)
  if (mapping) {
    return fits(mapping, names, isLenient) ? describe('spec', 'given', mapping, names) : null
  }
  const ofBank = format === 'spec' ? null : linksMapping(names)
  if (ofBank) return describe('links', 'proposed', ofBank, names)
  if (format === 'links') return null
  if (saved && fits(saved, names, isLenient)) return describe('spec', 'saved', saved, names)
  const proposal = proposeMapping(columns)
  const { hasIdentity, hasPrice, hasPlace, doubts } = proposal
  const known = SPEC_COLUMNS.filter((field) => field in proposal.mapping.columns)
  const isEnough = hasIdentity && ((hasPrice && hasPlace) || proposal.knownNames > 1)
  const isSome = isLenient && (known.length > 0 || hasIdentity)
  if (!isEnough && !isSome) return null
  const notes = saved ? [...doubts, describeMissing(missingColumns(saved, names))] : doubts
  return describe('spec', 'proposed', proposal.mapping, names, notes)
}

function fits(mapping: FieldMapping, names: readonly string[], isLenient: boolean) {
  const used = columnsIn(mapping)
  const isThere = (name: string) => names.includes(name)
  return used.length > 0 && (isLenient ? used.some(isThere) : used.every(isThere))
}

function missingColumns(mapping: FieldMapping, names: readonly string[]) {
  return columnsIn(mapping).filter((name) => !names.includes(name))
}

function describeMissing(missing: string[]) {
  return `The columns are not read as in the last import of this source, because the file lacks ${missing.slice(0, MAX_LISTED).join(', ')}.`
}

function columnsIn({ columns }: FieldMapping) {
  return Object.values(columns).flatMap(({ column }) => column)
}

function describe(
  format: Format,
  origin: MappingOrigin,
  mapping: FieldMapping,
  names: readonly string[],
  notes: string[] = [],
): MappedColumns {
  const columns = Object.entries(mapping.columns).flatMap(([field, { column, unit }]) => {
    const written = [column].flat().join(' + ')
    const isThere = [column].flat().some((name) => names.includes(name))
    return isThere && written !== field ? [{ column: written, field, ...(unit && { unit }) }] : []
  })
  const used = new Set(columnsIn(mapping))
  const ignored = names.filter((name) => name !== '' && name !== 'facts' && !used.has(name))
  return { format, origin, mapping, columns, ignored, notes }
}

/** How many names of columns a sentence lists. */
const MAX_LISTED = 8

/** The refusal of a file that another mapping may make readable. */
export class UnreadColumns extends Refusal {
  constructor(detail: string) {
    super(422, detail)
  }
}

/** The refusal of a table whose columns cannot be mapped. It has the columns, to choose from. */
export class UnmappedTable extends UnreadColumns {
  constructor(
    readonly columns: readonly Column[],
    expected: Expected,
  ) {
    super(explainUnmapped(columns, expected))
  }
}

/** Explains in a sentence why a table with these columns cannot be read. */
function explainUnmapped(columns: readonly Column[], { format, mapping }: Expected) {
  const names = columns.map(({ name }) => name)
  const listed = names.slice(0, MAX_LISTED).join(', ').slice(0, 200)
  const found = listed.replaceAll(', ', '') === '' ? 'none' : listed
  if (mapping) {
    const missing = missingColumns(mapping, names).slice(0, MAX_LISTED).join(', ')
    return `The file lacks the chosen columns ${missing}. Its columns are: ${found}.`
  }
  if (format === 'links') {
    return `The first line does not name the columns of the akiya bank, such as PROPERTY_NUMBER_ID. Found: ${found}.`
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
      ? doubts.map((doubt) => `${doubt}.`).join(' ')
      : `No column was recognised as ${missing.join(', or as ')}.`
  return `The file does not name the columns of listings. Found: ${found}. ${lacks}`
}
