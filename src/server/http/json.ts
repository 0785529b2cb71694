import { Refusal } from '#server/errors/refusal.ts'

/** Of how many fields, texts, lists and objects a body is made at most: far above any form of ours. */
const MAX_PARTS = 1000
/** A text with the colon that makes it a key, or what begins another part. */
const PARTS = /"(?:[^"\\]|\\.)*"(\s*:)?|[,[{]/g

/** The object that a JSON text describes; no text describes an empty one. */
export function readJsonObject(text: string): object {
  if (text === '') return {}
  const value = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal(400, 'The body must be a JSON object')
  }
  // Parsing keeps one of the fields that have the same name; which one counts is not ours to guess.
  if (countWrittenKeys(text) > countKeys(value)) {
    throw new Refusal(422, 'A field can be given only once')
  }
  return value
}

/** The value of a JSON text, undefined when it is none. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** How many keys a valid JSON text writes; refuses to look at more parts than a form has. */
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

/** How many keys the objects in a value have, which is not deep. */
function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = Array.isArray(value) ? 0 : Object.keys(value).length
  return Object.values(value).reduce<number>((sum, inner) => sum + countKeys(inner), own)
}
