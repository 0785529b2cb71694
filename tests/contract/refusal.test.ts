import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REFUSAL_CODES, readRefusal } from '#contract/refusal.ts'

const SOURCES = join(import.meta.dirname, '../../src')

/** The texts of all files below a folder of the sources, by their paths. */
function readSources(folder: string) {
  const paths = readdirSync(join(SOURCES, folder), { recursive: true, encoding: 'utf8' })
  return paths
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(SOURCES, folder, path), 'utf8') }))
}

test('a refusal that contains only a sentence can be read', () => {
  expect(readRefusal({ detail: 'Not found' })).toEqual({ detail: 'Not found' })
})

test('a refusal contains the reason and the field that the server names', () => {
  const refusal = { detail: 'Taken', code: 'email_taken', field: 'email' }
  expect(readRefusal(refusal)).toEqual(refusal)
})

test.each([
  [{ code: 'a_code_of_a_newer_server' }],
  [{ code: 7, field: { name: 'email' } }],
  [{ code: null, field: null }],
])('a refusal with %j is read as its sentence', (more) => {
  expect(readRefusal({ detail: 'Taken', ...more })).toEqual({ detail: 'Taken' })
})

test.each([[undefined], [null], ['Bad gateway'], [{}], [{ detail: ['x'] }], [[]]])(
  '%j is not a refusal of our server',
  (body) => expect(readRefusal(body)).toBeNull(),
)

test.each(REFUSAL_CODES)('the server sends the code %s, and the client decides by it', (code) => {
  const isUsed = ({ text }: { text: string }) => text.includes(`'${code}'`)
  expect(readSources('server').some(isUsed)).toBe(true)
  expect(readSources('client').some(isUsed)).toBe(true)
})

test("the client decides nothing by the sentences of the server's refusals", () => {
  const comparison =
    /\b(error|refusal)\.(message|detail)(\.(startsWith|endsWith|includes|match)\(| [!=]==)/
  const comparing = readSources('client').filter(({ text }) => comparison.test(text))
  expect(comparing.map(({ path }) => path)).toEqual([])
})
