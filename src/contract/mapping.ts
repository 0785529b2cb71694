import * as z from 'zod/mini'
import { endpoint, LONG_TIMEOUT_MS } from './endpoint.ts'
import { hasUnprintable } from './query-values.ts'
import { Id } from './values.ts'

/**
 * A mapping says from which column of a foreign table each field of a listing is read. An
 * administrator chooses it in the dashboard, or the import command reads it from a file.
 */

/** The fields of a listing that a table may have. */
export const LISTING_FIELDS = [
  ...['_id', 'id', 'Property Type', 'Property Location', 'Prefecture', 'City'],
  ...['Latitude', 'Longitude', 'Coordinates'],
  ...['Sale Price Yen', 'Sale Price', 'Price', 'Currency', 'Rent', 'Offer', 'Status'],
  ...['Availability', 'Present Use', 'Name'],
  ...['Building - Layout', 'Building - Area', 'Land - Area', 'Building - Construction Date'],
  ...['Building - Structure', 'Transportation', 'Line', 'Station', 'Walk', 'Remarks'],
  ...['Contact Number', 'Reference URL', 'link', 'createdAt', 'images'],
  ...['Water', 'Sewage', 'Gas', 'Toilet', 'Bath', 'Cooking', 'Parking', 'Garden'],
  ...['Land Category', 'City Planning', 'Zoning', 'Coverage', 'Floor Area Ratio', 'Ratios'],
  ...['Ownership', 'Road', 'Private Road', 'Setback', 'Measured'],
  ...['Elementary School', 'Junior High School', 'Convenience Store', 'Supermarket'],
  ...['Drugstore', 'Hospital', 'Park', 'Bank'],
] as const

export type ListingField = (typeof LISTING_FIELDS)[number]

/** Units of numbers in a column that has no unit in its cells. `年` is the age of a house. */
export const COLUMN_UNITS = [
  ...['億円', '万円', '千円', '円', 'USD'],
  ...['m2', '平米', '坪', 'sq ft', 'ha', '年', '分', '%', 'm', 'km'],
] as const
export type ColumnUnit = (typeof COLUMN_UNITS)[number]

const MAX_NAME_LENGTH = 500
/** How many columns together may give one field, such as prefecture, city and street. */
export const MAX_JOINED = 10

const NOT_A_COLUMN = `must be the name of a column, or {"column": "…", "unit": "…"} with one of the units ${COLUMN_UNITS.join(', ')}`

/** Whether a mapping can name a column. The database refuses some unprintable characters. */
export function isColumnName(name: string) {
  return name !== '' && name.length <= MAX_NAME_LENGTH && !hasUnprintable(name)
}

const Name = z.string().check(z.refine(isColumnName, 'is not the name of a column'))
const Columns = z.union([Name, z.array(Name).check(z.minLength(1), z.maxLength(MAX_JOINED))])
const Field = z.enum(
  LISTING_FIELDS,
  `is not a field of a listing. The fields are: ${LISTING_FIELDS.join(', ')}`,
)

/** The column of a field, and the unit of numbers in it. */
const ColumnMapping = z.union(
  [
    z.pipe(
      Columns,
      z.transform((column): { column: string | string[]; unit?: ColumnUnit | undefined } => ({
        column,
      })),
    ),
    z.strictObject({ column: Columns, unit: z.optional(z.enum(COLUMN_UNITS)) }),
  ],
  NOT_A_COLUMN,
)

export const Mapping = z.strictObject(
  {
    /** The name of the source, if the import names none. */
    source: z.optional(z.string('must be a name').check(z.minLength(1), z.maxLength(100))),
    columns: z.partialRecord(Field, ColumnMapping, 'must be an object from fields to columns'),
    /** The values of fields that a record leaves blank, such as the prefecture of all houses. */
    defaults: z.optional(
      z.partialRecord(
        Field,
        z.string('must be a text').check(
          z.maxLength(MAX_NAME_LENGTH),
          z.refine((text) => !hasUnprintable(text), 'must be one line of text'),
        ),
        'must be an object from fields to texts',
      ),
    ),
  },
  'must be an object with "columns"',
)
export type Mapping = z.output<typeof Mapping>

/** Where the mapping of an import comes from: its operator, the last import of the source, or Engawa. */
export const MAPPING_ORIGINS = ['given', 'saved', 'proposed'] as const
export type MappingOrigin = (typeof MAPPING_ORIGINS)[number]

/** A record at the beginning of a file, as the import reads it. */
const PreviewRow = z.object({
  line: z.number(),
  /** Why the record is not imported. Null for a record that is imported. */
  obstacle: z.nullable(z.string()),
  property_type: z.nullable(z.string()),
  layout: z.nullable(z.string()),
  location: z.nullable(z.string()),
  prefecture: z.nullable(z.string()),
  city: z.nullable(z.string()),
  sale_price_yen: z.nullable(z.number()),
  /** In US dollars. */
  sale_price: z.nullable(z.number()),
  rent_yen: z.nullable(z.number()),
  /** In square metres. */
  building_area: z.nullable(z.number()),
  land_area: z.nullable(z.number()),
  construction_year: z.nullable(z.number()),
})
export type PreviewRow = z.output<typeof PreviewRow>

/** The columns of an uploaded file, how the import reads them, and its first records. */
export const getImportColumns = endpoint({
  method: 'GET',
  path: '/imports/:id/columns',
  access: 'admin',
  timeoutMs: LONG_TIMEOUT_MS,
  input: z.strictObject({ id: Id }),
  output: z.object({
    /** False for the data of the akiya bank, whose columns are known. */
    can_be_mapped: z.boolean(),
    columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()) })),
    /** The columns that were recognised or chosen. Null for records without columns. */
    mapping: z.nullable(Mapping),
    preview: z.array(PreviewRow),
  }),
})
export type ImportColumns = z.output<typeof getImportColumns.output>
