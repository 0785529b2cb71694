import { animateValue, type MotionValue } from 'framer-motion'

/** The spring for animations of photos: fast and without bounce. */
const SPRING = { type: 'spring', stiffness: 600, damping: 50 } as const

/**
 * Animates a value to its target with a spring. The animation starts at the value's current
 * velocity, for example that of a swipe.
 */
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
