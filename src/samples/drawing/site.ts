import type { Random } from '../random.ts'
import type { Light } from './light.ts'
import { line } from './path.ts'
import type { Eye, Spot } from './perspective.ts'
import type { Point, Sheet } from './sheet.ts'

/**
 * What all drawing functions need: the sheet, the viewer's eye, the light, the direction to the
 * sun, and the source of random numbers.
 */
export interface Site {
  sheet: Sheet
  eye: Eye
  light: Light
  /** The direction to the sun, of length 1. */
  sun: Spot
  random: Random
}

export const seeAll = ({ eye }: Site, spots: readonly Spot[]): Point[] => spots.map(eye.see)

/** Chooses the direction to the sun, so that the sun shines from behind the viewer. */
export function sunBehind(bearing: number, side: -1 | 1): Spot {
  const azimuth = bearing - side * 0.85
  const [rise, flat] = [0.62, 0.78]
  return [-Math.sin(azimuth) * flat, -Math.cos(azimuth) * flat, rise]
}

/** How much sun a surface gets, from 0 to 1. `outward` is the direction that the surface faces. */
export function sunOn({ sun }: Site, outward: Spot) {
  const length = Math.hypot(...outward)
  const towards = (outward[0] * sun[0] + outward[1] * sun[1] + outward[2] * sun[2]) / length
  return Math.min(1, Math.max(0, 0.18 + towards * 0.95))
}

/** Whether the viewer is on the outer side of a surface. */
export function facesEye({ eye }: Site, spot: Spot, outward: Spot) {
  const [x, y, z] = eye.at
  return (x - spot[0]) * outward[0] + (y - spot[1]) * outward[1] + (z - spot[2]) * outward[2] > 0
}

/** A fine dark line, as in woodblock prints. */
export function inkLine({ sheet, light }: Site, points: readonly Point[], width = 1.7) {
  sheet.stroke(line(points), light.seen('#2a2530', 0.35), { width, opacity: 0.6 })
}

export interface Wall {
  /**
   * Returns a point of the wall. `s` is the distance in metres from the wall's left end as seen
   * from outside. `z` is the height in metres above the ground.
   */
  spot: (s: number, z: number) => Spot
  length: number
  z0: number
  z1: number
  outward: Spot
}
