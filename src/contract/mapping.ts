import * as z from 'zod/mini'

/**
 * A mapping says from which column of a foreign table each field of a listing is read. The import
 * command reads it from a file.
 */

/** The fields of a listing that a table may have. */
export const LISTING_FIELDS = [
  ...['_id', 'id', 'Property Type', 'Property Location', 'Prefecture', 'City'],
  ...['Sale Price Yen', 'Sale Price', 'Price', 'Currency', 'Rent', 'Offer', 'Status'],
  ...['Availability', 'Name'],
  ...['Building - Layout', 'Building - Area', 'Land - Area', 'Building - Construction Date'],
  ...['Building - Structure', 'Transportation', 'Line', 'Station', 'Walk', 'Remarks'],
  ...['Contact Number', 'Reference URL', 'link', 'createdAt', 'images'],
  ...['Water', 'Sewage', 'Gas', 'Toilet', 'Bath', 'Cooking', 'Parking', 'Garden'],
  ...['Land Category', 'City Planning', 'Zoning', 'Coverage', 'Floor Area Ratio', 'Ratios'],
  ...['Ownership', 'Road', 'Private Road', 'Setback', 'Measured'],
  ...['Elementary School', 'Junior High School', 'Convenience Store', 'Supermarket'],
  ...['Drugstore', 'Hospital', 'Park', 'Bank'],
] as const

/** Units of numbers in a column that has no unit in its cells. `年` is the age of a house. */
const COLUMN_UNITS = [
  ...['億円', '万円', '千円', '円', 'USD'],
  ...['m2', '平米', '坪', 'sq ft', 'ha', '年', '分', '%', 'm', 'km'],
] as const

const MAX_NAME_LENGTH = 500
/** How many columns together may give one field, such as prefecture, city and street. */
const MAX_JOINED = 10

const NOT_A_COLUMN = `must be the name of a column, or {"column": "…", "unit": "…"} with one of the units ${COLUMN_UNITS.join(', ')}`

const Name = z.string().check(z.minLength(1), z.maxLength(MAX_NAME_LENGTH))
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
      z.transform((column): { column: string | string[]; unit?: string | undefined } => ({
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
        z.string('must be a text').check(z.maxLength(MAX_NAME_LENGTH)),
        'must be an object from fields to texts',
      ),
    ),
  },
  'must be an object with "columns"',
)
export type Mapping = z.output<typeof Mapping>
