import { Refusal } from '#server/errors/refusal.ts'

/**
 * Maximum number of keys, strings, arrays and objects in a JSON body. Engawa's forms have far
 * fewer.
 */
const MAX_PARTS = 1000
/**
 * Matches a string, with its colon if it is a key, or one of the characters `,`, `[` and `{`. The
 * number of matches is limited to `MAX_PARTS`.
 */
const PARTS = /"(?:[^"\\]|\\.)*"(\s*:)?|[,[{]/g

/**
 * Parses a JSON object. An empty text counts as an empty object.
 * @throws {Refusal} 400 if the text is no JSON object, and 422 if it has a key twice.
 */
export function readJsonObject(text: string): object {
  if (text === '') return {}
  const value = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal(400, 'The body must be a JSON object')
  }
  // The text has more keys than the parsed value, so some key occurs twice. `JSON.parse` silently
  // keeps the last value of this key. It would be unsafe to guess which value counts.
  if (countWrittenKeys(text) > countKeys(value)) {
    throw new Refusal(422, 'A field can be given only once')
  }
  return value
}

/** Parses a text. Returns undefined if it is not valid JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Counts the keys in a valid JSON text, including repeated keys. Refuses a text in which `PARTS`
 * matches more than `MAX_PARTS` times.
 */
function countWrittenKeys(text: string) {
  let parts = 0
  let keys = 0
  for (const [, colon] of text.matchAll(PARTS)) {
    parts += 1
    if (parts > MAX_PARTS) throw new Refusal(400, 'The body has too many parts')
    if (colon !== undefined) keys += 1
  }
  return keys
}

/**
 * Counts the keys of all nested objects. The recursion cannot overflow the stack, because
 * `countWrittenKeys` refuses bodies with more than `MAX_PARTS` parts.
 */
function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = Array.isArray(value) ? 0 : Object.keys(value).length
  return Object.values(value).reduce<number>((sum, inner) => sum + countKeys(inner), own)
}
