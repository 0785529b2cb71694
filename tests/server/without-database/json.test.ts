import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readJsonObject } from '#server/http/json.ts'

const key = fc.oneof(fc.string(), fc.constantFrom('"', '":', '\\', '\\":', '__proto__', ':'))
const anyObject = fc.dictionary(key, fc.oneof(fc.object({ key }), fc.jsonValue(), key))

test('the server parses every JSON object correctly', () => {
  const indent = fc.constantFrom('', ' ', '\n\t')
  fc.assert(
    fc.property(anyObject, indent, (object, indent) => {
      const text = JSON.stringify(object, null, indent)
      expect(readJsonObject(text)).toEqual(JSON.parse(text))
    }),
  )
})

test.each([
  '{"a":1,"a":1}',
  '{"a":1,"b":2,"a" :3}',
  '{"a":1,"\\u0061":2}',
  '{"a":{"b":1,"b":2}}',
  '{"a":[{"b":1,"b":2}]}',
  '{"__proto__":1,"__proto__":2}',
])('the server refuses the JSON body %s because of its duplicate key (check 33)', (text) => {
  expect(() => readJsonObject(text)).toThrow('A field can be given only once')
})

test('text inside a JSON string does not count as a key, even if it looks like a key', () => {
  expect(readJsonObject('{"a":"\\"a\\":","b":["a","a"]}')).toEqual({ a: '"a":', b: ['a', 'a'] })
})

test.each([
  ['keys', `{${Array.from({ length: 1000 }, (_, index) => `"${index}":1`).join(',')}}`],
  ['texts', `{"a":[${'"",'.repeat(1000)}""]}`],
  ['numbers', `{"a":[${'1,'.repeat(1000)}1]}`],
  ['levels', `{"a":${'['.repeat(1000)}${']'.repeat(1000)}}`],
])('the server refuses a JSON body with a thousand %s (check 33)', (_, text) => {
  expect(() => readJsonObject(text)).toThrow('The body has too many parts')
})

test('the server limits the parts of a JSON body, but counts a long string as one part, whatever characters the string contains', () => {
  const text = JSON.stringify({ a: '[{",\\'.repeat(5000) })
  expect(readJsonObject(text)).toEqual(JSON.parse(text))
})
