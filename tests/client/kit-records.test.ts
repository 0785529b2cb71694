import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { kitRecords } from '#client/kit/kit-records.ts'
import { writeFields } from '#client/kit/kit-rows.ts'
import type { KitField } from '#contract/kit.ts'
import { signIn } from '#tests/support/outbox.ts'

const HOUSE = 'house:ine'

let person = 0
/** Records stay in memory until another person signs in. */
beforeEach(() => signIn({ token: 'token', id: `person-${++person}` }))

function verdict(value: string, revision: number): KitField {
  return {
    ...{ record: HOUSE, field: 'verdict', value, revision, other: null },
    ...{ id: `change-${revision}`, at: '2026-01-14T08:00:00.000Z' },
  }
}

const shown = () => kitRecords.fieldsOf(HOUSE)?.verdict?.value

test.each([
  ['one record', () => kitRecords.load([HOUSE])],
  ['all records of a kind', () => kitRecords.loadAll('house:')],
])(
  'if the server sends a note while the page reads %s from the database of the device, the page shows the note',
  async (_, load) => {
    const loading = load()
    await kitRecords.put([verdict('Dry', 1)])
    await loading
    expect(shown()).toBe('Dry')
  },
)

test.each([
  ['one record', 'get', undefined, () => kitRecords.load([HOUSE])],
  ['all records of a kind', 'getAll', [], () => kitRecords.loadAll('house:')],
] as const)(
  'if another tab stores a note while the page reads %s from the database of the device, the page shows the note',
  async (_, method, nothing, load) => {
    // The database has answered before the other tab writes, but the answer arrives afterwards.
    const answer: { result: unknown; onsuccess?: () => void } = { result: nothing }
    vi.spyOn(IDBObjectStore.prototype, method).mockReturnValueOnce(answer as never)
    const loading = load()
    await vi.waitFor(() => expect(answer.onsuccess).toBeDefined())
    await writeFields(`person-${person}`, [verdict('Dry', 1)])
    await kitRecords.reload([HOUSE])
    answer.onsuccess?.()
    await loading
    expect(shown()).toBe('Dry')
  },
)
