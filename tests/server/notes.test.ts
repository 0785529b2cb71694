import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import {
  MAX_NOTE_BYTES,
  MAX_NOTE_CHANGES,
  MAX_NOTE_FIELDS,
  MAX_NOTE_HISTORY,
  MAX_NOTE_SEEN,
  MAX_RECORD_BYTES,
  MAX_RECORD_FIELDS,
  NOTES_PAGE_SIZE,
} from '#contract/note-limits.ts'
import { changeNotes, listNoteHistory, listNotes, type NoteChange } from '#contract/notes.ts'
import { notebooks, noteFields, noteHistory, users } from '#server/db/schema.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

const HOUSE = 'house:by-the-sea'

let server: TestServer
let ana: Person
beforeEach(async () => {
  server = await startServer()
  ana = await server.addSubscriber()
})

type Change = z.input<typeof NoteChange>

function change(fields: Partial<Change>): Change {
  return {
    ...{ id: randomUUID(), record: HOUSE, field: 'note', value: 'Dry cellar', seen: [] },
    at: '2026-01-14T08:00:00.000Z',
    ...fields,
  }
}

const send = (person: Person, ...changes: Change[]) => server.call(person, changeNotes, { changes })

async function fieldsOf(person: Person) {
  const { status, body } = await server.call(person, listNotes, {})
  expect(status).toBe(200)
  return body.fields
}

async function noteOf(person: Person) {
  const [note] = (await fieldsOf(person)).filter(({ field }) => field === 'note')
  return note && { value: note.value, other: note.other?.value ?? null }
}

async function historyOf(person: Person, record = HOUSE) {
  const { body } = await server.call(person, listNoteHistory, { record })
  return body.changes.map(({ value }) => value)
}

test("when two devices edit different fields of a house's notes offline, both edits are kept", async () => {
  await send(ana, change({ field: 'verdict', value: 'Too damp' }))
  const { body } = await send(ana, change({ field: 'rating.roof', value: 4 }))

  expect(body.fields).toMatchObject([{ field: 'rating.roof', value: 4, other: null }])
  expect(await fieldsOf(ana)).toMatchObject([
    { record: HOUSE, field: 'verdict', value: 'Too damp', revision: 1 },
    { record: HOUSE, field: 'rating.roof', value: 4, revision: 2 },
  ])
})

test('a text such as “110” or “null” in the notes stays a text, and every value of the notes is returned unchanged', async () => {
  const pin = { latitude: 35.07, longitude: 135.55, accuracy_m: 12 }
  const values: [string, unknown][] = [
    ['note', '110'],
    ['verdict', 'null'],
    ['told.agreement', '{"a":1}\n"b"'],
    ['told.price', 0],
    ['pin', pin],
    ['check.tilt.answer', 'problem'],
  ]
  await send(ana, ...values.map(([field, value]) => change({ field, value })))

  const found = (await fieldsOf(ana)).map(({ field, value }) => [field, value])
  expect(found).toEqual(values)
})

