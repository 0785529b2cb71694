import { Refusal } from '#server/errors/refusal.ts'

/**
 * The limits of a file of borders. The official borders, simplified for a map, have 500,000
 * characters and 130,000 values. The map shows no detail below 140 m, so more detail is of no use.
 */
const MAX_CHARACTERS = 24_000_000
const MAX_VALUES = 2_000_000
const MAX_DEPTH = 20

const QUOTE = 0x22
const COMMA = 0x2c
const OPENING_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSING_LIST = 0x5d
const OPENING_OBJECT = 0x7b
const CLOSING_OBJECT = 0x7d

/**
 * Passes the text of a JSON file on, and counts its values. Refuses a file with too many values
 * before `JSON.parse` reads it, because a parsed value takes up to thirty times as much memory as
 * its text.
 * @throws {Refusal} 422 for a file that is too deep or has too many values.
 */
export async function* limitJson(text: AsyncIterable<string>) {
  let characters = 0
  let values = 0
  let depth = 0
  let inString = false
  let isEscaped = false
  for await (const chunk of text) {
    characters += chunk.length
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at)
      if (inString) {
        if (isEscaped) isEscaped = false
        else if (code === BACKSLASH) isEscaped = true
        else if (code === QUOTE) inString = false
      } else if (code === QUOTE) inString = true
      else if (code === COMMA) values += 1
      else if (code === OPENING_LIST || code === OPENING_OBJECT) {
        values += 1
        depth += 1
        if (depth > MAX_DEPTH) throw tooDeep()
      } else if (code === CLOSING_LIST || code === CLOSING_OBJECT) depth -= 1
    }
    if (characters > MAX_CHARACTERS || values > MAX_VALUES) throw tooDetailed()
    yield chunk
  }
}

function tooDetailed() {
  return new Refusal(
    422,
    'The file of borders is too detailed: simplify the outlines to about 100 m, and upload it again.',
  )
}

function tooDeep() {
  return new Refusal(
    422,
    `The file of borders nests lists more than ${MAX_DEPTH} deep: upload GeoJSON or TopoJSON.`,
  )
}
