const MARK_LENGTH = 6

/** This many characters of a token tell two sessions apart, and do not give access. */
export function markOf(token: string) {
  return token.slice(0, MARK_LENGTH)
}
