import { useElementScrollRestoration } from '@tanstack/react-router'
import { startTransition, useEffect, useState } from 'react'

/** More than a phone shows at once, and the first row of a wide screen. */
const FIRST = 4
/** So few that drawing them keeps nobody waiting. */
const STEP = 4

/** Whether somebody comes back to a place far below, which has to be there at once. */
export function useIsReturning() {
  const place = useElementScrollRestoration({ getElement: () => window })
  return Boolean(place?.scrollY)
}

/**
 * How many of these cards to draw: those in sight, and then a few more at a time, between which
 * taps are answered. All at once for somebody who comes back.
 */
export function useDrawnCount(total: number) {
  const isReturning = useIsReturning()
  const [count, setCount] = useState(isReturning ? total : FIRST)
  useEffect(() => {
    if (count < total) startTransition(() => setCount(count + STEP))
  }, [count, total])
  return Math.min(count, total)
}
