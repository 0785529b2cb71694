import { useRouter } from '@tanstack/react-router'
import { type ReactNode, startTransition, useDeferredValue, useEffect, useState } from 'react'
import { useIsReturning, useReturnToPlace } from './returning.ts'

/**
 * Renders its children after the content around them, so that a tap has a visible effect sooner.
 */
export function Later({ children }: { children: ReactNode }) {
  // `useDeferredValue` would not work here. Inside a deferred parent, it would not delay the
  // children, because they would render together with the parent.
  const [isDue, setDue] = useState(false)
  useEffect(() => startTransition(() => setDue(true)), [])
  return isDue && children
}

/**
 * The content below a page's heading. It renders after the heading, so that a tap has a visible
 * effect at once. It renders together with the heading when the app starts, or when the reader
 * returns to a scroll position.
 */
export function PageContent({ children }: { children: ReactNode }) {
  const isStart = useRouter().state.resolvedLocation === undefined
  const isReturning = useIsReturning()
  useReturnToPlace()
  return useDeferredValue(true, isStart || isReturning) && children
}
