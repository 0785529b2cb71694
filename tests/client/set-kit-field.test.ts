import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { kitJournal } from '#client/kit/kit-journal.ts'
import { seenIds, setKitField } from '#client/kit/set-kit-field.ts'
import { type KitEdit, latestEdit, unsentKit } from '#client/kit/unsent-kit.ts'
import { signIn } from '#tests/support/outbox.ts'

const HOUSE = 'house:ine'

beforeEach(() => {
  unsentKit.set([])
  signIn({ token: 'token', id: 'ana' })
})

/** An unsent edit that another tab has made. */
function editElsewhere(value: string): KitEdit {
  const id = randomUUID()
  const edit = { id, chain: id, record: HOUSE, field: 'note', value, at: Date.now(), seen: [] }
  return { ...edit, result: null }
}

const unsentValues = () => unsentKit.all().map(({ value }) => value)

test('the drafts of a page collapse into the last one', () => {
  for (const text of ['a', 'ab', 'abc']) setKitField(HOUSE, 'note', text)
  expect(unsentValues()).toEqual(['abc'])
  expect(kitJournal.readAll('ana')).toMatchObject([{ value: 'abc' }])
})

test("an edit stands beside another tab's unsent one, and says that it has seen it", () => {
  const other = editElsewhere('elsewhere')
  unsentKit.add(other)
  setKitField(HOUSE, 'note', 'here')
  setKitField(HOUSE, 'note', 'here too')
  expect(unsentValues()).toEqual(['elsewhere', 'here too'])
  expect(latestEdit(HOUSE, 'note')?.seen).toContain(other.id)
})

test('a text that was begun before another edit arrived does not claim to have seen it', () => {
  const seen = seenIds(HOUSE, 'note')
  const other = editElsewhere('arrived while typing')
  unsentKit.add(other)
  setKitField(HOUSE, 'note', 'typed', { seen })
  expect(unsentValues()).toEqual(['arrived while typing', 'typed'])
  expect(latestEdit(HOUSE, 'note')).toMatchObject({ value: 'typed', seen: [] })
})

test('a text is cleaned of what the server refuses, and an invisible one clears the field', () => {
  setKitField(HOUSE, 'note', 'a\0b\ud800\r\nc')
  expect(unsentValues()).toEqual(['ab\nc'])
  setKitField(HOUSE, 'note', ' \n ')
  expect(unsentValues()).toEqual([null])
})

test('a value that the field cannot have is not kept', () => {
  expect(setKitField(HOUSE, 'status', 'sold')).toBeUndefined()
  expect(setKitField('user:ana', 'note', 'x')).toBeUndefined()
  expect(unsentValues()).toEqual([])
})

test('setting what is already there changes nothing', () => {
  expect(setKitField(HOUSE, 'status', 'seen')).toBeDefined()
  expect(setKitField(HOUSE, 'status', 'seen')).toBeUndefined()
})
