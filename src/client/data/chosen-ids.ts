import { ID } from '#contract/query-values.ts'

/** The houses in an address such as `?ids=a,b`, each once. */
export function readIds(text: string | undefined) {
  return [...new Set(text?.split(','))].filter((id) => ID.test(id))
}
