/** Whether a write failed because the storage is full. */
export function isQuotaExceeded(error: unknown) {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
}
