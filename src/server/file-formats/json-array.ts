import { MAX_RECORD_LENGTH, parseRecord, type Row, TOO_LONG } from './row.ts'

const BACKSLASH = 0x5c
const QUOTE = 0x22
const COMMA = 0x2c
const LINE_FEED = 0x0a
const SPACE = 0x20
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

/**
 * Reads the elements of one JSON array of any size. Finds only where each element begins and ends,
 * and leaves its content to `JSON.parse`. Compared with a streaming parser, this method is several
 * times faster, returns the line number of each record, and continues after a malformed record.
 */
export async function* readJsonArray(text: AsyncIterable<string>): AsyncGenerator<Row> {
  const meet = followArray()
  const element = collectElement()
  let line = 1
  let isOver = false

  for await (const chunk of text) {
    let start = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at)
      if (code === LINE_FEED) line += 1
      if (isOver) {
        if (code <= SPACE) continue
        yield { line, problem: 'follows the end of the list', text: chunk.slice(at), cutOff: true }
        return
      }
      const place = meet(code)
      if (place === 'inside') element.meet(code, line)
      else {
        if (place !== 'beginning') element.add(chunk, start, at)
        start = at + 1
        const row = element.finish()
        if (row) yield row
        isOver = place === 'end'
      }
    }
    if (!isOver) element.add(chunk, start, chunk.length)
  }
  if (!isOver) yield { line, problem: 'ends before its list does', text: '', cutOff: true }
}

/** Tracks the nesting depth, to find the brackets and commas of the outermost array. */
function followArray() {
  /**
   * The nesting depth: 0 outside the array, 1 directly in it, and more in its lists and objects.
   */
  let depth = 0
  let inString = false
  let isEscaped = false

  return function meet(code: number): 'inside' | 'beginning' | 'separator' | 'end' {
    if (inString) {
      if (isEscaped) isEscaped = false
      else if (code === BACKSLASH) isEscaped = true
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) {
      inString = true
    } else if (OPENING.has(code)) {
      depth += 1
      if (depth === 1) return 'beginning'
    } else if (CLOSING.has(code)) {
      depth -= 1
      if (depth === 0) return 'end'
    } else if (code === COMMA && depth === 1) {
      return 'separator'
    }
    return 'inside'
  }
}

/** Collects the text of one element at a time. Discards the text beyond `MAX_RECORD_LENGTH`. */
function collectElement() {
  let parts: string[] = []
  let length = 0
  let line = 0

  function parse(): Row | null {
    const text = parts.join('')
    if (length > MAX_RECORD_LENGTH) return { line, problem: TOO_LONG, text }
    return text.trim() === '' ? null : parseRecord(text, line)
  }

  return {
    /** Stores the line number of the element's first character that is not a space. */
    meet(code: number, currentLine: number) {
      if (line === 0 && code > SPACE) line = currentLine
    },
    add(chunk: string, start: number, end: number) {
      length += end - start
      if (length <= MAX_RECORD_LENGTH) parts.push(chunk.slice(start, end))
    },
    finish() {
      const row = parse()
      parts = []
      length = 0
      line = 0
      return row
    },
  }
}
