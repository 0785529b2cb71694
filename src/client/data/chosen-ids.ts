import { ID } from '#contract/query-values.ts'

/** The ids of the houses in an address such as `?ids=a,b`, without duplicates. */
export function readIds(text: string | undefined) {
  return [...new Set(text?.split(','))].filter((id) => ID.test(id))
}
