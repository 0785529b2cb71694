import { CONTACT_FIELDS, type ContactField } from '#contract/contacts.ts'
import { type Actor, writeAudit } from '#server/audit/audit.ts'
import {
  type ContactValues,
  FIELD_NAMES,
  readContactField,
} from '#server/contacts/contact-fields.ts'
import { saveContact } from '#server/contacts/contacts.ts'
import type { Database } from '#server/db/database.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { fromCell } from '#server/files/csv-cells.ts'
import { bumpRevision } from '#server/listings/catalogue.ts'
import { parsePrefecture } from '#server/normalise/prefecture.ts'
import { nameKey } from '#server/places/match-place.ts'
import type { Place } from '#server/places/place.ts'
import { readPlaces } from '#server/places/stored-places.ts'
import { type ContactColumn, findContactColumns } from './contact-columns.ts'
import { readCsv } from './reading/csv.ts'
import { readText } from './reading/text.ts'

interface ContactsImport {
  db: Database
  now: () => Date
  /** The actor and the name of the file, for the audit log. */
  actor: Actor
  fileName: string
  input: AsyncIterable<Uint8Array>
}

type Cells = Partial<Record<ContactColumn, string>>
type RejectedRow = { line: number; reason: string }
type ContactDraft = { line: number; place: string; values: Partial<ContactValues> }

/**
 * Saves the contacts of a CSV file. If the file lacks a column, the stored values of this column
 * stay unchanged. If the file has no row for a municipality, the stored contact of this
 * municipality stays unchanged. A row with an invalid value is rejected.
 */
export async function importContacts({ db, now, actor, fileName, input }: ContactsImport) {
  const at = now()
  const findPlace = createFinder(await readPlaces(db))
  const rejected: RejectedRow[] = []
  const drafts = new Map<string, ContactDraft>()
  for await (const { line, cells } of readRecords(input)) {
    const draft = readRecord(line, cells, findPlace)
    if ('reason' in draft) rejected.push(draft)
    else if (drafts.has(draft.place)) {
      const reason = `repeats the municipality of line ${drafts.get(draft.place)?.line}`
      rejected.push({ line, reason })
    } else drafts.set(draft.place, draft)
  }
  const changed = await db.transaction(async (tx) => {
    const changes = []
    for (const { place, values } of drafts.values()) {
      const change = await saveContact(tx, { place, values, at })
      if (change) changes.push(change)
    }
    if (changes.length === 0) return changes
    await writeAudit(tx, {
      actor,
      action: 'contact.import',
      target: { id: 'contacts', name: `${countContacts(changes.length)} from ${fileName}` },
      before: null,
      after: countKinds(changes),
      at,
    })
    await bumpRevision(tx)
    return changes
  })
  return { ...countKinds(changed), unchanged: drafts.size - changed.length, rejected }
}

function countContacts(count: number) {
  return count === 1 ? '1 contact' : `${count.toLocaleString('en')} contacts`
}

function countKinds(changes: { before: object | null; after: object | null }[]) {
  const added = changes.filter(({ before }) => !before).length
  const removed = changes.filter(({ after }) => !after).length
  return { added, changed: changes.length - added - removed, removed }
}

async function* readRecords(input: AsyncIterable<Uint8Array>) {
  let columns: ReturnType<typeof findContactColumns> | undefined
  for await (const row of readCsv(readText(input))) {
    if ('problem' in row) throw new Refusal(422, `Line ${row.line} ${row.problem}`)
    if (columns) {
      const named = [...columns].map(([column, at]) => [
        column,
        fromCell(row.fields[at] ?? '').trim(),
      ])
      yield { line: row.line, cells: Object.fromEntries(named) as Cells }
      continue
    }
    columns = findContactColumns(row.fields)
    if (!columns.has('code') && !columns.has('municipality')) {
      throw new Refusal(422, 'The file lacks the column code, or prefecture and municipality')
    }
    if (!FIELD_NAMES.some((name) => columns?.has(name))) {
      throw new Refusal(422, `The file has none of the columns ${FIELD_NAMES.join(', ')}`)
    }
  }
  if (!columns) throw new Refusal(422, 'The file is empty')
}

type FindPlace = ReturnType<typeof createFinder>

function readRecord(line: number, cells: Cells, findPlace: FindPlace): ContactDraft | RejectedRow {
  const place = findPlace(cells)
  if ('reason' in place) return { line, ...place }
  const values: Partial<ContactValues> = {}
  for (const name of FIELD_NAMES) {
    const cell = cells[name]
    if (cell === undefined) continue
    const reading = readContactField(name, cell)
    if (reading.kind === 'blank') values[name] = null
    else if (reading.kind === 'read') values[name] = reading.value
    else return { line, reason: `${describe(name, cell)} ${reading.reason}` }
  }
  return { line, place: place.code, values }
}

function describe(name: ContactField, cell: string) {
  const shown = cell.length > 60 ? `${cell.slice(0, 60)}…` : cell
  return `${CONTACT_FIELDS[name]} “${shown}”`
}

/** Returns a function that finds the municipality of a row by its code or its name. */
function createFinder(places: Place[]) {
  const municipalities = places.filter(({ code }) => code.length === 5)
  const byCode = new Map(municipalities.map((place) => [place.code, place]))

  const byName = new Map(
    municipalities.flatMap((place) =>
      namesOf(place).map((name) => [`${place.prefecture} ${name}`, place]),
    ),
  )

  function findNamed(prefecture: string, name: string) {
    const reading = parsePrefecture(prefecture)
    if (reading.kind !== 'read') return undefined
    const keys = spellingsOf(name).map((spelling) => `${reading.value} ${spelling}`)
    return keys.flatMap((key) => byName.get(key) ?? [])[0]
  }

  return ({ code = '', prefecture = '', municipality = '' }: Cells) => {
    const named = () => findNamed(prefecture, municipality)
    if (code === '') {
      return named() ?? { reason: `names an unknown municipality: “${prefecture} ${municipality}”` }
    }
    const coded = codesOf(code).flatMap((known) => byCode.get(known) ?? [])
    const [first] = coded
    // The code of a municipality that has merged or been divided can be unknown, but not its name.
    if (!first) return named() ?? { reason: `has an unknown municipality code: “${code}”` }
    if (municipality === '') return first
    return (
      coded.find((place) => isNamed(place, municipality)) ?? {
        reason: `names ${municipality}, but has the code of ${first.japanese}`,
      }
    )
  }
}

function namesOf({ japanese, english }: Place) {
  return [nameKey(japanese), nameKey(english)]
}

function isNamed(place: Place, written: string) {
  return spellingsOf(written).some((spelling) => namesOf(place).includes(spelling))
}

/**
 * The codes of five digits that a written code can mean, the likeliest first. Spreadsheets drop a
 * leading zero, and some codes have a sixth digit, a check digit, at the end. So five digits can be
 * a code, or a code with a check digit and without its zero.
 */
function codesOf(written: string) {
  if (written.length === 4) return [`0${written}`]
  if (written.length === 5) return [written, `0${written.slice(0, 4)}`]
  return [written.length === 6 ? written.slice(0, 5) : written]
}

/**
 * A written name in the form for comparison, with the county and without it: `東宇和郡宇和町`, `宇和町`.
 * The name with the county comes first, because the name of 上郡町 only looks like one.
 */
function spellingsOf(written: string) {
  const name = nameKey(written)
  return [name, name.replace(/^.+?郡(?=.+[町村]$)/, '')]
}
