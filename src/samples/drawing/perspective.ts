import type { Point } from './sheet.ts'

/** Metres: to the east, to the north, up. */
export type Spot = readonly [x: number, y: number, z: number]

/**
 * An eye that looks level, so that what is upright in the world is upright in the picture,
 * as draughtsmen like their houses.
 */
export interface Eye {
  /** A spot of the world as a point of the sheet. */
  see: (spot: Spot) => Point
  /** Metres from the eye, along the way it looks. */
  depth: (spot: Spot) => number
  /** How long a metre is on the sheet at that spot. */
  scale: (spot: Spot) => number
  /** Whether the eye stands on the side that a wall with this outward direction faces. */
  faces: (spot: Spot, outward: readonly [x: number, y: number]) => boolean
  at: Spot
  horizon: number
}

interface Stand {
  at: Spot
  /** Radians, clockwise from north. */
  heading: number
  /** Units of the sheet for a metre seen from a metre away. */
  focal: number
  /** Where on the sheet the horizon lies, and the middle of the view. */
  horizon: number
  centre: number
}

const NEAREST = 0.3

export function standAt({ at, heading, focal, horizon, centre }: Stand): Eye {
  const [sin, cos] = [Math.sin(heading), Math.cos(heading)]
  const depth = ([x, y]: Spot) => (x - at[0]) * sin + (y - at[1]) * cos
  const scale = (spot: Spot) => focal / Math.max(NEAREST, depth(spot))
  return {
    at,
    horizon,
    depth,
    scale,
    see: (spot) => {
      const aside = (spot[0] - at[0]) * cos - (spot[1] - at[1]) * sin
      const size = scale(spot)
      return [centre + aside * size, horizon - (spot[2] - at[2]) * size]
    },
    faces: (spot, [x, y]) => (at[0] - spot[0]) * x + (at[1] - spot[1]) * y > 0,
  }
}

/** A stand on a circle around the origin, looking at it, `bearing` radians clockwise from south. */
export function standAround(
  bearing: number,
  distance: number,
  height: number,
  view: { focal: number; horizon: number; centre: number },
): Eye {
  const at: Spot = [-Math.sin(bearing) * distance, -Math.cos(bearing) * distance, height]
  return standAt({ at, heading: bearing, ...view })
}
