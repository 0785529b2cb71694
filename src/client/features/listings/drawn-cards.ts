import { startTransition, useEffect, useState } from 'react'
import { useIsReturning } from '#client/ui/returning.ts'

/** As many as a phone shows at once, and so few that drawing them keeps nobody waiting. */
const STEP = 2

/**
 * How many of these cards to draw: those in sight, and then a few more at a time, between which
 * taps are answered. All at once for somebody who comes back.
 */
export function useDrawnCount(total: number) {
  const isReturning = useIsReturning()
  const [count, setCount] = useState(isReturning ? total : STEP)
  useEffect(() => {
    if (count >= total) return
    // One step to a frame: what it has to lay out and to paint stays small, too.
    const frame = requestAnimationFrame(() => startTransition(() => setCount(count + STEP)))
    return () => cancelAnimationFrame(frame)
  }, [count, total])
  return Math.min(count, total)
}
