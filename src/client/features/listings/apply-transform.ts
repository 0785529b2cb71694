import { frame, type MotionValue } from 'framer-motion'

interface Place {
  x: MotionValue<number>
  y?: MotionValue<number>
  scale?: MotionValue<number>
}

/**
 * Copies the motion values `x`, `y` and `scale` to the `transform` of an element, at most once per
 * frame. Returns the unsubscribe function.
 */
export function applyTransform({ style }: HTMLElement, { x, y, scale }: Place) {
  const draw = () => {
    style.transform = `translate(${x.get()}px, ${y?.get() ?? 0}px) scale(${scale?.get() ?? 1})`
  }
  const stops = [x, y, scale].map((value) => value?.on('change', () => frame.render(draw)))
  return () => {
    for (const stop of stops) stop?.()
  }
}
