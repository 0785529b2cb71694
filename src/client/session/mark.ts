const MARK_LENGTH = 6

/** So much of a token tells two sessions apart. */
export function markOf(token: string) {
  return token.slice(0, MARK_LENGTH)
}
