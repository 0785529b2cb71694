import { useUnchanging } from './use-static-value.ts'

/** Whether the page is hydrated. A server-rendered page does not react before. */
export function useIsAlive() {
  return useUnchanging(() => true, false)
}
