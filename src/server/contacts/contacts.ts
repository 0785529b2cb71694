import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import {
  CONTACT_FIELDS,
  type ContactField,
  type ContactRow,
  type ContactSearch,
} from '#contract/contacts.ts'
import { prefectureDisplay } from '#contract/prefectures.ts'
import { type Actor, writeAudit } from '#server/audit/audit.ts'
import { anyOf } from '#server/db/any-of.ts'
import { bulkInsert, commaSeparated } from '#server/db/bulk-insert.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { escapeLike } from '#server/db/like.ts'
import { contacts, listings, optOuts, places } from '#server/db/schema.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { bumpRevision } from '#server/listings/catalogue.ts'
import { isOffered } from '#server/listings/offered.ts'
import { municipalityCode } from '#server/places/place-name.ts'
import { type ContactValues, FIELD_NAMES, isUsable, readContactField } from './contact-fields.ts'

interface ContactServices {
  db: Database
  now: () => Date
}

const NOTHING: ContactValues = {
  phone: null,
  mail: null,
  web: null,
  note: null,
  source: null,
  date: null,
}

/**
 * Selects municipalities only. The code of a prefecture has two digits, and the code of an oaza
 * (district) has more than five.
 */
const isMunicipality = sql`${places.precision} <> 'oaza' and length(${places.code}) = 5`

const MAX_WORDS = 5

export async function findContacts(db: Database, { search, state, page, limit }: ContactSearch) {
  const houses = countHouses(db)
  const inState = {
    known: isNotNull(contacts.place),
    missing: and(isNull(contacts.place), isNotNull(houses.count)),
  }
  const words = search ? search.split(/\s+/, MAX_WORDS) : []
  const condition = and(isMunicipality, state && inState[state], ...words.map(matchesWord))
  const rows = await selectRows(db, houses, condition)
    .limit(limit)
    .offset((page - 1) * limit)
  return { results: rows.map(({ total: _, ...row }) => row), total_count: rows[0]?.total ?? 0 }
}

/**
 * A municipality and its contact.
 * @throws {Refusal} 404 if the municipality does not exist.
 */
export async function findContact(db: Database, place: string): Promise<ContactRow> {
  const found = await selectRows(db, countHouses(db), and(isMunicipality, eq(places.code, place)))
  const [row] = found
  if (!row) throw new Refusal(404, 'There is no municipality with this code')
  return row
}

function countHouses(db: Database) {
  return db
    .select({ place: municipalityCode.as('municipality'), count: count().as('count') })
    .from(listings)
    .where(isOffered)
    .groupBy(municipalityCode)
    .as('houses')
}

function selectRows(db: Database, houses: ReturnType<typeof countHouses>, where: SQL | undefined) {
  const houseCount = sql<number>`coalesce(${houses.count}, 0)::int`
  const { phone, mail, web, note, source, date } = contacts
  return db
    .select({
      place: places.code,
      prefecture: places.prefecture,
      en: places.english,
      ja: places.japanese,
      house_count: houseCount,
      ...{ phone, mail, web, note, source, date },
      opted_out: isNotNull(optOuts.key).mapWith(Boolean),
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(places)
    .leftJoin(contacts, eq(contacts.place, places.code))
    .leftJoin(optOuts, and(eq(optOuts.kind, 'municipality'), eq(optOuts.key, places.code)))
    .leftJoin(houses, eq(houses.place, places.code))
    .where(where)
    .orderBy(desc(houseCount), asc(places.code))
    .$dynamic()
}

function matchesWord(word: string) {
  const pattern = `%${escapeLike(word)}%`
  const columns = [places.english, places.japanese, places.prefecture]
  return or(...columns.map((column) => sql`${column} ilike ${pattern}`))
}

interface ContactEdit {
  actor: Actor
  place: string
  texts: Partial<Record<ContactField, string | undefined>>
}

/**
 * Saves an administrator's changes to a contact. Throws a `Refusal` that names the first invalid
 * field.
 */
export async function editContact({ db, now }: ContactServices, edit: ContactEdit) {
  const at = now()
  const values = readTexts(edit.texts)
  const { en, prefecture } = await findContact(db, edit.place)
  await db.transaction(async (tx) => {
    const [change] = await saveContacts(tx, [{ place: edit.place, values }], at)
    if (!change) return
    await writeAudit(tx, {
      actor: edit.actor,
      action: 'contact.update',
      target: { id: edit.place, name: `${en}, ${prefectureDisplay(prefecture)}` },
      before: change.before,
      after: change.after,
      at,
    })
    await bumpRevision(tx, isIn([edit.place]))
  })
  return findContact(db, edit.place)
}

function readTexts(texts: ContactEdit['texts']) {
  const values: Partial<ContactValues> = {}
  for (const name of FIELD_NAMES) {
    const text = texts[name]
    if (text === undefined) continue
    const reading = readContactField(name, text)
    if (reading.kind === 'read') values[name] = reading.value
    else if (reading.kind === 'blank') values[name] = null
    else throw new Refusal(422, `${CONTACT_FIELDS[name]} ${reading.reason}`, { field: name })
  }
  return values
}

interface ContactChange {
  place: string
  /** The fields of the contact to change. Omitted fields stay as they are. */
  values: Partial<ContactValues>
}

/**
 * Saves the given values of contacts. All changes name the same fields. Deletes each contact that
 * then has no phone, mail, website or note. Returns the changes, without those that change
 * nothing.
 */
export async function saveContacts(tx: Transaction, edits: ContactChange[], at: Date) {
  const stored = await tx
    .select()
    .from(contacts)
    .where(inArray(contacts.place, listOfCodes(edits)))
    .orderBy(contacts.place)
    .for('update')
  const known = new Map(stored.map((row) => [row.place, pick(row)]))
  const changes = edits.flatMap(({ place, values }) => {
    const before = known.get(place) ?? null
    const changed = { ...NOTHING, ...before, ...values }
    const after = isUsable(changed) ? changed : null
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ place, before, after }]
  })
  const rows = changes.flatMap(({ place, after }) =>
    after ? [{ place, ...after, updatedAt: at }] : [],
  )
  if (rows.length > 0) {
    const changed = [
      ...FIELD_NAMES.filter((name) => name in (edits[0]?.values ?? {})),
      'updated_at',
    ]
    // Another transaction may have added a contact meanwhile. Keep the fields that it has set.
    const updates = changed.map(
      (name) => sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`,
    )
    await tx.execute(
      sql`${bulkInsert(contacts, rows)} on conflict (place) do update set ${commaSeparated(updates)}`,
    )
  }
  const removed = changes.filter(({ after }) => !after)
  if (removed.length > 0) {
    await tx.delete(contacts).where(inArray(contacts.place, listOfCodes(removed)))
  }
  return changes
}

/**
 * A condition for `bumpRevision`: the listings that may show the contact of one of these
 * municipalities. The codes of a city and of its wards begin with the same three digits.
 */
export function isIn(municipalities: string[]) {
  const beginnings = [...new Set(municipalities.map((code) => code.slice(0, 3)))]
  return sql`left(${listings.place}, 3) = ${anyOf(beginnings)}`
}

/** Passes the codes as one parameter, because an import has two thousand of them. */
function listOfCodes(edits: { place: string }[]) {
  const codes = JSON.stringify(edits.map(({ place }) => place))
  return sql`(select json_array_elements_text(${codes}::json))`
}

function pick({ phone, mail, web, note, source, date }: ContactValues): ContactValues {
  return { phone, mail, web, note, source, date }
}
