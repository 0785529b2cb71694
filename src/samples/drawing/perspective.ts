import type { Point } from './sheet.ts'

/** A point of the scene in metres to the east, to the north, and up. */
export type Spot = readonly [x: number, y: number, z: number]

/**
 * The viewer's eye. It looks horizontally, so that vertical lines stay vertical, as in architects'
 * drawings.
 */
export interface Eye {
  /** Projects a point of the scene onto the sheet. */
  see: (spot: Spot) => Point
  /** Distance in metres along the direction of view. */
  depth: (spot: Spot) => number
  /** The length of a metre at `spot`, in units of the sheet. */
  scale: (spot: Spot) => number
  /**
   * Whether the viewer sees the outer side of a wall. `outward` is the direction that the wall
   * faces.
   */
  faces: (spot: Spot, outward: readonly [x: number, y: number]) => boolean
  at: Spot
  horizon: number
}

interface Stand {
  at: Spot
  /** The direction of view in radians, clockwise from north. */
  heading: number
  /** How long a metre is drawn when it is one metre away, in units of the drawing. */
  focal: number
  /** The y of the horizon, and the x of the view's centre. */
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

/**
 * Places the viewer's eye on a circle around the origin, and turns the eye to the origin. `bearing`
 * is in radians, clockwise from south.
 */
export function standAround(
  bearing: number,
  distance: number,
  height: number,
  view: { focal: number; horizon: number; centre: number },
): Eye {
  const at: Spot = [-Math.sin(bearing) * distance, -Math.cos(bearing) * distance, height]
  return standAt({ at, heading: bearing, ...view })
}
