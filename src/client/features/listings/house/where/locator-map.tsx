import { PREFECTURES } from '#contract/prefectures.ts'
import styles from './locator-map.module.css'
import type { Frame } from './map-frames.ts'

const FILE = '/map/japan.svg'

/** The side of a map from which on a prefecture needs a stronger colour, in its units. */
const WIDE = 10_000

interface LocatorMapProps {
  /** What the map shows, for screen readers. */
  label: string
  frame: Frame
  /** The English name of the prefecture to highlight. */
  prefecture: string
  /** The place, as a dot, or as a circle with this radius. */
  spot?: { x: number; y: number; radius: number }
}

/** A small map that does not move. */
export function LocatorMap({ label, frame, prefecture, spot }: LocatorMapProps) {
  const { x, y, size } = frame
  // On the map of Japan, a prefecture is small.
  const isWide = size > WIDE
  return (
    <svg
      className={styles.map}
      viewBox={`${x} ${y} ${size} ${size}`}
      strokeWidth={size / 300}
      role="img"
      aria-label={label}
    >
      {PREFECTURES.map(({ display }) => (
        <use
          key={display}
          className={display === prefecture ? (isWide ? styles.ownFar : styles.own) : styles.other}
          href={`${FILE}#${display}`}
        />
      ))}
      {spot && (
        <circle
          className={styles.spot}
          cx={spot.x}
          cy={spot.y}
          r={Math.max(spot.radius, size / 60)}
          strokeWidth={size / 150}
        />
      )}
    </svg>
  )
}
