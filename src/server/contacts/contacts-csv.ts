import { asc, eq } from 'drizzle-orm'
import { CONTACT_FIELDS } from '#contract/contacts.ts'
import type { Database } from '#server/db/database.ts'
import { contacts, places } from '#server/db/schema.ts'
import { toCell } from '#server/files/csv-cells.ts'

/**
 * The columns of the CSV file. The columns that identify the municipality come first, then the
 * columns of its contact.
 */
export const CONTACT_COLUMNS = [
  'code',
  'prefecture',
  'municipality',
  'english',
  ...Object.keys(CONTACT_FIELDS),
]

/** All contacts as CSV for a spreadsheet. `npm run import -- contacts` can read this file again. */
export async function* contactsAsCsv(db: Database) {
  const rows = await db
    .select({ contact: contacts, municipality: places })
    .from(contacts)
    .leftJoin(places, eq(places.code, contacts.place))
    .orderBy(asc(contacts.place))
  // The byte order mark tells spreadsheets that the file is UTF-8.
  yield Buffer.from(`\ufeff${CONTACT_COLUMNS.join(',')}\r\n`)
  for (const { contact, municipality } of rows) {
    const { place, phone, mail, web, note, source, date } = contact
    const named = [municipality?.prefecture, municipality?.japanese, municipality?.english]
    const cells = [place, ...named, phone, mail, web, note, source, date]
    yield Buffer.from(`${cells.map((cell) => toCell(cell ?? '')).join(',')}\r\n`)
  }
}
