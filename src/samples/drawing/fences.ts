import type { Random } from '../random.ts'
import { type Colour, darker, lighter } from './colour.ts'
import { dots, line, lines, polygon } from './path.ts'
import type { Spot } from './perspective.ts'
import { type Point, WIDTH } from './sheet.ts'
import { type Site, seeAll } from './site.ts'
import { leafGreen } from './trees.ts'

export type Fence = 'stone' | 'bamboo' | 'hedge' | 'boards' | 'plaster' | 'coral' | 'none'

/** A fence along a line on the ground. */
export function drawFence(site: Site, kind: Fence, from: Spot, to: Spot) {
  switch (kind) {
    case 'stone':
      return drawStones(site, from, to, 0.75, '#8f8d86')
    case 'coral':
      return drawStones(site, from, to, 1.1, '#b3aa9a')
    case 'bamboo':
      return drawBambooFence(site, from, to)
    case 'hedge':
      return drawHedge(site, from, to)
    case 'boards':
      return drawPlane(site, from, to, 0.95, '#5a4739', 0.3)
    case 'plaster':
      return drawRoofedWall(site, from, to)
    case 'none':
      return
  }
}

const at = (from: Spot, to: Spot, part: number, z = 0): Spot => [
  from[0] + (to[0] - from[0]) * part,
  from[1] + (to[1] - from[1]) * part,
  z,
]
const far = (from: Spot, to: Spot) => Math.hypot(to[0] - from[0], to[1] - from[1])

/** An upright surface above a line on the ground. */
const panel = (site: Site, from: Spot, to: Spot, height: number) =>
  polygon(
    seeAll(site, [
      at(from, to, 0),
      at(from, to, 1),
      at(from, to, 1, height),
      at(from, to, 0, height),
    ]),
  )

/** A dry stone wall, with the largest stones at the bottom. */
function drawStones(site: Site, from: Spot, to: Spot, height: number, colour: Colour) {
  const { sheet, light, random, eye } = site
  const length = far(from, to)
  sheet.fill(panel(site, from, to, height), light.seen(darker(colour, 0.42), 0.5))
  const rows = 3
  for (let row = 0; row < rows; row++) {
    const stone = 0.5 - row * 0.06
    const count = Math.floor(length / stone)
    const z = (height * (row + 0.45)) / rows
    const stones = Array.from({ length: count }, (_, index): Point[] => {
      const part = (index + 0.5 + (row % 2) * 0.4) / count
      const spot = at(from, to, part, z)
      const [x, y] = eye.see(spot)
      const half = eye.scale(spot) * stone * random.between(0.08, 0.22)
      return [
        [x - half, y],
        [x + half, y + random.between(-1, 1)],
      ]
    }).filter(([start]) => start && start[0] > -40 && start[0] < WIDTH + 40)
    const metre = eye.scale(at(from, to, 0.5))
    sheet.stroke(lines(stones), light.seen(lighter(colour, random.between(0, 0.14)), 0.85), {
      width: metre * (height / rows) * 0.74,
    })
  }
  if (light.snow)
    sheet.stroke(
      line(seeAll(site, [at(from, to, 0, height), at(from, to, 1, height)])),
      '#f8fafb',
      { width: eye.scale(from) * 0.16 },
    )
}

function drawBambooFence(site: Site, from: Spot, to: Spot) {
  const { sheet, light, eye } = site
  const length = far(from, to)
  const count = Math.floor(length / 0.38)
  const poles = Array.from({ length: count + 1 }, (_, index) =>
    seeAll(site, [at(from, to, index / count), at(from, to, index / count, 0.95)]),
  )
  const rails = [0.28, 0.72].map((z) => seeAll(site, [at(from, to, 0, z), at(from, to, 1, z)]))
  const metre = eye.scale(at(from, to, 0.5))
  const colour: Colour = light.snow ? '#b3a878' : '#b9a566'
  sheet.stroke(lines(poles), light.seen(darker(colour, 0.15), 0.8), { width: metre * 0.07 })
  sheet.stroke(lines(rails), light.seen(colour, 0.9), { width: metre * 0.09 })
  const knots = rails.flatMap(([a, b]) =>
    a && b
      ? [0.2, 0.4, 0.6, 0.8].map(
          (part): Point => [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part],
        )
      : [],
  )
  sheet.stroke(dots(knots), light.seen('#2f2a26', 0.6), { width: metre * 0.11 })
}

