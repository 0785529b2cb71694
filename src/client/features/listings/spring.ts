import { animateValue, type MotionValue } from 'framer-motion'

/** How photos move: at once, and without swinging. */
const SPRING = { type: 'spring', stiffness: 600, damping: 50 } as const

/** Moves a value from where it is, as fast as it was moving, to where it belongs. */
export function springTo(value: MotionValue<number>, target: number) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return value.jump(target)
  value.run((onComplete) =>
    animateValue({
      ...SPRING,
      keyframes: [value.get(), target],
      velocity: value.getVelocity(),
      motionValue: value,
      onUpdate: (latest) => value.set(latest),
      onComplete,
    }),
  )
}
