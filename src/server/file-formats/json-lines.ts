import { MAX_RECORD_LENGTH, parseRecord, type Row, TOO_LONG } from './row.ts'

export async function* readJsonLines(text: AsyncIterable<string>): AsyncGenerator<Row> {
  let line = 0
  for await (const { content, isTooLong, isLast } of lines(text)) {
    line += 1
    if (isTooLong) yield { line, problem: TOO_LONG, text: content }
    else if (content.trim() !== '') yield markCut(parseRecord(content, line), isLast)
  }
}

/** Marks the file as cut off if its last line is unreadable and has no line feed. */
function markCut(row: Row, isLast: boolean): Row {
  return isLast && 'problem' in row ? { ...row, cutOff: true } : row
}

/** Splits a text into lines. Shortens a line that is too long. */
async function* lines(text: AsyncIterable<string>) {
  let content = ''
  let isTooLong = false
  for await (const chunk of text) {
    const pieces = chunk.split('\n')
    const last = pieces.pop() ?? ''
    for (const piece of pieces) {
      isTooLong ||= content.length + piece.length > MAX_RECORD_LENGTH
      yield { content: isTooLong ? content : content + piece, isTooLong, isLast: false }
      content = ''
      isTooLong = false
    }
    isTooLong ||= content.length + last.length > MAX_RECORD_LENGTH
    if (!isTooLong) content += last
  }
  if (content !== '') yield { content, isTooLong, isLast: true }
}