describe('when two devices edit the same field', () => {
  const earlier = () => change({ value: 'earlier', at: '2026-01-14T08:00:00.000Z' })
  const later = () => change({ value: 'later', at: '2026-01-14T09:00:00.000Z' })

  test('of two edits of a note, the later edit wins in either order of arrival, and the earlier value is offered as an alternative', async () => {
    for (const changes of [
      [earlier(), later()],
      [later(), earlier()],
    ]) {
      const person = await server.addSubscriber()
      for (const one of changes) await send(person, one)
      expect(await noteOf(person)).toEqual({ value: 'later', other: 'earlier' })
      expect(await historyOf(person)).toEqual(['earlier'])
    }
  })

  test('an edit of a note replaces the value that the device had received before, even if the clock of the device is slow', async () => {
    const first = later()
    await send(ana, first)
    await send(ana, change({ value: 'edited', at: '2020-01-01T00:00:00Z', seen: [first.id] }))
    expect(await noteOf(ana)).toEqual({ value: 'edited', other: null })
    expect(await historyOf(ana)).toEqual(['later'])
  })

  test('the earlier of two values of a note is offered as an alternative until a device that has both values edits the note', async () => {
    const [lost, won] = [earlier(), later()]
    await send(ana, lost, won)
    const unaware = change({ value: 'unaware', seen: [won.id] })
    await send(ana, unaware)
    expect(await noteOf(ana)).toEqual({ value: 'unaware', other: 'earlier' })
    await send(ana, change({ value: 'aware', seen: [unaware.id, lost.id] }))
    expect(await noteOf(ana)).toEqual({ value: 'aware', other: null })
  })

  test('no alternative is offered if both devices wrote the same value in a note', async () => {
    await send(ana, earlier())
    await send(ana, change({ value: 'earlier', at: '2026-01-14T09:00:00Z' }))
    expect(await noteOf(ana)).toEqual({ value: 'earlier', other: null })
  })

  test('if a device replaces its own value of a note, the former value is not offered as an alternative', async () => {
    const draft = earlier()
    await send(ana, change({ value: 'final', seen: [draft.id], at: '2026-01-14T08:00:01Z' }))
    await send(ana, draft)
    expect(await noteOf(ana)).toEqual({ value: 'final', other: null })
  })

  test('a note from a device whose clock is ahead does not override a later edit from another device', async () => {
    await send(ana, change({ value: 'ahead', at: '2030-01-01T00:00:00Z' }))
    server.setNow('2026-01-15T00:00:10Z')
    await send(ana, change({ value: 'right', at: '2026-01-15T00:00:05Z' }))
    expect(await noteOf(ana)).toEqual({ value: 'right', other: 'ahead' })
  })

  test('clearing a field of the notes counts as an edit', async () => {
    const note = earlier()
    await send(ana, note)
    await send(ana, change({ value: null, seen: [note.id] }))
    expect(await noteOf(ana)).toEqual({ value: null, other: null })
    expect(await historyOf(ana)).toEqual(['earlier'])
  })
})

test('an edit of a note that arrives twice counts once', async () => {
  const first = change({ value: 'first' })
  const second = change({ value: 'second', seen: [first.id] })
  await send(ana, first, second)
  const before = await fieldsOf(ana)
  await send(ana, first, second, second)
  await send(ana, first)
  expect(await fieldsOf(ana)).toEqual(before)
  expect(await historyOf(ana)).toEqual(['first'])
})

test('a device requests only the fields of notes that changed after its sync cursor', async () => {
  await send(ana, change({ field: 'note' }), change({ field: 'verdict', value: 'No' }))
  const { body: first } = await server.call(ana, listNotes, {})
  const note = first.fields.find(({ field }) => field === 'note')
  await send(ana, change({ value: 'Damp cellar', seen: [note?.id ?? ''] }))

  const { body: second } = await server.call(ana, listNotes, { since: first.cursor })
  expect(second).toMatchObject({ cursor: 3, has_more: false, fields: [{ value: 'Damp cellar' }] })
  const { body: third } = await server.call(ana, listNotes, { since: second.cursor })
  expect(third).toEqual({ fields: [], cursor: 3, has_more: false })
})

test('if the sync cursor of a device is ahead of the server, the device reads all notes again', async () => {
  await send(ana, change({}))
  const { body } = await server.call(ana, listNotes, { since: 50 })
  expect(body).toMatchObject({ cursor: 1, fields: [{ value: 'Dry cellar' }] })
})

test('a large set of notes is read in pages, and every note appears exactly once', async () => {
  const houses = Array.from({ length: NOTES_PAGE_SIZE + 20 }, (_, index) => `house:h${index}`)
  for (let start = 0; start < houses.length; start += MAX_NOTE_CHANGES) {
    await send(
      ana,
      ...houses.slice(start, start + MAX_NOTE_CHANGES).map((record) => change({ record })),
    )
  }
  const read: string[] = []
  let since = 0
  for (let hasMore = true; hasMore; ) {
    const { body } = await server.call(ana, listNotes, { since })
    read.push(...body.fields.map(({ record }) => record))
    since = body.cursor
    hasMore = body.has_more
  }
  expect(read.sort()).toEqual(houses.sort())
})