function drawHedge(site: Site, from: Spot, to: Spot) {
  const { sheet, light, random, eye } = site
  const height = 0.95
  const colour: Colour = light.snow
    ? '#5a6c52'
    : light.season === 'autumn'
      ? '#7d7f45'
      : leafGreen(light)
  const metre = eye.scale(at(from, to, 0.5))
  sheet.fill(panel(site, from, to, height), light.seen(darker(colour, 0.3), 0.5))
  const leaves = (low: number, high: number) =>
    line(
      Array.from(
        { length: 15 },
        (_, index): Point => eye.see(at(from, to, index / 14, random.between(low, high) * height)),
      ),
    )
  const dash = (size: number) => ({
    width: metre * size,
    dash: `0 ${Math.max(3, Math.round(metre * size * 0.6))}`,
  })
  sheet.stroke(leaves(0.3, 0.7), light.seen(darker(colour, 0.16), 0.7), dash(0.3))
  sheet.stroke(leaves(0.55, 0.95), light.seen(darker(colour, 0.05), 0.8), dash(0.3))
  sheet.stroke(
    leaves(0.92, 1.08),
    light.seen(light.snow ? '#f5f8fa' : lighter(colour, 0.08), 0.95),
    dash(0.24),
  )
}

function drawPlane(
  site: Site,
  from: Spot,
  to: Spot,
  height: number,
  colour: Colour,
  board: number,
) {
  const { sheet, light, eye } = site
  const count = Math.floor(far(from, to) / board)
  sheet.fill(panel(site, from, to, height), light.seen(colour, 0.75))
  const gaps = Array.from({ length: count - 1 }, (_, index) =>
    seeAll(site, [at(from, to, (index + 1) / count), at(from, to, (index + 1) / count, height)]),
  )
  sheet.stroke(lines(gaps), light.seen(darker(colour, 0.35), 0.6), { width: 1.4, cap: 'butt' })
  sheet.stroke(
    line(seeAll(site, [at(from, to, 0, height), at(from, to, 1, height)])),
    light.seen(light.snow ? '#f8fafb' : lighter(colour, 0.15), 0.9),
    { width: eye.scale(from) * 0.1 },
  )
}

function drawRoofedWall(site: Site, from: Spot, to: Spot) {
  const { sheet, light, eye } = site
  const height = 1
  sheet.fill(panel(site, from, to, height), light.seen('#ece4d2', 0.85))
  sheet.fill(panel(site, from, to, 0.35), light.seen('#8d8378', 0.7))
  const metre = eye.scale(at(from, to, 0.5))
  const top = (z: number) => line(seeAll(site, [at(from, to, -0.005, z), at(from, to, 1.005, z)]))
  sheet.stroke(top(height), light.seen('#41464d', 0.5), { width: metre * 0.26, cap: 'butt' })
  sheet.stroke(top(height + 0.1), light.seen(light.snow ? '#f8fafb' : '#6c727a', 0.9), {
    width: metre * 0.16,
    cap: 'butt',
  })
  sheet.stroke(top(height - 0.1), light.seen('#a2a7ac', 0.9), {
    width: metre * 0.07,
    dash: `0 ${Math.round(metre * 0.22)}`,
  })
}

export const pickFence = (random: Random) =>
  random.weighted<Fence>([
    ['stone', 4],
    ['bamboo', 3],
    ['hedge', 3],
    ['boards', 1],
    ['plaster', 2],
    ['none', 3],
  ])
