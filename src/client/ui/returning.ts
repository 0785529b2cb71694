import { useElementScrollRestoration } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'

/** How long a page may take to become as high as it was; milliseconds. */
const PATIENCE = 10_000
/** With one of these somebody goes elsewhere by themselves. */
const BY_HAND = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/** Whether somebody comes back to a place far below, which has to be there at once. */
export function useIsReturning() {
  return usePlace() > 0
}

/**
 * Scrolls back to where somebody was before they reloaded the page or left it. The router tries once,
 * when what the page shows may still be on its way: a page that is shorter then ends further up.
 */
export function useReturnToPlace() {
  const place = usePlace()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place of the start, whatever follows.
  useLayoutEffect(() => (place > 0 ? returnTo(place) : undefined), [])
}

function usePlace() {
  return useElementScrollRestoration({ getElement: () => window })?.scrollY ?? 0
}

/** Scrolls there whenever the page changes its height, for as long as nobody does anything. Returns how to stop. */
function returnTo(top: number) {
  const observer = new ResizeObserver(() => {
    if (Math.abs(scrollY - top) >= 1) scrollTo({ top, behavior: 'instant' })
  })
  const timer = setTimeout(stop, PATIENCE)
  function stop() {
    observer.disconnect()
    clearTimeout(timer)
    for (const type of BY_HAND) removeEventListener(type, stop, true)
  }
  observer.observe(document.body)
  for (const type of BY_HAND) addEventListener(type, stop, { capture: true, passive: true })
  return stop
}
