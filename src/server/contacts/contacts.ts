import { and, asc, count, desc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import {
  CONTACT_FIELDS,
  type ContactField,
  type ContactRow,
  type ContactSearch,
} from '#contract/contacts.ts'
import { prefectureDisplay } from '#contract/prefectures.ts'
import { type Actor, writeAudit } from '#server/audit/audit.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { escapeLike } from '#server/db/like.ts'
import { contacts, listings, places } from '#server/db/schema.ts'
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

/**
 * One page of municipalities with their contacts, and the number of all matching municipalities.
 */
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

/** A municipality and its contact. Throws a `Refusal` if the municipality does not exist. */
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
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(places)
    .leftJoin(contacts, eq(contacts.place, places.code))
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
    const change = await saveContact(tx, { place: edit.place, values, at })
    if (!change) return
    await writeAudit(tx, {
      actor: edit.actor,
      action: 'contact.update',
      target: { id: edit.place, name: `${en}, ${prefectureDisplay(prefecture)}` },
      ...change,
      at,
    })
    await bumpRevision(tx)
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
    else throw new Refusal(422, `${CONTACT_FIELDS[name]} ${reading.reason}`)
  }
  return values
}

interface Save {
  place: string
  /** The fields of the contact to change. Omitted fields stay as they are. */
  values: Partial<ContactValues>
  at: Date
}

/**
 * Saves the given values of a contact. Deletes the contact if it then has no phone, mail, website
 * or note. Returns the change for the audit log, or null if nothing changed.
 */
export async function saveContact(tx: Transaction, { place, values, at }: Save) {
  const [row] = await tx.select().from(contacts).where(eq(contacts.place, place)).for('update')
  const before = row ? pick(row) : null
  const changed = { ...NOTHING, ...before, ...values }
  const after = isUsable(changed) ? changed : null
  if (JSON.stringify(before) === JSON.stringify(after)) return null
  if (after) {
    await tx
      .insert(contacts)
      .values({ place, ...after, updatedAt: at })
      // Another transaction may have added the contact meanwhile. Keep the fields that it has set.
      .onConflictDoUpdate({ target: contacts.place, set: { ...values, updatedAt: at } })
  } else {
    await tx.delete(contacts).where(eq(contacts.place, place))
  }
  return { before, after }
}

function pick({ phone, mail, web, note, source, date }: ContactValues): ContactValues {
  return { phone, mail, web, note, source, date }
}
