import { mix } from './colour.ts'
import { lines, polygon } from './path.ts'
import type { Spot } from './perspective.ts'
import { gableInset, type Roof, runOf, type Slope } from './roof-shapes.ts'
import { facesEye, type Site, seeAll, sunOn } from './site.ts'

/** The triangular gables at the roof's ends, with their barge boards. */
export function drawGables(site: Site, roof: Roof, slopes: readonly Slope[]) {
  const [front, back] = roof.isLeanTo ? [slopes[0], undefined] : slopes
  if (roof.hip >= 1 || !front) return
  const inset = gableInset(roof, front.length)
  const from = inset / runOf(roof)
  const steps = [0, 0.25, 0.5, 0.75, 1].map((part) => from + (1 - from) * part)
  for (const sign of [-1, 1] as const) {
    const outward: Spot = roof.ridge === 'x' ? [sign, 0, 0] : [0, sign, 0]
    const edge = sign < 0 ? inset : front.length - inset
    if (!facesEye(site, front.spot(edge, 1), outward)) continue
    const inside = edge - sign * (roof.hip > 0 ? 0.25 : roof.overhang)
    const far = back
      ? steps
          .map((v) => back.spot(inside, v))
          .reverse()
          .slice(1)
      : [dropTo(front.spot(inside, 1), front.spot(inside, from)[2])]
    for (const slope of back ? [front, back] : [front])
      drawVergeUnderside(site, roof, slope, edge, inside, steps)
    const wall = seeAll(site, [...steps.map((v) => front.spot(inside, v)), ...far])
    const sun = sunOn(site, outward)
    site.sheet.fill(polygon(wall), site.light.seen(roof.gable, sun * 0.85))
    if (roof.hip > 0 && back) drawSmokeLattice(site, [front, back], inside, from, sun)
    for (const slope of back ? [front, back] : [front])
      drawBargeBoard(
        site,
        roof,
        steps.map((v) => slope.spot(edge, v)),
        sun,
      )
  }
}

/** The boards that are visible below the end of a roof. */
function drawVergeUnderside(
  site: Site,
  roof: Roof,
  slope: Slope,
  edge: number,
  inside: number,
  steps: readonly number[],
) {
  const thick = roof.covering === 'thatch' ? 0.5 : 0.12
  const below = (s: number) =>
    steps.map((v) => dropTo(slope.spot(s, v), slope.spot(s, v)[2] - thick))
  site.sheet.fill(
    polygon(seeAll(site, [...below(edge), ...below(inside).reverse()])),
    site.light.seen('#4a3a30', 0.05),
  )
}

const dropTo = ([x, y]: Spot, z: number): Spot => [x, y, z]

/** The wooden smoke vent in the gable of a hip-and-gable roof. */
function drawSmokeLattice(
  site: Site,
  slopes: readonly Slope[],
  s: number,
  from: number,
  sun: number,
) {
  const bars = slopes.flatMap((slope) =>
    [0.15, 0.35, 0.55, 0.75, 0.95].map((part) => {
      const top = slope.spot(s, from + (1 - from) * part)
      return seeAll(site, [top, dropTo(top, Math.min(slope.spot(s, from)[2], top[2]))])
    }),
  )
  site.sheet.stroke(lines(bars), site.light.seen('#3b2f28', sun), {
    width: 2,
    opacity: 0.6,
    cap: 'butt',
  })
}

function drawBargeBoard(site: Site, roof: Roof, upper: readonly Spot[], sun: number) {
  const thick = roof.covering === 'thatch' ? 0.6 : 0.24
  const board = roof.covering === 'thatch' ? mix(roof.colour, '#3a2c1e', 0.25) : '#6a5546'
  const lower = upper.map(([x, y, z]): Spot => [x, y, z - thick]).reverse()
  site.sheet.fill(polygon(seeAll(site, [...upper, ...lower])), site.light.seen(board, sun))
}