test("the largest allowed request with notes fits within the server's limit for bodies", async () => {
  const seen = Array.from({ length: MAX_NOTE_SEEN }, () => randomUUID())
  const value = { latitude: 35.123456, longitude: 135.123456, accuracy_m: 12.5 }
  const pins = Array.from({ length: MAX_NOTE_CHANGES }, (_, index) =>
    change({ record: `house:h${index}`, field: 'pin', value, seen }),
  )
  expect(await send(ana, ...pins)).toMatchObject({ status: 200 })
  const [note] = pins
  const longest = change({ ...note, id: randomUUID(), field: 'note', value: '瓦'.repeat(10_000) })
  expect(await send(ana, longest)).toMatchObject({ status: 200 })
})

test("nobody reads or changes another person's notes", async () => {
  const ben = await server.addSubscriber()
  const note = change({ value: "Ana's" })
  await send(ana, note)
  await send(ben, change({ id: note.id, value: "Ben's" }))
  await send(ben, change({ value: "Ben's second", seen: [note.id] }))

  expect(await noteOf(ana)).toEqual({ value: "Ana's", other: null })
  expect(await historyOf(ana)).toEqual([])
  expect(JSON.stringify([await fieldsOf(ben), await historyOf(ben)])).not.toContain('Ana')
})

test('when two offline devices set the day and the appointment of one viewing, both changes are kept', async () => {
  const visit = { record: 'visit:by-the-sea' }
  await send(ana, change({ ...visit, field: 'day', value: '2026-11-26' }))
  await send(ana, change({ ...visit, field: 'appointment.time', value: '10:30' }))
  await send(ana, change({ ...visit, field: 'order', value: 1.5 }))
  await send(ana, change({ record: 'day:2026-11-26', field: 'start.time', value: '08:15' }))

  expect(await fieldsOf(ana)).toMatchObject([
    { ...visit, field: 'day', value: '2026-11-26', other: null },
    { ...visit, field: 'appointment.time', value: '10:30', other: null },
    { ...visit, field: 'order', value: 1.5, other: null },
    { record: 'day:2026-11-26', field: 'start.time', value: '08:15', other: null },
  ])
})

test('a person can keep notes on a house that does not exist', async () => {
  await send(ana, change({ record: 'house:nowhere' }))
  expect(await fieldsOf(ana)).toMatchObject([{ record: 'house:nowhere' }])
})

test('deleting an account also deletes the notes of the account', async () => {
  const note = change({})
  await send(ana, note, change({ seen: [note.id], value: 'Damp' }))
  const { db } = server.services
  await db.delete(users).where(eq(users.id, ana.id))
  const rows = await Promise.all(
    [notebooks, noteFields, noteHistory].map((table) => db.$count(table)),
  )
  expect(rows).toEqual([0, 0, 0])
})

const VISIT = { record: 'visit:by-the-sea' }

const WRONG: [why: string, fields: Partial<Change>][] = [
  ['an unknown kind of record', { record: 'user:ana' }],
  ['a prototype for a kind', { record: 'constructor:ana' }],
  ['a record without an id', { record: 'house:' }],
  ['an unknown field', { field: 'role' }],
  ['a status that does not exist', { field: 'status', value: 'sold' }],
  ['a rating beyond the scale', { field: 'rating.roof', value: 6 }],
  ['a rating as a text', { field: 'rating.roof', value: '5' }],
  ['a day that does not exist', { ...VISIT, field: 'day', value: '2026-02-30' }],
  ['a time that does not exist', { ...VISIT, field: 'appointment.time', value: '24:00' }],
  ['a viewing of no minutes', { ...VISIT, field: 'minutes', value: 0 }],
  ['an order without bounds', { ...VISIT, field: 'order', value: 1e300 }],
  ['a line break in a name', { ...VISIT, field: 'appointment.name', value: 'a\nb' }],
  ['a viewing without a house', { record: 'visit:', field: 'day', value: '2026-11-26' }],
  ['a day of another format', { record: 'day:today', field: 'start.time', value: '08:15' }],
  ['a line break in a verdict', { field: 'verdict', value: 'a\nb' }],
  ['a note that is too long', { value: 'x'.repeat(10_001) }],
  ['an empty note', { value: '' }],
  ['half a character', { value: '\ud83c' }],
  ['a zero character', { value: 'a\0b' }],
  [
    'a pin with more than a position',
    { field: 'pin', value: { latitude: 1, longitude: 1, accuracy_m: 1, name: 'x' } },
  ],
  [
    'a pin outside the world',
    { field: 'pin', value: { latitude: 91, longitude: 1, accuracy_m: 1 } },
  ],
  ['an id that is not a UUID', { id: 'first' }],
  ['too many seen values', { seen: Array.from({ length: MAX_NOTE_SEEN + 1 }, () => randomUUID()) }],
]

