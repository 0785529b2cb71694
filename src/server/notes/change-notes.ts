import { and, count, eq, inArray, or, sql } from 'drizzle-orm'
import {
  MAX_NOTE_BYTES,
  MAX_NOTE_FIELDS,
  MAX_RECORD_BYTES,
  MAX_RECORD_FIELDS,
} from '#contract/note-limits.ts'
import type { NoteChange } from '#contract/notes.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { notebooks, noteFields, noteHistory } from '#server/db/schema.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { lockPerson } from '#server/users/lock-person.ts'
import { hasValue } from './has-value.ts'
import { type Current, mergeChange, type Written } from './merge-change.ts'
import { deleteCleared } from './own-photos.ts'
import { trimHistory } from './trim-history.ts'

interface Request {
  userId: string
  changes: NoteChange[]
  now: Date
}

/** A field before and after the changes of one request. */
interface Touched {
  record: string
  field: string
  before: Current | undefined
  current: Current | undefined
  past: Written[]
}

/**
 * Merges the changes into the person's notes. Resolves with the current rows of all fields that
 * the changes name, and with the files of deleted photos. The caller must remove these files.
 */
export function changeNotes(db: Database, { userId, changes, now }: Request) {
  return db.transaction(async (tx) => {
    await lockPerson(tx, userId)
    const touched = await readTouched(tx, userId, changes)
    const known = await findKnown(tx, userId, changes)
    for (const { record, field, value = null, ...change } of changes) {
      const target = touched.get(keyOf({ record, field }))
      if (!target || known.has(change.id)) continue
      known.add(change.id)
      // A time in the future is replaced by the current time. Otherwise, a device whose clock is
      // ahead would overrule the person's other devices.
      const at = new Date(Math.min(new Date(change.at).getTime(), now.getTime()))
      const { field: current, past } = mergeChange(target.current, { ...change, value, at })
      target.current = current
      if (past) target.past.push(past)
    }
    await write(tx, userId, [...touched.values()])
    const rows = await tx.select().from(noteFields).where(ofFields(userId, changes))
    const cleared = rows.filter(({ value }) => value === null)
    return { rows, deletedFiles: await deleteCleared(tx, userId, cleared) }
  })
}

async function readTouched(tx: Transaction, userId: string, changes: NoteChange[]) {
  const rows = await tx.select().from(noteFields).where(ofFields(userId, changes))
  const currents = new Map(rows.map((row) => [keyOf(row), toCurrent(row)]))
  const touched = changes.map(({ record, field }): [string, Touched] => {
    const key = keyOf({ record, field })
    const before = currents.get(key)
    return [key, { record, field, before, current: before, past: [] }]
  })
  return new Map(touched)
}

/**
 * Returns the ids of the changes that are already stored. A retry sends these changes again, but
 * they must not be applied twice.
 */
async function findKnown(tx: Transaction, userId: string, changes: NoteChange[]) {
  const ids = changes.map(({ id }) => id)
  const inFields = await tx
    .select({ id: noteFields.changeId })
    .from(noteFields)
    .where(and(eq(noteFields.userId, userId), inArray(noteFields.changeId, ids)))
  const inHistory = await tx
    .select({ id: noteHistory.changeId })
    .from(noteHistory)
    .where(and(eq(noteHistory.userId, userId), inArray(noteHistory.changeId, ids)))
  return new Set([...inFields, ...inHistory].map(({ id }) => id))
}

async function write(tx: Transaction, userId: string, all: Touched[]) {
  const touched = all.filter(({ before, current, past }) => current !== before || past.length > 0)
  if (touched.length === 0) return
  await tx.insert(notebooks).values({ userId }).onConflictDoNothing()
  const [notebook] = await tx.select().from(notebooks).where(eq(notebooks.userId, userId))
  if (!notebook) throw new Error('The notebook that was just created is missing')
  const { revision } = notebook
  const fields = notebook.fields + touched.filter(({ before }) => !before).length
  const bytes = touched.reduce(
    (sum, { before, current }) => sum + sizeOf(current) - sizeOf(before),
    notebook.bytes,
  )
  refuseTooMuch({ fields, bytes }, notebook)

  const past = touched.flatMap(({ past, ...field }) => past.map((old) => ({ ...field, old })))
  const historyBytes = past.reduce(
    (sum, { old }) => sum + bytesOf(old.value),
    notebook.historyBytes,
  )
  await tx
    .update(notebooks)
    .set({ revision: revision + touched.length, fields, bytes, historyBytes })
    .where(eq(notebooks.userId, userId))
  await writeFields(tx, userId, touched, revision)
  await refuseTooMuchInRecord(tx, userId, touched)
  if (past.length === 0) return
  await tx
    .insert(noteHistory)
    .values(
      past.map(({ record, field, old: { id, value, at } }) => ({
        ...{ userId, changeId: id, record, field, value, at },
      })),
    )
    .onConflictDoNothing()
  await trimHistory(tx, userId, past, historyBytes)
}

