/** The name of a sign or a tag on the screen: `by-the-sea` → `By the sea`. */
export function markName(code: string) {
  return code.charAt(0).toUpperCase() + code.slice(1).replaceAll('-', ' ')
}
