import { isConnectionError, isDiskFull } from '#server/errors/connection-errors.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { UnreadColumns } from './reading/mapping/choose.ts'

/**
 * The reason why an import failed, as a sentence for an administrator. Null if the error is a bug.
 * `howToMap` says how this administrator chooses the columns of a file.
 */
export function explainStop(error: unknown, howToMap: string) {
  if (error instanceof UnreadColumns) return `${error.detail} ${howToMap}`
  if (error instanceof Refusal) return error.detail
  if (isDiskFull(error)) return 'The disk is full.'
  if (isConnectionError(error))
    return 'The database was stopped in the meantime, or cannot be reached.'
  return null
}
