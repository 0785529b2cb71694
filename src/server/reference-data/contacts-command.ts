import { createReadStream } from 'node:fs'
import { access, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { COMMAND_LINE } from '#server/audit/audit.ts'
import { contactsAsCsv } from '#server/contacts/contacts-csv.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import type { Environment } from '#server/env.ts'
import { OperatorError, UsageError } from '#server/errors/operator-error.ts'
import { preparePlaces } from '#server/places/stored-places.ts'
import { importContacts } from './import-contacts.ts'

const USAGE = `Usage: npm run import -- contacts FILE…
       npm run import -- contacts --export FILE

Saves whom to ask in each municipality about its vacant houses. A FILE is a CSV with
a row for each municipality, and these columns in any order:
  code            of JIS X 0402, with or without check digit; or else
  prefecture, municipality   愛媛県, 西予市
  phone           0894-62-1111
  mail            akiya@city.example.jp
  web             an address that begins with http:// or https://
  note            such as the name of the desk, in one line
  source, date    where the contact was found, and when: 2026-11-24
Other names of these columns are known too, such as lgcode, city, tel and url, or
団体コード, 市区町村名, 電話番号 and ホームページ. Other columns are ignored. So an open list of
municipalities with their official sites can be imported as it is.
A row replaces the contact of its municipality. Columns that the file lacks, and
municipalities that it does not name, stay as they are. A row without
phone, mail and web removes the contact. Rows with a wrong value are listed and not used.

--export writes all contacts to FILE, in the same form.
`

/** How many rejected rows the terminal shows. */
const MAX_REJECTED = 20

/**
 * Runs `npm run import -- contacts`. Returns what to print, and whether the command succeeded.
 * @throws {UsageError} unless one file is named.
 */
export async function runContacts(args: string[], { dataDirectory, databaseUrl }: Environment) {
  if (args[0] === '--help') return { printed: USAGE, isDone: true }
  const isExport = args[0] === '--export'
  const files = isExport ? args.slice(1) : args
  if (files.length === 0) throw new UsageError('Name a file of contacts')
  if (isExport && files.length > 1) throw new UsageError('Name only one file for the export')
  if (!isExport) await Promise.all(files.map(expectFile))
  const database = await openDatabase({ url: databaseUrl, directory: dataDirectory, share: true })
  try {
    if (isExport) return await exportTo(files[0] ?? '', database.db)
    await preparePlaces(database.db, new Date())
    const outcomes = []
    for (const file of files) outcomes.push(await importFrom(file, database.db))
    return {
      printed: outcomes.map(({ printed }) => printed).join('\n'),
      isDone: outcomes.every(({ isDone }) => isDone),
    }
  } finally {
    await database.close()
  }
}

async function expectFile(file: string) {
  await access(file).catch(() => {
    throw new OperatorError(`There is no file ${file}`)
  })
}

async function exportTo(file: string, db: Database) {
  await writeFile(file, contactsAsCsv(db))
  return { printed: `The contacts are in ${file}`, isDone: true }
}

async function importFrom(file: string, db: Database) {
  const { added, changed, removed, unchanged, rejected, rejectedCount } = await importContacts({
    db,
    now: () => new Date(),
    actor: COMMAND_LINE,
    fileName: basename(file),
    input: createReadStream(file),
  })
  const taken = added + changed + removed + unchanged
  const more = rejectedCount - MAX_REJECTED
  const lines = [
    `${file}: ${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged, ${rejectedCount} rejected`,
    ...rejected.slice(0, MAX_REJECTED).map(({ line, reason }) => `Line ${line} ${reason}`),
    ...(more > 0 ? [`and ${more} other rows`] : []),
  ]
  return { printed: lines.join('\n'), isDone: taken > 0 || rejectedCount === 0 }
}
