import { startTransition, useEffect, useState } from 'react'
import { useIsReturning } from '#client/ui/returning.ts'

/**
 * The number of cards that each step renders: about as many as a phone shows, and few enough to
 * render quickly.
 */
const STEP = 2

/**
 * How many cards to render now. The visible ones come first, then a few more per frame, so that
 * taps are handled between frames. Renders all cards at once when the reader returns to a scroll
 * position.
 */
export function useDrawnCount(total: number) {
  const isReturning = useIsReturning()
  const [count, setCount] = useState(isReturning ? total : STEP)
  useEffect(() => {
    if (count >= total) return
    // Render one step per frame, so that its layout and paint are short.
    const frame = requestAnimationFrame(() => startTransition(() => setCount(count + STEP)))
    return () => cancelAnimationFrame(frame)
  }, [count, total])
  return Math.min(count, total)
}
