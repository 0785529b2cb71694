import { useRouter } from '@tanstack/react-router'
import { type ReactNode, startTransition, useDeferredValue, useEffect, useState } from 'react'
import { useIsRestoringScroll, useRestoreScroll } from './restore-scroll.ts'

/**
 * Renders its children after the surrounding content, so that a tap has a visible effect sooner.
 */
export function Deferred({ children }: { children: ReactNode }) {
  // Do not use `useDeferredValue` here. Inside a deferred parent, the children would render
  // together with the parent, without a delay.
  const [isDue, setDue] = useState(false)
  useEffect(() => startTransition(() => setDue(true)), [])
  return isDue && children
}

/**
 * The content below a page's heading. It renders after the heading, so that a tap has a visible
 * effect immediately. When the app starts, or when the reader returns to a page that was scrolled
 * down, the content renders together with the heading.
 */
export function PageContent({ children }: { children: ReactNode }) {
  const isStart = useRouter().state.resolvedLocation === undefined
  const isRestoringScroll = useIsRestoringScroll()
  useRestoreScroll()
  return useDeferredValue(true, isStart || isRestoringScroll) && children
}
