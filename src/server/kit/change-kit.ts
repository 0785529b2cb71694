import { and, count, eq, inArray, or, sql } from 'drizzle-orm'
import type { KitChange } from '#contract/kit.ts'
import {
  MAX_KIT_BYTES,
  MAX_KIT_FIELDS,
  MAX_RECORD_BYTES,
  MAX_RECORD_FIELDS,
} from '#contract/kit-limits.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { kitFields, kitHistory, kits } from '#server/db/schema.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { lockPerson } from '#server/users/lock-person.ts'
import { hasValue } from './has-value.ts'
import { type Current, mergeChange, type Written } from './merge-change.ts'
import { deleteCleared } from './own-photos.ts'
import { trimHistory } from './trim-history.ts'

interface Request {
  userId: string
  changes: KitChange[]
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
 * Merges the changes into the person's field kit. Resolves with the current rows of all fields that
 * the changes name, and with the files of deleted photos. The caller must remove these files.
 */
export function changeKit(db: Database, { userId, changes, now }: Request) {
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
    const rows = await tx.select().from(kitFields).where(ofFields(userId, changes))
    const cleared = rows.filter(({ value }) => value === null)
    return { rows, deletedFiles: await deleteCleared(tx, userId, cleared) }
  })
}

async function readTouched(tx: Transaction, userId: string, changes: KitChange[]) {
  const rows = await tx.select().from(kitFields).where(ofFields(userId, changes))
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
async function findKnown(tx: Transaction, userId: string, changes: KitChange[]) {
  const ids = changes.map(({ id }) => id)
  const inFields = await tx
    .select({ id: kitFields.changeId })
    .from(kitFields)
    .where(and(eq(kitFields.userId, userId), inArray(kitFields.changeId, ids)))
  const inHistory = await tx
    .select({ id: kitHistory.changeId })
    .from(kitHistory)
    .where(and(eq(kitHistory.userId, userId), inArray(kitHistory.changeId, ids)))
  return new Set([...inFields, ...inHistory].map(({ id }) => id))
}

async function write(tx: Transaction, userId: string, all: Touched[]) {
  const touched = all.filter(({ before, current, past }) => current !== before || past.length > 0)
  if (touched.length === 0) return
  await tx.insert(kits).values({ userId }).onConflictDoNothing()
  const [kit] = await tx.select().from(kits).where(eq(kits.userId, userId))
  if (!kit) throw new Error('The kit that was just created is missing')
  const { revision } = kit
  const fields = kit.fields + touched.filter(({ before }) => !before).length
  const bytes = touched.reduce(
    (sum, { before, current }) => sum + sizeOf(current) - sizeOf(before),
    kit.bytes,
  )
  refuseTooMuch({ fields, bytes }, kit)

  const past = touched.flatMap(({ past, ...field }) => past.map((old) => ({ ...field, old })))
  const historyBytes = past.reduce((sum, { old }) => sum + bytesOf(old.value), kit.historyBytes)
  await tx
    .update(kits)
    .set({ revision: revision + touched.length, fields, bytes, historyBytes })
    .where(eq(kits.userId, userId))
  await writeFields(tx, userId, touched, revision)
  await refuseTooMuchInRecord(tx, userId, touched)
  if (past.length === 0) return
  await tx
    .insert(kitHistory)
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
  if (after.fields > MAX_KIT_FIELDS && after.fields > before.fields) {
    throw new Refusal(
      409,
      `Your notes have ${MAX_KIT_FIELDS.toLocaleString('en-US')} entries, the most that one account can keep.`,
    )
  }
  if (after.bytes > MAX_KIT_BYTES && after.bytes > before.bytes) {
    throw new Refusal(
      409,
      `Your notes fill ${MAX_KIT_BYTES / 1_000_000} MB, the most that one account can keep. Shorten some to add more.`,
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
    .select({ fields: count(), bytes: sql`sum(octet_length(${kitFields.value}))`.mapWith(Number) })
    .from(kitFields)
    .where(
      and(
        eq(kitFields.userId, userId),
        inArray(kitFields.record, [...new Set(grown.map(({ record }) => record))]),
        hasValue,
      ),
    )
    .groupBy(kitFields.record)
    .having(
      sql`count(*) > ${MAX_RECORD_FIELDS} or sum(octet_length(${kitFields.value})) > ${MAX_RECORD_BYTES}`,
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
    .insert(kitFields)
    .values(rows)
    .onConflictDoUpdate({
      target: [kitFields.userId, kitFields.record, kitFields.field],
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

function ofFields(userId: string, changes: Pick<KitChange, 'record' | 'field'>[]) {
  return and(
    eq(kitFields.userId, userId),
    or(
      ...changes.map(({ record, field }) =>
        and(eq(kitFields.record, record), eq(kitFields.field, field)),
      ),
    ),
  )
}

function toCurrent(row: typeof kitFields.$inferSelect): Current {
  const { changeId, value, at, seen, otherId, otherValue, otherAt } = row
  const other = otherId && otherAt ? { id: otherId, value: otherValue, at: otherAt } : null
  return { id: changeId, value, at, seen, other }
}

/**
 * A unique key for a field: the name of its record (such as the notes of one house), a space and
 * the field's name. Names contain no space, so no two fields have the same key.
 */
function keyOf({ record, field }: Pick<KitChange, 'record' | 'field'>) {
  return `${record} ${field}`
}

function sizeOf(current: Current | undefined) {
  return current ? bytesOf(current.value) + bytesOf(current.other?.value ?? null) : 0
}

function bytesOf(value: unknown) {
  return value === null ? 0 : Buffer.byteLength(JSON.stringify(value))
}
