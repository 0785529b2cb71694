import { pipeline } from 'node:stream'
import { type CsvError, parse } from 'csv-parse'
import { MAX_RECORD_LENGTH, type Row, TOO_LONG } from './row.ts'

/** The fields of one record of a CSV file, and the line on which the record begins. */
export type CsvRow =
  | {
      line: number
      fields: string[]
      /** True for the last record of a text that does not end with a line break. */
      isUnfinished?: true
    }
  | Extract<Row, { problem: string }>

/** Characters that separate the fields of a line, the usual one first. */
export const DELIMITERS = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/**
 * Maximum delimiters in a line. Without this limit, a line of empty fields would stay below the
 * maximum record length but fill the memory.
 */
const MAX_DELIMITERS = 100_000
const TOO_MANY = `has more than ${MAX_DELIMITERS.toLocaleString('en')} fields`

/**
 * Reads the records of a CSV file (RFC 4180), including the header. A quoted field may contain line
 * feeds.
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  delimiter: Delimiter = ',',
): AsyncGenerator<CsvRow> {
  let failure: CsvError | undefined
  const parser = parse({
    delimiter,
    info: true,
    max_record_size: MAX_RECORD_LENGTH,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    // With this option, an error does not drop the records that wait in the parser's buffer.
    skip_records_with_error: true,
    on_skip(error) {
      failure ??= error
    },
  })
  let end = ''
  // The callback does nothing, because `pipeline` passes an input error on to the parser, and the
  // loop below then throws the error.
  pipeline(
    untilEndlessLine(text, delimiter, (chunk) => {
      end = chunk.at(-1) ?? end
    }),
    parser,
    () => {},
  )
  /** The latest record, held until it is known whether it is the last one. */
  let held: CsvRow | undefined
  for await (const { record, info } of parser) {
    if (held) yield held
    const line = info.lines - lineFeedsIn(record)
    held =
      record.length <= MAX_DELIMITERS
        ? { line, fields: record }
        : { line, problem: TOO_MANY, text: '', cutOff: true }
  }
  const isUnfinished = end !== '\n' && end !== '\r'
  if (held) yield 'fields' in held && isUnfinished ? { ...held, isUnfinished } : held
  if (failure) yield cutOff(failure)
}

/**
 * Yields the text and calls `note` with each chunk. Ends early at a line that is too long or has too
 * many delimiters. Otherwise, the parser would go through the rest of a file without line breaks.
 */
async function* untilEndlessLine(
  text: AsyncIterable<string>,
  delimiter: Delimiter,
  note: (chunk: string) => void,
) {
  let count = 0
  let length = 0
  for await (const chunk of text) {
    const lineStart = Math.max(chunk.lastIndexOf('\n'), chunk.lastIndexOf('\r')) + 1
    if (lineStart > 0) {
      count = 0
      length = 0
    }
    length += chunk.length - lineStart
    for (
      let at = chunk.indexOf(delimiter, lineStart);
      at !== -1;
      at = chunk.indexOf(delimiter, at + 1)
    )
      count += 1
    note(chunk)
    yield chunk
    if (count > MAX_DELIMITERS || length > 2 * MAX_RECORD_LENGTH) return
  }
}

function lineFeedsIn(fields: string[]) {
  return fields.reduce((sum, field) => sum + (field.match(/\n/g)?.length ?? 0), 0)
}

/** After an unclosed quote, the rest of the file cannot be split into records. */
function cutOff({ code, lines }: CsvError): CsvRow {
  const isTooLong = code === 'CSV_MAX_RECORD_SIZE'
  const problem = isTooLong ? `${TOO_LONG}: is a quote not closed?` : 'ends inside a quote'
  return { line: typeof lines === 'number' ? lines : 0, problem, text: '', cutOff: true }
}
