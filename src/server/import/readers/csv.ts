import { pipeline } from 'node:stream'
import { type CsvError, parse } from 'csv-parse'
import { MAX_RECORD_LENGTH, type Row, TOO_LONG } from './row.ts'

/** The fields of one record of a CSV file, with the line on which it begins. */
export type CsvRow = { line: number; fields: string[] } | Extract<Row, { problem: string }>

/** Reads the records of a CSV file (RFC 4180), header included; line feeds may stand inside quotes. */
export async function* readCsv(text: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  let failure: CsvError | undefined
  const parser = parse({
    info: true,
    max_record_size: MAX_RECORD_LENGTH,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    // An error would take with it the records that were read and are not yet handed out.
    skip_records_with_error: true,
    on_skip(error) {
      failure ??= error
    },
  })
  // Errors of the text reach the parser, and with it the loop.
  pipeline(text, parser, () => {})
  for await (const { record, info } of parser) {
    yield { line: info.lines - lineFeedsIn(record), fields: record }
  }
  if (failure) yield cutOff(failure)
}

function lineFeedsIn(fields: string[]) {
  return fields.reduce((sum, field) => sum + (field.match(/\n/g)?.length ?? 0), 0)
}

/** What follows a quote that is never closed cannot be told apart. */
function cutOff({ code, lines }: CsvError): CsvRow {
  const isTooLong = code === 'CSV_MAX_RECORD_SIZE'
  const problem = isTooLong ? `${TOO_LONG}: is a quote not closed?` : 'ends inside a quote'
  return { line: typeof lines === 'number' ? lines : 0, problem, text: '', cutOff: true }
}
