import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { noteRecords } from '#client/notes/note-records.ts'
import { writeFields } from '#client/notes/stored-notes.ts'
import type { NoteField } from '#contract/notes.ts'
import { signIn } from '#tests/support/outbox.ts'

const HOUSE = 'house:ine'

let person = 0
/** Records stay in memory until another person signs in. */
beforeEach(() => signIn({ token: 'token', id: `person-${++person}` }))

function verdict(value: string, revision: number): NoteField {
  return {
    ...{ record: HOUSE, field: 'verdict', value, revision, other: null },
    ...{ id: `change-${revision}`, at: '2026-01-14T08:00:00.000Z' },
  }
}

const shown = () => noteRecords.fieldsOf(HOUSE)?.verdict?.value

test.each([
  ['one record', () => noteRecords.load([HOUSE])],
  ['all records of a kind', () => noteRecords.loadAll('house:')],
])(
  'if the server sends a note while the page reads %s from the database of the device, the page shows the note',
  async (_, load) => {
    const loading = load()
    await noteRecords.put([verdict('Dry', 1)])
    await loading
    expect(shown()).toBe('Dry')
  },
)

test.each([
  ['one record', 'get', undefined, () => noteRecords.load([HOUSE])],
  ['all records of a kind', 'getAll', [], () => noteRecords.loadAll('house:')],
] as const)(
  'if another tab stores a note while the page reads %s from the database of the device, the page shows the note',
  async (_, method, nothing, load) => {
    // The database has answered before the other tab writes, but the answer arrives afterwards.
    const answer: { result: unknown; onsuccess?: () => void } = { result: nothing }
    vi.spyOn(IDBObjectStore.prototype, method).mockReturnValueOnce(answer as never)
    const loading = load()
    await vi.waitFor(() => expect(answer.onsuccess).toBeDefined())
    await writeFields(`person-${person}`, [verdict('Dry', 1)])
    await noteRecords.reload([HOUSE])
    answer.onsuccess?.()
    await loading
    expect(shown()).toBe('Dry')
  },
)
