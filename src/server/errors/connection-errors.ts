/** SQLSTATE classes and system errors that tell of the way to the database, not of the query. */
const CODES =
  /^(08...|53300|57P0.|25P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOENT)$/
/** What the driver and the embedded database say where there is no code. */
const MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying|The embedded database)/

const UNIQUE_VIOLATION = '23505'
const DISK_FULL = /^(53100|ENOSPC|EDQUOT)$/

/** Whether a query failed because the database could not be reached; trying again later may help. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && CODES.test(String(error.code))) return true
  return MESSAGES.test(error.message) || isConnectionError(error.cause)
}

/** Whether the disk had no room for what was to be written. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && DISK_FULL.test(String(error.code))) || isDiskFull(error.cause)
}

/** Whether what was to be written is there already, where it may be only once. */
export function isTaken(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === UNIQUE_VIOLATION) || isTaken(error.cause)
}
