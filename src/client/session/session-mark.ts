const MARK_LENGTH = 6

/** The first characters of a token. They distinguish two sessions, but do not grant access. */
export function markOf(token: string) {
  return token.slice(0, MARK_LENGTH)
}
