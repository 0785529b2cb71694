import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { withoutValues } from '#server/errors/error-format.ts'

const QUERY = 'select user_id from sessions where token = $1'

function failed(cause: Error) {
  return new DrizzleQueryError(QUERY, ['secret'], cause)
}

test('a failed query is logged with its location, and without its parameters', () => {
  const printed = String(withoutValues(failed(new Error('relation "sessions" does not exist'))))
  expect(printed).toContain(QUERY)
  expect(printed).toMatch(/Error: relation "sessions" does not exist\n +at .*report\.test/)
  expect(printed).not.toContain('secret')
})

test.each([
  ['57P01', 'terminating connection', 'The database cannot be reached: terminating connection'],
  ['ECONNREFUSED', '', 'The database cannot be reached: ECONNREFUSED'],
  ['53100', 'could not extend file', 'The disk is full: could not extend file'],
])(
  'an error that affects every request, such as %s, is logged in one line',
  (code, message, line) => {
    expect(withoutValues(failed(Object.assign(new Error(message), { code })))).toBe(line)
  },
)

test('an error in the program itself is logged unchanged', () => {
  const bug = new TypeError('undefined is not a function')
  expect(withoutValues(bug)).toBe(bug)
})
