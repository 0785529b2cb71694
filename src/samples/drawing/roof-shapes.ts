import type { Colour } from './colour.ts'
import type { Spot } from './perspective.ts'

type Covering = 'tile' | 'thatch' | 'sheet' | 'ryukyu'

export interface Roof {
  /** The extent of the walls below the roof. */
  x0: number
  x1: number
  y0: number
  y1: number
  /** The height at which the roof meets the walls. */
  eaves: number
  overhang: number
  /** The steepness: rise over run. */
  pitch: number
  /** 0 is a gable roof, 1 a hip roof. Values between are hip-and-gable roofs. */
  hip: number
  /** The direction of the ridge. */
  ridge: 'x' | 'y'
  covering: Covering
  colour: Colour
  gable: Colour
  /** How far the slopes of the roof sag, and its corners rise. */
  curve: number
  /**
   * Whether the roof is a lean-to: it has only the front slope, with its ridge above the back wall.
   */
  isLeanTo?: boolean
}

/**
 * One slope of a roof. `s` is the distance along the eaves in metres, `v` the height: 0 at the
 * eaves, 1 at the ridge.
 */
export interface Slope {
  length: number
  spot: (s: number, v: number) => Spot
  /** How far each side edge has moved inwards at height `v`, in metres. */
  inset: (v: number) => number
  /** The height `v` at which the slope ends. 1 is the ridge. */
  end: number
  outward: Spot
}

/** The horizontal distance from the eaves to the ridge. */
export function runOf(roof: Roof) {
  const width = roof.ridge === 'x' ? roof.y1 - roof.y0 : roof.x1 - roof.x0
  return (roof.isLeanTo ? width : width / 2) + roof.overhang
}

export const ridgeHeight = (roof: Roof) => roof.eaves + (runOf(roof) - roof.overhang) * roof.pitch

/** How far the gables are set back from the ends of the roof. */
export function gableInset(roof: Roof, length: number) {
  return roof.hip * Math.min(runOf(roof), length / 2)
}

/** The slopes of a roof, the front one first. */
export function slopesOf(roof: Roof): [front: Slope, ...others: Slope[]] {
  const along = roof.ridge === 'x'
  const turn = (a: number, b: number, z: number): Spot => (along ? [a, b, z] : [b, a, z])
  const over = roof.overhang
  const [a0, a1] = along ? [roof.x0 - over, roof.x1 + over] : [roof.y0 - over, roof.y1 + over]
  const [b0, b1] = along ? [roof.y0 - over, roof.y1 + over] : [roof.x0 - over, roof.x1 + over]
  const run = runOf(roof)
  const rise = run * roof.pitch
  const low = roof.eaves - over * roof.pitch
  const most = gableInset(roof, a1 - a0)
  const height = (s: number, length: number, v: number) => {
    const aside = Math.abs(s / length - 0.5) * 2
    return (
      low + rise * (v - roof.curve * v * (1 - v)) + roof.curve * 1.6 * aside ** 5 * (1 - v) ** 3
    )
  }
  const slope = (length: number, sign: -1 | 1, main: boolean): Slope => {
    const from = main ? (sign < 0 ? b0 : b1) : sign < 0 ? a0 : a1
    const place = (v: number) => from - sign * run * v
    return {
      length,
      spot: main
        ? (s, v) => turn(a0 + s, place(v), height(s, length, v))
        : (s, v) => turn(place(v), b0 + s, height(s, length, v)),
      inset: main ? (v) => Math.min(v * run, most) : (v) => v * run,
      end: main ? 1 : most / run,
      outward: main ? turn(0, sign * roof.pitch, 1) : turn(sign * roof.pitch, 0, 1),
    }
  }
  const back = roof.isLeanTo ? [] : [slope(a1 - a0, 1, true)]
  const ends = roof.hip > 0 ? [slope(b1 - b0, -1, false), slope(b1 - b0, 1, false)] : []
  return [slope(a1 - a0, -1, true), ...back, ...ends]
}

const EAVES_STEPS = [0, 0.04, 0.15, 0.5, 0.85, 0.96, 1]

export const eavesOf = (slope: Slope, roof: Roof) =>
  (roof.curve > 0.03 ? EAVES_STEPS : [0, 1]).map((part) => slope.spot(part * slope.length, 0))

/** The edge of a slope, from the eaves up. */
export function ribOf(slope: Slope, side: 'left' | 'right'): Spot[] {
  return [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const v = part * slope.end
    return slope.spot(side === 'left' ? slope.inset(v) : slope.length - slope.inset(v), v)
  })
}
