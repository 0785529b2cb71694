import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { MAX_RECORD_LENGTH, type Row, TOO_LONG } from './row.ts'

/** The fields of one record of a CSV file, with the line on which it begins. */
export type CsvRow = { line: number; fields: string[] } | Extract<Row, { problem: string }>

/** Reads the records of a CSV file (RFC 4180), header included; line feeds may stand inside quotes. */
export async function* readCsv(text: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  const parser = parse({
    info: true,
    max_record_size: MAX_RECORD_LENGTH,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  })
  // Errors reach the parser, and with it the loop.
  pipeline(text, parser, () => {})
  try {
    for await (const { record, info } of parser) {
      yield { line: info.lines - lineFeedsIn(record), fields: record }
    }
  } catch (error) {
    yield cutOff(error)
  }
}

function lineFeedsIn(fields: string[]) {
  return fields.reduce((sum, field) => sum + (field.match(/\n/g)?.length ?? 0), 0)
}

function cutOff(error: unknown): CsvRow {
  if (!(error instanceof CsvError)) throw error
  const line = typeof error.lines === 'number' ? error.lines : 0
  const isTooLong = error.code === 'CSV_MAX_RECORD_SIZE'
  const problem = isTooLong ? `${TOO_LONG}: is a quote not closed?` : 'ends inside a quote'
  return { line, problem, text: '', cutOff: true }
}
