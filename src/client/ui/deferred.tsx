import { useRouter } from '@tanstack/react-router'
import { type ReactNode, startTransition, useDeferredValue, useEffect, useState } from 'react'
import { useIsRestoringScroll, useRestoreScroll } from './restore-scroll.ts'

/**
 * Renders its children after the surrounding content, so that a tap has a visible effect sooner.
 */
export function Deferred({ children }: { children: ReactNode }) {
  // Do not use `useDeferredValue` here. If a parent is already deferred, React ignores the initial
  // value of a `useDeferredValue` inside this parent. The children would then render together with
  // the parent, and not after it.
  const [isDue, setDue] = useState(false)
  useEffect(() => startTransition(() => setDue(true)), [])
  return isDue && children
}

/**
 * The content below a page's heading. It renders after the heading, so that a tap has a visible
 * effect immediately. When the app starts, or when the person returns to a page that was scrolled
 * down, the content renders together with the heading.
 */
export function PageContent({ children }: { children: ReactNode }) {
  const isStart = useRouter().state.resolvedLocation === undefined
  const isRestoringScroll = useIsRestoringScroll()
  useRestoreScroll()
  return useDeferredValue(true, isStart || isRestoringScroll) && children
}