/**
 * Refuses changes that would enlarge a person's notes beyond the limits. Changes that shorten or
 * clear a field always work.
 */
function refuseTooMuch(
  after: { fields: number; bytes: number },
  before: { fields: number; bytes: number },
) {
  if (after.fields > MAX_NOTE_FIELDS && after.fields > before.fields) {
    throw new Refusal(
      409,
      `Your notes have ${MAX_NOTE_FIELDS.toLocaleString('en-US')} entries, the most that one account can keep.`,
    )
  }
  if (after.bytes > MAX_NOTE_BYTES && after.bytes > before.bytes) {
    throw new Refusal(
      409,
      `Your notes fill ${MAX_NOTE_BYTES / 1_000_000} MB, the most that one account can keep. Shorten some to add more.`,
    )
  }
}

/**
 * Refuses changes that would enlarge a record beyond the limits. The notes of one house are a
 * record. Call this after writing the fields, because it counts stored fields. A refusal rolls back
 * the transaction.
 */
async function refuseTooMuchInRecord(tx: Transaction, userId: string, touched: Touched[]) {
  const grown = touched.filter(
    ({ before, current }) => bytesOf(current?.value ?? null) > bytesOf(before?.value ?? null),
  )
  if (grown.length === 0) return
  const [largest] = await tx
    .select({ fields: count(), bytes: sql`sum(octet_length(${noteFields.value}))`.mapWith(Number) })
    .from(noteFields)
    .where(
      and(
        eq(noteFields.userId, userId),
        inArray(noteFields.record, [...new Set(grown.map(({ record }) => record))]),
        hasValue,
      ),
    )
    .groupBy(noteFields.record)
    .having(
      sql`count(*) > ${MAX_RECORD_FIELDS} or sum(octet_length(${noteFields.value})) > ${MAX_RECORD_BYTES}`,
    )
    .limit(1)
  if (!largest) return
  const limit =
    largest.fields > MAX_RECORD_FIELDS
      ? `${MAX_RECORD_FIELDS.toLocaleString('en-US')} entries`
      : `${MAX_RECORD_BYTES / 1_000_000} MB`
  throw new Refusal(
    409,
    `Your notes on one house are limited to ${limit}. Delete some to add more.`,
  )
}

async function writeFields(tx: Transaction, userId: string, touched: Touched[], revision: number) {
  const rows = touched.flatMap(({ record, field, current }, index) => {
    if (!current) return []
    const { id, value, at, seen, other } = current
    return {
      ...{ userId, record, field, value, at, changeId: id, seen: [...seen] },
      otherId: other?.id ?? null,
      otherValue: other?.value ?? null,
      otherAt: other?.at ?? null,
      revision: revision + 1 + index,
    }
  })
  const excluded = (column: string) => sql.raw(`excluded."${column}"`)
  await tx
    .insert(noteFields)
    .values(rows)
    .onConflictDoUpdate({
      target: [noteFields.userId, noteFields.record, noteFields.field],
      set: {
        value: excluded('value'),
        changeId: excluded('change_id'),
        at: excluded('at'),
        seen: excluded('seen'),
        otherId: excluded('other_id'),
        otherValue: excluded('other_value'),
        otherAt: excluded('other_at'),
        revision: excluded('revision'),
      },
    })
}

function ofFields(userId: string, changes: Pick<NoteChange, 'record' | 'field'>[]) {
  return and(
    eq(noteFields.userId, userId),
    or(
      ...changes.map(({ record, field }) =>
        and(eq(noteFields.record, record), eq(noteFields.field, field)),
      ),
    ),
  )
}

function toCurrent(row: typeof noteFields.$inferSelect): Current {
  const { changeId, value, at, seen, otherId, otherValue, otherAt } = row
  const other = otherId && otherAt ? { id: otherId, value: otherValue, at: otherAt } : null
  return { id: changeId, value, at, seen, other }
}

/**
 * A unique key for a field: the name of its record (such as the notes of one house), a space and
 * the field's name. Names contain no space, so no two fields have the same key.
 */
function keyOf({ record, field }: Pick<NoteChange, 'record' | 'field'>) {
  return `${record} ${field}`
}

function sizeOf(current: Current | undefined) {
  return current ? bytesOf(current.value) + bytesOf(current.other?.value ?? null) : 0
}

function bytesOf(value: unknown) {
  return value === null ? 0 : Buffer.byteLength(JSON.stringify(value))
}
