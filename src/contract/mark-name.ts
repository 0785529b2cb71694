/** The name on the screen for a code of `SIGNS` or `TAGS`: `by-the-sea` → `By the sea`. */
export function markName(code: string) {
  return code.charAt(0).toUpperCase() + code.slice(1).replaceAll('-', ' ')
}
