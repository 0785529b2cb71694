/** Escapes a text for a `like` pattern, so that it matches literally. */
export function escapeLike(text: string) {
  return text.replace(/[\\%_]/g, '\\$&')
}
