import { Refusal } from './refusal.ts'

/** The object that a JSON text describes; no text describes an empty one. */
export function readJsonObject(text: string): object {
  if (text === '') return {}
  const { value, keys } = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal(400, 'The body must be a JSON object')
  }
  // Parsing keeps one of the fields that have the same name; which one counts is not ours to guess.
  if (countKeys(text) > keys) throw new Refusal(422, 'A field can be given only once')
  return value
}

/** The value of a JSON text, undefined when it is none, and how many keys its objects have. */
function parse(text: string): { value: unknown; keys: number } {
  let keys = 0
  try {
    const value: unknown = JSON.parse(text, function countKey(this: unknown, _key, value) {
      if (!Array.isArray(this)) keys += 1
      return value
    })
    // The last to be counted is the value itself, as the only field of an object around it.
    return { value, keys: keys - 1 }
  } catch {
    // Not JSON, or nested deeper than anybody means.
    return { value: undefined, keys }
  }
}

/** How many keys a valid JSON text writes. */
function countKeys(text: string) {
  const strings = text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)
  return [...strings].filter(([, colon]) => colon !== undefined).length
}
