import { startTransition, useEffect, useState } from 'react'
import { useIsRestoringScroll } from '#client/ui/restore-scroll.ts'

/**
 * The number of cards that are rendered per frame. A phone shows about this many cards, and
 * rendering them takes little time.
 */
const STEP = 2

/**
 * How many cards to render now. The visible cards come first. Then each frame renders a few more
 * cards, so that taps are handled between frames. If the person returns to a scroll position, the
 * first render contains all cards.
 */
export function useRenderedCount(total: number) {
  const isRestoringScroll = useIsRestoringScroll()
  const [count, setCount] = useState(isRestoringScroll ? total : STEP)
  useEffect(() => {
    if (count >= total) return
    const frame = requestAnimationFrame(() => startTransition(() => setCount(count + STEP)))
    return () => cancelAnimationFrame(frame)
  }, [count, total])
  return Math.min(count, total)
}
