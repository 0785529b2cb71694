/**
 * The message of the innermost cause. For example, `fetch` reports the reason of a failure as the
 * error's cause.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : reasonOf(error.cause)
}
