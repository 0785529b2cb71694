import { useRouter } from '@tanstack/react-router'
import { type ReactNode, startTransition, useDeferredValue, useEffect, useState } from 'react'
import { useIsReturning, useReturnToPlace } from './returning.ts'

/** Renders its children after the parts around it, so that a tap shows the rest first. */
export function Later({ children }: { children: ReactNode }) {
  // Not `useDeferredValue`: within a deferred parent, it would render together with the parent.
  const [isDue, setDue] = useState(false)
  useEffect(() => startTransition(() => setDue(true)), [])
  return isDue && children
}

/**
 * The content below a page's heading. It renders after the heading, so that a tap shows its effect
 * first. At the app's start and on a return to a scroll position it renders at once.
 */
export function PageContent({ children }: { children: ReactNode }) {
  const isStart = useRouter().state.resolvedLocation === undefined
  const isReturning = useIsReturning()
  useReturnToPlace()
  return useDeferredValue(true, isStart || isReturning) && children
}
