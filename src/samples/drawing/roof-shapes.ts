import type { Colour } from './colour.ts'
import type { Spot } from './perspective.ts'

type Covering = 'tile' | 'thatch' | 'sheet' | 'ryukyu'

export interface Roof {
  /** The walls below it. */
  x0: number
  x1: number
  y0: number
  y1: number
  /** The height at which it meets them. */
  eaves: number
  overhang: number
  /** Rise over run. */
  pitch: number
  /** 0 a gable, 1 a full hip; between them the hip-and-gable roof. */
  hip: number
  /** Which way the ridge runs. */
  ridge: 'x' | 'y'
  covering: Covering
  colour: Colour
  /** What the gable is filled with. */
  gable: Colour
  /** How much the slopes sag and the corners rise. */
  curve: number
  /** A lean-to has no slope on one side: its ridge lies over that wall. */
  isLeanTo?: boolean
}

/** A slope over its eaves line, `s` metres along it and `v` of the way up to the ridge. */
export interface Slope {
  length: number
  spot: (s: number, v: number) => Spot
  /** How far the edge has moved in at `v`. */
  inset: (v: number) => number
  /** Where the slope ends, 1 at the ridge. */
  end: number
  outward: Spot
}

/** From the eaves to the line of the ridge, level. */
export function runOf(roof: Roof) {
  const width = roof.ridge === 'x' ? roof.y1 - roof.y0 : roof.x1 - roof.x0
  return (roof.isLeanTo ? width : width / 2) + roof.overhang
}

export const ridgeHeight = (roof: Roof) => roof.eaves + (runOf(roof) - roof.overhang) * roof.pitch

/** How far in from the ends the gables stand. */
export function gableInset(roof: Roof, length: number) {
  return roof.hip * Math.min(runOf(roof), length / 2)
}

/** The slopes of a roof, that of its front first. */
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

/** The edge of a slope from the eaves up. */
export function ribOf(slope: Slope, side: 'left' | 'right'): Spot[] {
  return [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const v = part * slope.end
    return slope.spot(side === 'left' ? slope.inset(v) : slope.length - slope.inset(v), v)
  })
}
