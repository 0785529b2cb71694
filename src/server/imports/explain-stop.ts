import { isConnectionError, isDiskFull } from '#server/errors/connection-errors.ts'
import { Refusal } from '#server/errors/refusal.ts'

/**
 * The reason why an import failed, as a sentence for an administrator. Null if the error is a bug.
 */
export function explainStop(error: unknown) {
  if (error instanceof Refusal) return error.detail
  if (isDiskFull(error)) return 'The disk is full.'
  if (isConnectionError(error))
    return 'The database was stopped in the meantime, or cannot be reached.'
  return null
}
