/**
 * The displayed name for the code of a sign (see `signs.ts`) or a tag: `by-the-sea` → `By the sea`.
 */
export function markName(code: string) {
  return code.charAt(0).toUpperCase() + code.slice(1).replaceAll('-', ' ')
}
