/** Escapes a text for a `like` pattern, so that its `%`, `_` and `\` lose their special meaning. */
export function escapeLike(text: string) {
  return text.replace(/[\\%_]/g, '\\$&')
}
