import { MAX_IMPORT_BYTES } from '#contract/imports.ts'

const ENDINGS = /\.(csv|tsv|txt|json|jsonl|ndjson)$/i
/** What the picker of a phone or a desk offers. */
export const ACCEPTED = '.csv,.txt,.json,.jsonl,.ndjson,text/csv,application/json'

/** Why a file cannot be one of listings, as far as that is seen from outside; empty when it may be. */
export function findFault(file: File | null) {
  if (!file) return 'Choose the file to import'
  if (file.size === 0) return 'The file is empty'
  if (file.size > MAX_IMPORT_BYTES) {
    return `The file is larger than ${MAX_IMPORT_BYTES / 1_000_000} MB`
  }
  const isText = /^text\/|json/.test(file.type) || ENDINGS.test(file.name)
  return isText ? '' : 'Choose a CSV or JSON file'
}
