import { getTableColumns } from 'drizzle-orm'
import { INVENTORY_FIELDS, type InventoryField } from '#contract/inventory.ts'
import { prefectureDisplay } from '#contract/prefectures.ts'
import { parseArea } from '#normalise/area.ts'
import { parseConstructionDate } from '#normalise/construction-date.ts'
import { parsePhone, parseUrl } from '#normalise/contact.ts'
import { parseStatedLayout } from '#normalise/layout.ts'
import { parsePrefecture } from '#normalise/prefecture.ts'
import { parsePrice, toMoney } from '#normalise/price.ts'
import { type Reading, read, unread } from '#normalise/reading.ts'
import { readLine, readText } from '#normalise/text.ts'
import { parsePropertyType, parseStructure } from '#normalise/vocabulary.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { listings } from '../db/schema.ts'

export type ListingRow = typeof listings.$inferSelect
type Column = keyof ListingRow
/** Values for the columns of a listing that an administrator can edit. */
export type ListingValues = Partial<ListingRow>

/** The current time and exchange rate, which the parsers of some fields need. */
interface Context {
  now: Date
  jpyPerUsd: number
}

/**
 * A form field of a listing. `read` parses the field's text into its columns, and `show` formats
 * the columns as text.
 */
interface Field<C extends Column = Column> {
  columns: readonly C[]
  read: (text: string, context: Context) => Reading<Pick<ListingRow, C>>
  show: (values: Pick<ListingRow, C>) => string | number | null
}

type FieldTable = { [F in InventoryField]: Field }

const FIELDS: FieldTable = {
  property_type: text('propertyType', parsePropertyType),
  location: text('location', readLine(300)),
  prefecture: {
    ...text('prefecture', parsePrefecture),
    show: ({ prefecture }) => prefecture && prefectureDisplay(prefecture),
  },
  city: field({
    columns: ['city', 'place'],
    read: (text) => map(readLine(60)(text), (city) => ({ city, place: null })),
    show: ({ city }) => city,
  }),
  price_yen: field({
    columns: ['priceYen', 'priceCents', 'priceLimit', 'priceText'],
    read: readYen,
    // A zero without 円 could not be read again.
    show: ({ priceYen }) => (priceYen === 0 ? '0円' : priceYen),
  }),
  layout: field({
    columns: ['layout', 'layoutText'],
    read: parseStatedLayout,
    show: ({ layout, layoutText }) => layoutText ?? layout,
  }),
  building_area: field({
    columns: ['buildingArea', 'buildingAreaText'],
    read: (text) =>
      map(parseArea(text), (buildingArea) => ({ buildingArea, buildingAreaText: null })),
    show: ({ buildingArea, buildingAreaText }) => buildingArea ?? buildingAreaText,
  }),
  land_area: field({
    columns: ['landArea', 'landAreaText'],
    read: (text) => map(parseArea(text), (landArea) => ({ landArea, landAreaText: null })),
    show: ({ landArea, landAreaText }) => landArea ?? landAreaText,
  }),
  construction: field({
    columns: ['constructionYear', 'latestYear', 'constructionText'],
    read: (text, { now }) =>
      map(parseConstructionDate(text, now), ({ year, latest, text: constructionText }) => ({
        constructionYear: year,
        latestYear: latest,
        constructionText,
      })),
    show: ({ constructionYear, constructionText }) => constructionText ?? constructionYear,
  }),
  structure: text('structure', parseStructure),
  transportation: field({
    columns: ['transportation', 'stationId'],
    read: (text) =>
      map(readLine(1000)(text), (transportation) => ({ transportation, stationId: null })),
    show: ({ transportation }) => transportation,
  }),
  remarks: text('remarks', read),
  contact_number: text('contactNumber', parsePhone),
  reference_url: text('referenceUrl', parseUrl),
  link: text('link', parseUrl),
}

export const FIELD_NAMES = Object.keys(FIELDS) as InventoryField[]

/**
 * Returns `definition` unchanged. Its type parameter makes the compiler check `read` and `show`
 * against `columns`.
 */
function field<const C extends Column>(definition: Field<C>): Field {
  // This cast is safe, because `show` receives all columns, and `read` fills exactly those in
  // `columns`.
  return definition as unknown as Field
}

type TextColumn = {
  [C in Column]: ListingRow[C] extends string | null ? C : never
}[Column]

function text<const C extends TextColumn>(column: C, parse: (text: string) => Reading<string>) {
  return field({
    columns: [column],
    read: (text) => map(parse(text), (value) => ({ [column]: value }) as Pick<ListingRow, C>),
    show: (values) => values[column],
  })
}

function map<T, U>(reading: Reading<T>, turn: (value: T) => U): Reading<U> {
  return reading.kind === 'read' ? read(turn(reading.value)) : reading
}

function readYen(text: string, { jpyPerUsd }: Context) {
  const price = parsePrice(text, 'JPY')
  if (price.kind !== 'read') return price
  if (price.value.currency !== 'JPY') return unread('is not in yen')
  return read(toMoney([price.value], jpyPerUsd))
}

/**
 * Parses the text that an administrator typed for a field. Returns the values of the field's
 * database columns.
 * @throws {Refusal} 422 that names the field, if the text cannot be read.
 */
export function readField(name: InventoryField, written: string, context: Context): ListingValues {
  const { columns, read } = FIELDS[name]
  const text = readText(written)
  const reading = text.kind === 'read' ? read(text.value, context) : text
  if (reading.kind === 'read') return reading.value
  if (reading.kind === 'blank') return Object.fromEntries(columns.map((column) => [column, null]))
  throw new Refusal(422, `${INVENTORY_FIELDS[name]} ${reading.reason}`, { field: name })
}

/** Returns only those `values` whose database columns belong to the inventory field. */
export function pickColumns(name: InventoryField, values: ListingValues): ListingValues {
  return Object.fromEntries(FIELDS[name].columns.map((column) => [column, values[column]]))
}

export function showField(name: InventoryField, values: object) {
  // This cast is safe, because all callers pass the values of all columns of the field.
  const shown = FIELDS[name].show(values as ListingRow)
  return shown === null ? null : String(shown)
}

/** The database names of a field's columns, as stored in `edited_columns`. */
export function columnNames(name: InventoryField) {
  return namesOf(FIELDS[name].columns)
}

const ALL_COLUMNS = getTableColumns(listings)

export function namesOf(columns: readonly Column[]) {
  return columns.map((column) => ALL_COLUMNS[column].name)
}
