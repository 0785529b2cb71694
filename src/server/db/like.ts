/** A text as a part of a pattern of `like` that stands for itself. */
export function escapeLike(text: string) {
  return text.replace(/[\\%_]/g, '\\$&')
}
