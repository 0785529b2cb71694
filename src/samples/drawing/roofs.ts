import { darker, lighter, mix } from './colour.ts'
import { drawGables } from './gables.ts'
import { dots, line, lines, polygon } from './path.ts'
import type { Spot } from './perspective.ts'
import { drawRidges } from './ridges.ts'
import { eavesOf, type Roof, ribOf, runOf, type Slope, slopesOf } from './roof-shapes.ts'
import type { Point } from './sheet.ts'
import { facesEye, inkLine, type Site, seeAll, sunOn } from './site.ts'

export function drawRoof(site: Site, roof: Roof) {
  const slopes = slopesOf(roof)
  const visible = slopes.filter((slope) =>
    facesEye(site, slope.spot(slope.length / 2, 0.3), slope.outward),
  )
  for (const slope of visible) drawUnderside(site, roof, slope)
  drawGables(site, roof, slopes)
  const farFirst = [...visible].sort((a, b) => depthOf(site, b) - depthOf(site, a))
  for (const slope of farFirst) drawSlope(site, roof, slope)
  drawRidges(site, roof, slopes[0], farFirst)
}

const depthOf = ({ eye }: Site, slope: Slope) => eye.depth(slope.spot(slope.length / 2, 0))

function drawSlope(site: Site, roof: Roof, slope: Slope) {
  const { sheet, light } = site
  const sun = sunOn(site, slope.outward)
  const low = eavesOf(slope, roof)
  const shape = seeAll(site, [
    ...low,
    ...ribOf(slope, 'right').slice(1),
    ...ribOf(slope, 'left').reverse().slice(0, -1),
  ])
  const base = light.snow ? snowOn(roof) : roof.colour
  const wash = sheet.fade([
    { at: 0, colour: light.seen(lighter(base, 0.1), sun) },
    { at: 0.55, colour: light.seen(base, sun) },
    { at: 1, colour: light.seen(light.snow ? mix(base, '#b9cbdc', 0.3) : darker(base, 0.16), sun) },
  ])
  sheet.fill(polygon(shape), wash)
  if (light.snow) drawSnow(site, roof, slope, low)
  else if (roof.covering === 'thatch') drawStraw(site, roof, slope, sun)
  else drawCourses(site, roof, slope, sun)
  inkLine(site, [...shape, ...shape.slice(0, 1)], 1.4)
}

/** The colour of snow on a roof. A metal roof shows through the snow more than thatch does. */
const snowOn = (roof: Roof) => mix('#f3f6f8', roof.colour, roof.covering === 'sheet' ? 0.12 : 0.03)

/** If a metre is shorter than this many units of the sheet, the roof is drawn with fewer lines. */
const FAR = 26

/** Columns and rows of tiles, or the seams of a metal roof. */
function drawCourses(site: Site, roof: Roof, slope: Slope, sun: number) {
  const { sheet, light, eye } = site
  const metre = eye.scale(slope.spot(slope.length / 2, 0.2))
  // The minimum distance between lines, in units of the sheet.
  const closest = metre < FAR ? 16 : 10
  const apart = Math.max(roof.covering === 'sheet' ? 0.45 : 0.34, closest / metre)
  const count = Math.max(3, Math.round(slope.length / apart))
  const steps = roof.curve > 0.05 ? [0, 0.5, 1] : [0, 1]
  const columns = Array.from({ length: count - 1 }, (_, index) => {
    const s = ((index + 1) / count) * slope.length
    const top = Math.min(slope.end, highest(slope, s))
    return seeAll(
      site,
      steps.map((part) => slope.spot(s, part * top)),
    )
  })
  const dark = light.seen(darker(roof.colour, 0.45), sun)
  const mortar = roof.covering === 'ryukyu'
  sheet.stroke(lines(columns), mortar ? light.seen('#f3e7da', sun) : dark, {
    width: mortar ? 2.6 : 1.7,
    opacity: 0.55,
    cap: 'butt',
  })
  const width = Math.max(2.5, metre * (roof.covering === 'sheet' ? 0.08 : 0.12))
  const low = line(seeAll(site, eavesOf(slope, roof)))
  sheet.stroke(low, dark, { width })
  if (roof.covering === 'sheet' || metre < FAR) return
  const rows = [0.12, 0.3, 0.48, 0.66, 0.84].map((part) => levelLine(site, slope, part * slope.end))
  sheet.stroke(lines(rows), light.seen(lighter(roof.colour, 0.35), sun), {
    width: 1.2,
    opacity: 0.28,
    cap: 'butt',
  })
  const gap = metre * apart
  sheet.stroke(low, light.seen(lighter(roof.colour, 0.3), sun), {
    width: Math.min(6, gap * 0.5),
    opacity: 0.75,
    dash: `0 ${Math.max(6, Math.round(gap))}`,
  })
}

