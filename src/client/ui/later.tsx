import { useRouter } from '@tanstack/react-router'
import { type ReactNode, startTransition, useDeferredValue, useEffect, useState } from 'react'
import { useIsReturning, useReturnToPlace } from './returning.ts'

/**
 * Renders its children after the content around them, so that a tap has a visible effect sooner.
 */
export function Later({ children }: { children: ReactNode }) {
  // `useDeferredValue` would not delay the children inside a deferred parent: they would render
  // together with the parent.
  const [isDue, setDue] = useState(false)
  useEffect(() => startTransition(() => setDue(true)), [])
  return isDue && children
}

/**
 * The content below a page's heading. It renders after the heading, so that a tap has a visible
 * effect at once. When the app starts, or the reader returns to a scroll position, it renders with
 * the heading.
 */
export function PageContent({ children }: { children: ReactNode }) {
  const isStart = useRouter().state.resolvedLocation === undefined
  const isReturning = useIsReturning()
  useReturnToPlace()
  return useDeferredValue(true, isStart || isReturning) && children
}
