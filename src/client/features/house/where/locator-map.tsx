import { PREFECTURES } from '#contract/prefectures.ts'
import styles from './locator-map.module.css'
import type { Frame } from './map-frames.ts'

const FILE = '/map/japan.svg'

/** The width of a map, in map units, above which a prefecture looks very small. */
const WIDE = 10_000

interface LocatorMapProps {
  /** A description of the map for screen readers. */
  label: string
  frame: Frame
  /** The English name of the prefecture to highlight. */
  prefecture: string
  /**
   * The circle in which the place lies. The map enlarges a circle that would be too small to see.
   */
  spot?: { x: number; y: number; radius: number }
}

/** A small map that shows where a house is. Users cannot move or zoom the map. */
export function LocatorMap({ label, frame, prefecture, spot }: LocatorMapProps) {
  const { x, y, size } = frame
  // If the map shows a wide area, the prefecture looks small, so draw it in a stronger colour.
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
