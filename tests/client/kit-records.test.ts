import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { kitRecords } from '#client/kit/kit-records.ts'
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
  ['one record', () => kitRecords.load(HOUSE)],
  ['all records of a kind', () => kitRecords.loadAll('house:')],
])('a note that the server sends while the page reads %s is shown', async (_, load) => {
  const loading = load()
  await kitRecords.put([verdict('Dry', 1)])
  await loading
  expect(shown()).toBe('Dry')
})
