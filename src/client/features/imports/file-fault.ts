import { MAX_IMPORT_BYTES } from '#contract/imports.ts'

const ENDINGS = [
  'csv',
  'tsv',
  'txt',
  'json',
  'jsonl',
  'ndjson',
  'geojson',
  'xlsx',
  'xlsm',
  'zip',
  'gz',
]
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** The file types for the file picker on phones and computers. */
export const ACCEPTED = [
  ...ENDINGS.map((ending) => `.${ending}`),
  ...['text/csv', 'application/json', 'application/zip', 'application/gzip', XLSX],
].join()

/**
 * Checks a file by its size and type. Returns the reason to refuse the file, or an empty string.
 */
export function findFault(file: File | null) {
  if (!file) return 'Choose the file to import'
  if (file.size === 0) return 'The file is empty'
  if (file.size > MAX_IMPORT_BYTES) {
    return `The file is larger than ${MAX_IMPORT_BYTES / 1_000_000} MB`
  }
  const [ending = ''] = file.name.toLowerCase().match(/[^.]*$/) ?? []
  const isTable = /^text\/|json/.test(file.type) || ENDINGS.includes(ending)
  return isTable ? '' : 'Choose an Excel workbook (.xlsx), or a CSV, JSON or ZIP file'
}
