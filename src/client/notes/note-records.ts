import { createListeners } from '#client/browser/listeners.ts'
import { currentOwner } from '#client/query-store/persisted-rows.ts'
import type { NoteField } from '#contract/notes.ts'
import {
  byRecord,
  mergeFields,
  type NoteFields,
  readAllRecords,
  readRecords,
  writeFields,
} from './stored-notes.ts'

/** The records of the signed-in person that this page has read, as the server sent them. */

let owner: string | undefined
let records: ReadonlyMap<string, NoteFields> = new Map()
/**
 * Name prefixes, such as `criterion:`. The page has read every record whose name begins with one of
 * these prefixes. The prefix '' matches every record.
 */
let loadedStarts: readonly string[] = []
/**
 * Resolves when the device has stored all fields that `put` has received. Each call of `put` or
 * `reload` replaces this promise. Code that reads from storage compares the promise before and
 * after the read, to notice a write that happened meanwhile.
 */
let writes: Promise<unknown> = Promise.resolve()
const listeners = createListeners()
const NOTHING: NoteFields = {}

/** Removes the records from memory if they belong to another account. */
function checkOwner() {
  const current = currentOwner()
  if (current === owner) return
  owner = current
  records = new Map()
  loadedStarts = []
}

/** Whether the record was read into memory. Also true for a record without fields. */
function isLoaded(record: string) {
  return records.has(record) || loadedStarts.some((start) => record.startsWith(start))
}

function setRecords(changed: Iterable<[string, NoteFields]>) {
  records = new Map([...records, ...changed])
  listeners.tell()
}

/**
 * Adds records from storage. Keeps the fields that the server has sent during the read, because
 * they have later revisions.
 */
function addStored(rows: readonly [string, NoteFields][]) {
  setRecords(
    rows.map(([record, fields]) => [
      record,
      mergeFields(fields, Object.values(records.get(record) ?? NOTHING)),
    ]),
  )
}

/**
 * Reads from storage, and reads again if this tab or another tab has written meanwhile. Without
 * this, the page would not show fields that the server sends during the read. Later pulls would not
 * return these fields either, because the device has already stored them.
 */
async function readStored<T>(read: () => Promise<T>) {
  for (;;) {
    const before = writes
    await before
    const stored = await read()
    if (before === writes) return stored
  }
}

export const noteRecords = {
  /** The fields of a record. Undefined until `load` has read the record. */
  fieldsOf(record: string): NoteFields | undefined {
    checkOwner()
    return records.get(record) ?? (isLoaded(record) ? NOTHING : undefined)
  },

  /** The records that this page has read. Returns the same object until a record changes. */
  all() {
    checkOwner()
    return records
  },

  /** Whether `loadAll` has read the records whose names begin with `start`. */
  areLoaded(start: string) {
    checkOwner()
    return loadedStarts.includes(start) || loadedStarts.includes('')
  },

  /** Reads the records with these names, except those that the page has already read. */
  async load(names: readonly string[]) {
    checkOwner()
    const unread = names.filter((record) => !isLoaded(record))
    const loading = owner
    if (loading === undefined || unread.length === 0) return
    const rows = await readStored(() => readRecords(loading, unread))
    checkOwner()
    if (loading !== owner) return
    addStored(rows ?? unread.map((record) => [record, NOTHING]))
  },

  /**
   * Reads all records whose names begin with `start`, such as `criterion:`. An empty `start` reads
   * all records.
   */
  async loadAll(start: string) {
    if (noteRecords.areLoaded(start)) return
    const loading = owner
    if (loading === undefined) return
    const rows = await readStored(() => readAllRecords(loading, start))
    checkOwner()
    if (loading !== owner) return
    loadedStarts = [...loadedStarts, start]
    addStored(rows ?? [])
  },

  /** Rereads the records that another tab has written. */
  async reload(names: readonly string[]) {
    checkOwner()
    const loading = owner
    if (loading === undefined) return
    writes = Promise.all([writes])
    const rows = await readStored(() => readRecords(loading, names.filter(isLoaded)))
    checkOwner()
    if (loading !== owner) return
    setRecords(rows ?? [])
  },

  /** Merges fields from the server into the records, and stores them. */
  async put(
    fields: readonly NoteField[],
    options: { cursor?: number; isServerRestored?: boolean } = {},
  ): Promise<boolean> {
    checkOwner()
    if (owner === undefined) return false
    const shown = [...byRecord(fields)].filter(([record]) => isLoaded(record))
    setRecords(
      shown.map(([record, changed]) => [
        record,
        mergeFields(records.get(record) ?? NOTHING, changed, options.isServerRestored),
      ]),
    )
    const written = writeFields(owner, fields, options)
    if (fields.length > 0) writes = Promise.all([writes, written])
    return written
  },

  watch: listeners.watch,
}
