import { CONTACT_FIELDS, type ContactField } from '#contract/contacts.ts'
import { nameKey } from '#normalise/name-key.ts'
import { parsePrefecture } from '#normalise/prefecture.ts'
import type { Place } from '#search/places/place.ts'
import {
  type ContactValues,
  FIELD_NAMES,
  readContactField,
} from '#server/contacts/contact-fields.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { Batches } from '#server/file-formats/batches.ts'
import { readCsv } from '#server/file-formats/csv.ts'
import { limitBytes } from '#server/file-formats/limit-bytes.ts'
import { readText } from '#server/file-formats/text.ts'
import { fromCell } from '#server/files/csv-cells.ts'
import { type ContactColumn, findContactColumns } from './contact-columns.ts'

/** Japan has about 1,900 municipalities and wards, and a file has one row for each. */
const MAX_ROWS = 10_000
const MAX_TEXT_BYTES = 20_000_000
/** How many rejected rows are described. */
const MAX_REJECTED = 50

type Cells = Partial<Record<ContactColumn, string>>
type RejectedRow = { line: number; reason: string }
export type ContactDraft = { line: number; place: string; values: Partial<ContactValues> }

/**
 * Reads the contacts of a CSV file. A row with an invalid value is rejected. `rejected` describes
 * the first rejected rows. Each contact has the values of the file's columns.
 */
export async function readContactFile(input: AsyncIterable<Uint8Array>, places: Place[]) {
  const findPlace = createFinder(places)
  const rejected: RejectedRow[] = []
  let rejectedCount = 0
  const drafts = new Map<string, ContactDraft>()

  function reject(row: RejectedRow) {
    rejectedCount += 1
    if (rejected.length < MAX_REJECTED) rejected.push(row)
  }

  for await (const { line, cells } of readRecords(limitBytes(input, MAX_TEXT_BYTES))) {
    const draft = readRecord(line, cells, findPlace)
    if ('reason' in draft) reject(draft)
    else if (drafts.has(draft.place)) {
      reject({ line, reason: `repeats the municipality of line ${drafts.get(draft.place)?.line}` })
    } else drafts.set(draft.place, draft)
  }
  const batches: Batches<ContactDraft> = [[...drafts.values()]]
  return { rejected, rejectedCount, batches }
}

async function* readRecords(input: AsyncIterable<Uint8Array>) {
  let columns: ReturnType<typeof findContactColumns> | undefined
  let count = 0
  for await (const row of readCsv(readText(input))) {
    if ('problem' in row) throw new Refusal(422, `Line ${row.line} ${row.problem}`)
    if (columns) {
      count += 1
      if (count > MAX_ROWS) throw tooManyRows()
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

function tooManyRows() {
  return new Refusal(
    422,
    `The file has more than ${MAX_ROWS.toLocaleString('en')} rows. Upload a file with one row for each municipality.`,
  )
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
