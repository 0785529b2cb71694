import { MAX_IMPORT_BYTES } from '#contract/imports.ts'

const ENDINGS = /\.(csv|tsv|txt|json|jsonl|ndjson)$/i
/** The file types for the file picker on phones and computers. */
export const ACCEPTED = '.csv,.txt,.json,.jsonl,.ndjson,text/csv,application/json'

/**
 * Checks a file by its size and type. Returns the reason to refuse the file, or an empty string.
 */
export function findFault(file: File | null) {
  if (!file) return 'Choose the file to import'
  if (file.size === 0) return 'The file is empty'
  if (file.size > MAX_IMPORT_BYTES) {
    return `The file is larger than ${MAX_IMPORT_BYTES / 1_000_000} MB`
  }
  const isText = /^text\/|json/.test(file.type) || ENDINGS.test(file.name)
  return isText ? '' : 'Choose a CSV or JSON file'
}
