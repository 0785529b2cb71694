import { useUnchanging } from './use-static-value.ts'

/** Whether the page reacts: one that the server has drawn does not until its script has taken it over. */
export function useIsAlive() {
  return useUnchanging(() => true, false)
}
