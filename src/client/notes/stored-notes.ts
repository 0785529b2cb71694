import { clear, get, getMany, promisifyRequest } from 'idb-keyval'
import { openDatabase } from '#client/browser/database.ts'
import { attempt } from '#client/browser/storage.ts'
import { currentOwner } from '#client/query-store/persisted-rows.ts'
import { whenWiped } from '#client/session/wipe-queue.ts'
import type { NoteField } from '#contract/notes.ts'

/*
 * The notes of an account in IndexedDB. There is a row for each record, and a row for the cursor.
 * The rows hold the fields as the server sent them. Unsent edits
 * are in the outbox.
 */

/** Increase this number when the stored format changes. Rows in another format are then ignored. */
const VERSION = 1

export type NoteFields = Readonly<Record<string, NoteField>>

interface Row {
  version: number
  fields: NoteFields
}

interface CursorRow {
  version: number
  cursor: number
}

const store = openDatabase('engawa-notes', 'records')

type Entry = [record: string, fields: NoteFields]

/** The named records, also those without fields. Undefined if the read has failed. */
export function readRecords(owner: string, records: readonly string[]) {
  return attempt(async () => {
    const keys = records.map((record) => keyOf(owner, record))
    const rows = await getMany<unknown>(keys, store)
    return records.map((record, index): Entry => [record, toFields(rows[index])])
  })
}

/** All records whose names begin with `start`. Undefined if the read has failed. */
export function readAllRecords(owner: string, start: string) {
  return attempt(async () => {
    const prefix = keyOf(owner, start)
    const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
    return store('readonly', async (rows): Promise<Entry[]> => {
      const [keys, values] = await Promise.all([
        promisifyRequest(rows.getAllKeys(range)),
        promisifyRequest<unknown[]>(rows.getAll(range)),
      ])
      return keys.map((key, index) => [
        String(key).slice(keyOf(owner, '').length),
        toFields(values[index]),
      ])
    })
  })
}

/**
 * The revision up to which this device has stored the person's notes. 0 if the device has stored
 * nothing, cannot read the revision, or has stored the notes in the format of another version. The
 * app then fetches all fields.
 */
export async function readCursor(owner: string) {
  const row = await attempt(() => get<Partial<CursorRow>>(owner, store))
  return row?.version === VERSION ? (row.cursor ?? 0) : 0
}

/**
 * Stores fields, and the cursor if given. `isServerRestored` means that the server was restored
 * from a backup. In this case, the server's fields replace the stored fields, even if the stored
 * fields have a later revision. Resolves with whether the fields were stored.
 */
export async function writeFields(
  owner: string,
  fields: readonly NoteField[],
  { cursor, isServerRestored = false }: { cursor?: number; isServerRestored?: boolean } = {},
) {
  await whenWiped()
  if (currentOwner() !== owner) return false
  const isWritten = await attempt(async () => {
    await store('readwrite', async (rows) => {
      for (const [record, changed] of byRecord(fields)) {
        const key = keyOf(owner, record)
        const known = toFields(await promisifyRequest(rows.get(key)))
        const row: Row = { version: VERSION, fields: mergeFields(known, changed, isServerRestored) }
        rows.put(row, key)
      }
      if (cursor !== undefined) {
        const row: CursorRow = { version: VERSION, cursor }
        rows.put(row, owner)
      }
      await promisifyRequest(rows.transaction)
    })
    return true
  })
  return isWritten === true
}

/**
 * Merges changed fields into the known fields. Without `isServerRestored`, ignores a changed field
 * whose revision is earlier than the revision of the known field.
 */
export function mergeFields(
  known: NoteFields,
  changed: readonly NoteField[],
  isServerRestored = false,
) {
  const merged: Record<string, NoteField> = { ...known }
  for (const field of changed) {
    const revision = merged[field.field]?.revision ?? 0
    if (isServerRestored || field.revision >= revision) merged[field.field] = field
  }
  return merged
}

/** `Map.groupBy` is missing in browsers that phones still run. */
export function byRecord<T extends { record: string }>(fields: readonly T[]) {
  const groups = new Map<string, T[]>()
  for (const field of fields) {
    const group = groups.get(field.record)
    if (group) group.push(field)
    else groups.set(field.record, [field])
  }
  return groups
}

/** Deletes the notes of all accounts from this device. Rejects when the storage is broken. */
export function wipeNotes() {
  return clear(store)
}

function keyOf(owner: string, record: string) {
  return `${owner} ${record}`
}

/** Returns no fields if the row has the format of another version of the app. */
function toFields(row: unknown): NoteFields {
  // The cast is safe, because `writeFields` wrote every row of this version from a response that
  // matched the contract.
  const { version, fields } = (row ?? {}) as Partial<Row>
  return version === VERSION && fields ? fields : {}
}
