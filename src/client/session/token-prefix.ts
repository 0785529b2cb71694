const PREFIX_LENGTH = 6

/** The first characters of a token. They distinguish two sessions, but do not grant access. */
export function tokenPrefixOf(token: string) {
  return token.slice(0, PREFIX_LENGTH)
}
