import { type ReactNode, useDeferredValue } from 'react'

/** What is drawn after all that is around it, so that a tap shows that first. */
export function Later({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) && children
}
