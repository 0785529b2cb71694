import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { seenIds, setNoteField } from '#client/notes/set-note-field.ts'
import { latestEdit, type NoteEdit, notesJournal, unsentNotes } from '#client/notes/unsent-notes.ts'
import { signIn } from '#tests/support/outbox.ts'

const HOUSE = 'house:ine'

beforeEach(() => {
  unsentNotes.set([])
  signIn({ token: 'token', id: 'ana' })
})

/** An unsent edit that another tab has made. */
function editElsewhere(value: string): NoteEdit {
  const id = randomUUID()
  const edit = { id, chain: id, record: HOUSE, field: 'note', value, at: Date.now(), seen: [] }
  return { ...edit, result: null }
}

const unsentValues = () => unsentNotes.all().map(({ value }) => value)

test('if a person edits a field of their notes several times, the page keeps only the last unsent edit', () => {
  for (const text of ['a', 'ab', 'abc']) setNoteField(HOUSE, 'note', text)
  expect(unsentValues()).toEqual(['abc'])
  expect(notesJournal.readAll('ana')).toMatchObject([{ value: 'abc' }])
})

test('a new edit of a note does not replace the unsent edit of another tab, and records that the person saw that edit', () => {
  const other = editElsewhere('elsewhere')
  unsentNotes.add(other)
  setNoteField(HOUSE, 'note', 'here')
  setNoteField(HOUSE, 'note', 'here too')
  expect(unsentValues()).toEqual(['elsewhere', 'here too'])
  expect(latestEdit(HOUSE, 'note')?.seen).toContain(other.id)
})

test('an edit of a note that arrives from another tab while the person types does not count as seen', () => {
  const seen = seenIds(HOUSE, 'note')
  const other = editElsewhere('arrived while typing')
  unsentNotes.add(other)
  setNoteField(HOUSE, 'note', 'typed', { seen })
  expect(unsentValues()).toEqual(['arrived while typing', 'typed'])
  expect(latestEdit(HOUSE, 'note')).toMatchObject({ value: 'typed', seen: [] })
})

test('in a note, the app removes characters that the server refuses, and treats a note of only spaces as empty', () => {
  setNoteField(HOUSE, 'note', 'a\0b\ud800\r\nc')
  expect(unsentValues()).toEqual(['ab\nc'])
  setNoteField(HOUSE, 'note', ' \n ')
  expect(unsentValues()).toEqual([null])
})

test('the app does not store a value that is not allowed in its field of the notes', () => {
  expect(setNoteField(HOUSE, 'status', 'sold')).toBeUndefined()
  expect(setNoteField('user:ana', 'note', 'x')).toBeUndefined()
  expect(unsentValues()).toEqual([])
})

test('setting a field of the notes to its current value changes nothing', () => {
  expect(setNoteField(HOUSE, 'status', 'seen')).toBeDefined()
  expect(setNoteField(HOUSE, 'status', 'seen')).toBeUndefined()
})
