import { useUnchanging } from './use-static-value.ts'

/** Whether the page is hydrated. Before hydration, a server-rendered page does not react. */
export function useIsAlive() {
  return useUnchanging(() => true, false)
}
