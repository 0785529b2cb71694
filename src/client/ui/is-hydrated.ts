import { useStaticValue } from './use-static-value.ts'

/** Whether the page is hydrated. Before hydration, a server-rendered page does not react. */
export function useIsHydrated() {
  return useStaticValue(() => true, false)
}
