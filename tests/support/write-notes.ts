import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { changeNotes } from '#contract/notes.ts'
import type { Person, TestServer } from './server.ts'

/** Writes fields of a record, such as the notes on a house, as another device of the person does. */
export async function writeNotes(
  { call, services }: TestServer,
  person: Person,
  record: string,
  fields: Record<string, unknown>,
) {
  const at = services.now().toISOString()
  const changes = Object.entries(fields).map(([field, value]) => ({
    ...{ id: randomUUID(), record, field, value, at, seen: [] },
  }))
  expect(await call(person, changeNotes, { changes })).toMatchObject({ status: 200 })
}
