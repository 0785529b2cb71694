import { type Colour, darker, lighter, mix } from './colour.ts'
import { line, lines, polygon } from './path.ts'
import type { Spot } from './perspective.ts'
import { type Roof, ribOf, type Slope } from './roof-shapes.ts'
import { inkLine, type Site, seeAll } from './site.ts'

const HEIGHTS = { tile: 0.34, ryukyu: 0.3, thatch: 0.45, sheet: 0.1 } as const

/** The main ridge with its end tiles, and the ribs down the hips or verges. */
export function drawRidges(site: Site, roof: Roof, main: Slope, visible: readonly Slope[]) {
  const { light } = site
  const height = HEIGHTS[roof.covering]
  for (const slope of visible) drawRibs(site, roof, slope, height)
  if (roof.isLeanTo) return
  const left = main.inset(1)
  const ends: readonly [Spot, Spot] = [main.spot(left, 1), main.spot(main.length - left, 1)]
  const colour = light.snow
    ? '#eef3f6'
    : roof.covering === 'thatch'
      ? mix(roof.colour, '#4d3d2b', 0.4)
      : darker(roof.colour, 0.12)
  drawTopRidge(site, ends, colour, height)
  if (roof.covering === 'thatch') drawSaddles(site, ends, height)
  else if (roof.covering !== 'sheet')
    drawRidgeEnds(site, ends, height, light.seen(darker(light.snow ? '#8b96a0' : colour, 0.2), 0.6))
}

function drawRibs(site: Site, roof: Roof, slope: Slope, height: number) {
  const { sheet, light, eye } = site
  if (roof.hip === 0 && roof.covering === 'thatch') return
  const metre = eye.scale(slope.spot(slope.length / 2, 0.5))
  const [dark, bright]: [Colour, Colour] = light.snow
    ? ['#d5dfe8', '#ffffff']
    : [darker(roof.colour, 0.25), lighter(roof.colour, 0.22)]
  const narrow = roof.hip === 0 ? 0.55 : 1
  for (const side of ['left', 'right'] as const) {
    const rib = line(seeAll(site, ribOf(slope, side)))
    sheet.stroke(rib, light.seen(dark, 0.6), { width: metre * height * 0.6 * narrow })
    if (roof.covering !== 'thatch')
      sheet.stroke(rib, light.seen(bright, 0.9), { width: metre * height * 0.18, opacity: 0.75 })
  }
}

const raised = ([x, y, z]: Spot, by: number): Spot => [x, y, z + by]

function drawTopRidge(site: Site, [a, b]: readonly [Spot, Spot], colour: Colour, height: number) {
  const { sheet, light, eye } = site
  const body = seeAll(site, [
    raised(a, -0.1),
    raised(b, -0.1),
    raised(b, height),
    raised(a, height),
  ])
  sheet.fill(polygon(body), light.seen(colour, 0.55))
  inkLine(site, seeAll(site, [raised(a, height * 0.4), raised(b, height * 0.4)]), 1.2)
  sheet.stroke(
    line(seeAll(site, [raised(a, height), raised(b, height)])),
    light.seen(lighter(colour, 0.25), 1),
    { width: eye.scale(a) * 0.1 },
  )
}

/** The large tiles at both ends of the ridge. */
function drawRidgeEnds(site: Site, ends: readonly Spot[], height: number, colour: Colour) {
  for (const end of ends) {
    const [x, y] = site.eye.see(raised(end, height * 0.5))
    const size = site.eye.scale(end) * 0.24
    site.sheet.fill(
      polygon([
        [x - size, y + size],
        [x - size * 0.8, y - size * 0.6],
        [x, y - size * 1.5],
        [x + size * 0.8, y - size * 0.6],
        [x + size, y + size],
      ]),
      colour,
    )
  }
}

/** The crossed logs that hold down the ridge of a thatched roof. */
function drawSaddles(site: Site, [a, b]: readonly [Spot, Spot], height: number) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1])
  const count = Math.max(3, Math.round(length / 1.1))
  const logs = Array.from({ length: count }, (_, index) => {
    const part = (index + 0.5) / count
    const at: Spot = [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part, a[2] + height]
    const size = site.eye.scale(at) * 0.34
    const [x, y] = site.eye.see(at)
    return [-1, 1].map(
      (side) =>
        [
          [x - side * size, y + size * 1.2],
          [x + side * size * 0.35, y - size * 0.55],
        ] as const,
    )
  }).flat()
  site.sheet.stroke(lines(logs), site.light.seen(site.light.snow ? '#d9e0e6' : '#5b4936', 0.7), {
    width: site.eye.scale(a) * 0.11,
  })
}