test.each(WRONG)(
  'the server refuses %s in a request with notes, and keeps nothing of the request',
  async (_, fields) => {
    const { status } = await send(ana, change({}), change(fields))
    expect(status).toBe(422)
    expect(await fieldsOf(ana)).toEqual([])
  },
)

test('for each field of the notes, the server keeps a limited number of former values, and deletes the oldest first', async () => {
  let seen: string[] = []
  for (let index = 0; index < MAX_NOTE_HISTORY + 6; index += 1) {
    const next = change({ value: `draft ${index}`, seen })
    await send(ana, next)
    seen = [next.id]
  }
  const history = await historyOf(ana)
  expect(history).toHaveLength(MAX_NOTE_HISTORY)
  expect(history[0]).toBe(`draft ${MAX_NOTE_HISTORY + 4}`)
  const { db } = server.services
  const rows = await db.select().from(noteHistory)
  const bytes = rows.reduce((sum, { value }) => sum + JSON.stringify(value).length, 0)
  expect((await db.select().from(notebooks))[0]?.historyBytes).toBe(bytes)
})

test("when a person's notes have reached the maximum size, the server refuses additions and accepts a shorter text", async () => {
  const { db } = server.services
  const note = change({ value: 'x'.repeat(100) })
  await send(ana, note)
  await db.update(notebooks).set({ bytes: MAX_NOTE_BYTES })
  expect(await send(ana, change({ field: 'verdict', value: 'No' }))).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('20 MB') },
  })
  expect(await send(ana, change({ value: 'short', seen: [note.id] }))).toMatchObject({
    status: 200,
  })

  await db.update(notebooks).set({ bytes: 0, fields: MAX_NOTE_FIELDS })
  expect(await send(ana, change({ field: 'verdict', value: 'No' }))).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('50,000') },
  })
})

test('when the notes on a house reach a limit, the server refuses more notes on this house, but accepts deletions and notes on other houses', async () => {
  const { db, now } = server.services
  const note = change({ value: 'Damp' })
  await send(ana, note)
  const fill = Array.from({ length: MAX_RECORD_FIELDS - 1 }, (_, index) => ({
    ...{ userId: ana.id, record: note.record, field: `rating.r${index}`, value: 3 },
    ...{ changeId: randomUUID(), at: now(), seen: [], revision: index + 2 },
  }))
  await db.insert(noteFields).values(fill)
  await db.update(notebooks).set({ revision: MAX_RECORD_FIELDS, fields: MAX_RECORD_FIELDS })
  expect(await send(ana, change({ field: 'verdict', value: 'No' }))).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('on one house are limited to 2,000 entries') },
  })
  const other = change({ record: 'house:another', field: 'verdict', value: 'Yes' })
  expect(await send(ana, other)).toMatchObject({ status: 200 })
  const cleared = change({ value: null, seen: [note.id] })
  expect(await send(ana, cleared)).toMatchObject({ status: 200 })
  expect(await send(ana, change({ field: 'verdict', value: 'No' }))).toMatchObject({ status: 200 })

  const remark = 'x'.repeat(MAX_RECORD_BYTES)
  await db.update(noteFields).set({ value: remark }).where(eq(noteFields.field, 'rating.r0'))
  const status = change({ field: 'status', value: 'seen' })
  expect(await send(ana, status)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('on one house are limited to 2,000 entries') },
  })
  await db.delete(noteFields).where(eq(noteFields.field, 'rating.r1'))
  expect(await send(ana, status)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('on one house are limited to 1 MB') },
  })
})

test('if ten changes of notes arrive at the same time, the server stores each with its own revision', async () => {
  const changes = Array.from({ length: 10 }, (_, index) =>
    change({ record: `house:h${index}`, field: 'verdict', value: `Number ${index}` }),
  )
  await Promise.all(changes.map((one) => send(ana, one)))
  const fields = await fieldsOf(ana)
  expect(fields.map(({ revision }) => revision)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})
