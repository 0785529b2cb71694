import { PREFECTURES } from '#contract/prefectures.ts'
import styles from './locator-map.module.css'
import type { Frame } from './map-frames.ts'

const FILE = '/map/japan.svg'

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
          className={display === prefecture ? styles.own : styles.other}
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
