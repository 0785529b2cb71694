import { useRouter } from '@tanstack/react-router'
import { type ReactNode, startTransition, useDeferredValue, useEffect, useState } from 'react'
import { useIsReturning, useReturnToPlace } from './returning.ts'

/** What is drawn after all that is around it, so that a tap shows that first. */
export function Later({ children }: { children: ReactNode }) {
  // No deferred value: what stands in something that was itself deferred would be drawn with it.
  const [isDue, setDue] = useState(false)
  useEffect(() => startTransition(() => setDue(true)), [])
  return isDue && children
}

/**
 * What a page holds below its heading: a tap that leads there shows that first. All at once where the
 * app starts, and for somebody who comes back to a place in it.
 */
export function PageContent({ children }: { children: ReactNode }) {
  const isStart = useRouter().state.resolvedLocation === undefined
  const isReturning = useIsReturning()
  useReturnToPlace()
  return useDeferredValue(true, isStart || isReturning) && children
}
