import { followBrackets, LINE_FEED, SPACE } from './json-brackets.ts'
import { MAX_RECORD_LENGTH, parseRecord, type Row, TOO_LONG } from './row.ts'

/** Where a list stands in a file: on which line it begins, and how many objects are around it. */
interface ListPosition {
  line: number
  depth: number
}

/**
 * Reads the elements of one JSON array of any size. Finds only where each element begins and ends,
 * and leaves its content to `JSON.parse`. Compared with a streaming parser, this method is several
 * times faster, returns the line number of each record, and continues after a malformed record.
 */
export async function* readJsonArray(
  text: AsyncIterable<string>,
  { line: firstLine, depth }: ListPosition = { line: 1, depth: 0 },
): AsyncGenerator<Row> {
  const meet = followBrackets()
  const meetRest = followBrackets(depth)
  const element = collectElement()
  let line = firstLine
  let isListOver = false
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
      if (isListOver) {
        isOver = meetRest(code) === 'end'
        continue
      }
      const place = meet(code)
      if (place === 'inside') element.meet(code, line)
      else {
        if (place !== 'beginning') element.add(chunk, start, at)
        start = at + 1
        const row = element.finish()
        if (row) yield row
        isListOver = place === 'end'
        isOver = isListOver && depth === 0
      }
    }
    if (!isListOver) element.add(chunk, start, chunk.length)
  }
  if (!isOver) yield { line, problem: 'ends before its list does', text: '', cutOff: true }
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