function levelLine(site: Site, slope: Slope, v: number): Point[] {
  const inset = slope.inset(v)
  return seeAll(
    site,
    [0, 0.5, 1].map((part) => slope.spot(inset + part * (slope.length - 2 * inset), v)),
  )
}

/**
 * The height at which a column of tiles meets the hip. `s` is the distance of the column along the
 * eaves.
 */
function highest(slope: Slope, s: number) {
  const room = Math.min(s, slope.length - s)
  for (let v = 0.05; v <= 1; v += 0.05) if (slope.inset(v) > room) return v - 0.05
  return 1
}

/** The combed surface of thatch. */
function drawStraw(site: Site, roof: Roof, slope: Slope, sun: number) {
  const { sheet, light, random } = site
  const strokes = Array.from({ length: 40 }, (): Point[] => {
    const v = random.between(0, slope.end * 0.9)
    const inset = slope.inset(v)
    const s = random.between(inset, slope.length - inset)
    const up = Math.min(v + random.between(0.06, 0.16), slope.end, Math.max(v, highest(slope, s)))
    return seeAll(site, [slope.spot(s, v), slope.spot(s, up)])
  })
  sheet.stroke(lines(strokes.slice(0, 26)), light.seen(darker(roof.colour, 0.4), sun), {
    width: 1.6,
    opacity: 0.4,
  })
  sheet.stroke(lines(strokes.slice(26)), light.seen(lighter(roof.colour, 0.3), sun), {
    width: 1.6,
    opacity: 0.45,
  })
  sheet.stroke(
    lines([0.1, 0.22].map((v) => levelLine(site, slope, v))),
    light.seen(darker(roof.colour, 0.5), sun),
    { width: 2.4, opacity: 0.3 },
  )
}

/** The snow on a roof: drifts on the slope, and a thick edge over the eaves. */
function drawSnow(site: Site, roof: Roof, slope: Slope, low: readonly Spot[]) {
  const { sheet, light, random, eye } = site
  const metre = eye.scale(slope.spot(slope.length / 2, 0))
  const shade = light.seen('#c9d7e4', 0.6)
  const drifts = Array.from({ length: 7 }, (): Point[] => {
    const v = random.between(0.08, 0.9) * slope.end
    const inset = slope.inset(v)
    const s = random.between(inset, slope.length - inset)
    return seeAll(site, [
      slope.spot(s, v),
      slope.spot(Math.min(slope.length - inset, s + random.between(0.6, 2.4)), v),
    ])
  })
  sheet.stroke(lines(drifts), shade, { width: metre * 0.05, opacity: 0.55 })
  sheet.stroke(
    line(
      seeAll(
        site,
        low.map(([x, y, z]): Spot => [x, y, z - 0.04]),
      ),
    ),
    light.seen('#a9bccd', 0.6),
    { width: metre * 0.26 },
  )
  sheet.stroke(
    line(
      seeAll(
        site,
        low.map(([x, y, z]): Spot => [x, y, z + 0.06]),
      ),
    ),
    light.seen('#fbfcfd', 0.9),
    { width: metre * 0.2 },
  )
  if (roof.covering !== 'thatch') return
  sheet.stroke(dots(drifts.flat()), light.seen('#ffffff', 1), { width: metre * 0.1, opacity: 0.6 })
}

/** The boards under the eaves, and the roof's edge. */
function drawUnderside(site: Site, roof: Roof, slope: Slope) {
  const { sheet, light } = site
  const thick = roof.covering === 'thatch' ? 0.55 : 0.14
  const low = eavesOf(slope, roof)
  const reach = roof.overhang / runOf(roof)
  const dropped = low.map(([x, y, z]): Spot => [x, y, z - thick])
  const back = [slope.length - roof.overhang, roof.overhang].map((s): Spot => {
    const [x, y, z] = slope.spot(s, reach)
    return [x, y, z - thick - 0.1]
  })
  sheet.fill(polygon(seeAll(site, [...dropped, ...back])), light.seen('#4a3a30', 0.05))
  const edge = roof.covering === 'thatch' ? mix(roof.colour, '#3a2c1e', 0.3) : '#5d4a3c'
  sheet.fill(
    polygon(seeAll(site, [...low, ...dropped.reverse()])),
    light.seen(edge, sunOn(site, slope.outward) * 0.6),
  )
}
