/**
 * SQLSTATE codes and system errors that mean a lost connection to the database, not a wrong query.
 */
const CODES =
  /^(08...|53300|57P0.|25P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOENT)$/
/** Messages of connection errors without a code, from the driver and the embedded database. */
const MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying|The embedded database)/

const UNIQUE_VIOLATION = '23505'
const DISK_FULL = /^(53100|ENOSPC|EDQUOT)$/

/** Whether a query failed because the database was unreachable. A later retry may succeed. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && CODES.test(String(error.code))) return true
  return MESSAGES.test(error.message) || isConnectionError(error.cause)
}

/** Whether a write failed because the disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && DISK_FULL.test(String(error.code))) || isDiskFull(error.cause)
}

export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === UNIQUE_VIOLATION) || isUniqueViolation(error.cause)
}
