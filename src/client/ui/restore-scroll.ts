import { useElementScrollRestoration } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'

/** How long a page may take to reach its previous height, in milliseconds. */
const RESTORE_TIMEOUT_MS = 10_000
/** Events that show that the person scrolls or acts. */
const INPUT_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/**
 * Whether the person returns to a page that was scrolled down. Such a page must render all its
 * content in the first render. Otherwise the page is too short for the scroll position.
 */
export function useIsRestoringScroll() {
  return useStoredScroll() > 0
}

/**
 * Restores the scroll position after a reload or a return. The router restores the position only
 * once, when the page may still be too short.
 */
export function useRestoreScroll() {
  const place = useStoredScroll()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first position counts.
  useLayoutEffect(() => (place > 0 ? restoreScroll(place) : undefined), [])
}

/** Restores the scroll position when this component mounts. See {@link useRestoreScroll}. */
export function RestoreScroll() {
  useRestoreScroll()
  return null
}

function useStoredScroll() {
  return useElementScrollRestoration({ getElement: () => window })?.scrollY ?? 0
}

/**
 * Scrolls to the position `top` each time the height of the page changes, until the person acts.
 * Returns the cleanup function.
 */
export function restoreScroll(top: number) {
  const observer = new ResizeObserver(() => {
    if (Math.abs(scrollY - top) >= 1) scrollTo({ top, behavior: 'instant' })
  })
  const timer = setTimeout(stop, RESTORE_TIMEOUT_MS)
  function stop() {
    observer.disconnect()
    clearTimeout(timer)
    for (const type of INPUT_EVENTS) removeEventListener(type, stop, true)
  }
  observer.observe(document.body)
  for (const type of INPUT_EVENTS) addEventListener(type, stop, { capture: true, passive: true })
  return stop
}
