import type { Random } from '../../random.ts'
import { drawBackdrop } from '../backdrops.ts'
import type { Colour } from '../colour.ts'
import { drawGrass } from '../ground.ts'
import type { Light } from '../light.ts'
import { curve, dots, line, lines, polygon } from '../path.ts'
import type { Spot } from '../perspective.ts'
import type { Point } from '../sheet.ts'
import { type Site, seeAll } from '../site.ts'
import type { TreeKind } from '../trees.ts'
import { drawBox } from '../walls.ts'
import { drawNearest, plant, setStage } from './stage.ts'

/** The path to a shrine: a row of gates, lanterns and old trees. */
export function drawShrine(light: Light, random: Random) {
  const site = setStage(light, random, {
    bearing: random.pick([-1, 1]) * random.between(0.02, 0.3),
    away: random.between(17, 25),
    height: random.between(1.5, 2.6),
    focal: random.between(900, 1150),
    horizon: random.between(440, 500),
  })
  const { sheet, eye } = site
  const { horizon } = eye
  drawBackdrop(
    { sheet, light, random: random.fork('backdrop'), horizon, foot: horizon + 30, grand: 1.6 },
    'valley',
  )
  drawGrass(site, horizon + 24)
  if (random.chance(0.55)) drawCedarAvenue(site)
  else drawGarden(site)
  drawWay(site)
  drawHall(site)
  for (const y of [14, 7, 0]) {
    for (const side of [-1, 1] as const) drawPostLantern(site, [side * 3, y, 0])
  }
  const colour = random.weighted<Colour>([
    ['#c23b2e', 6],
    ['#8f8c84', 2],
    ['#7a5c46', 1],
  ])
  const gates = random.weighted([
    [1, 4],
    [3, 1],
    [5, 1],
  ])
  const first = random.between(-6, 3)
  for (let gate = gates - 1; gate >= 0; gate--) drawGate(site, first + gate * 2.6, colour)
  drawNearest(site, random)
  return sheet
}

function drawCedarAvenue(site: Site) {
  for (let row = 5; row >= 0; row--) {
    for (const side of [-1, 1] as const) {
      drawTrunk(site, [side * site.random.between(5.5, 8.5), row * 9 - 4, 0])
    }
  }
}

/** The trees of a shrine that has no forest: maples, cherries and a large ginkgo. */
function drawGarden(site: Site) {
  const { random } = site
  for (let row = 3; row >= 0; row--) {
    for (const side of [-1, 1] as const) {
      const kind = random.pick<TreeKind>(['maple', 'cherry', 'ginkgo', 'pine', 'broad'])
      plant(site, kind, [side * random.between(6.5, 11), row * 8 - 2, 0], random.between(5, 8))
    }
  }
}

/** The paved path, and the steps at its end. */
function drawWay(site: Site) {
  const { sheet, light } = site
  const way: Spot[] = [
    [-1.8, -14, 0],
    [1.8, -14, 0],
    [1.8, 26, 0],
    [-1.8, 26, 0],
  ]
  sheet.fill(polygon(seeAll(site, way)), light.seen(light.snow ? '#f2f5f7' : '#b9b2a2', 0.9))
  const joints = Array.from({ length: 14 }, (_, index): Spot[] => {
    const y = -13 + index * 2.2
    return [
      [-1.8, y, 0],
      [1.8, y, 0],
    ]
  })
  const seam = light.seen('#7f7a6e', 0.6)
  sheet.stroke(lines(joints.map((joint) => seeAll(site, joint))), seam, { width: 2, opacity: 0.5 })
  for (let step = 0; step < 8; step++) {
    const [y0, z0] = [20 + step * 0.6, step * 0.28]
    drawBox(site, { x0: -2.6, x1: 2.6, y0, y1: 27, z0, z1: z0 + 0.28 }, '#8f8b82', '#bdb8ab')
  }
}

function drawTrunk(site: Site, spot: Spot) {
  const { sheet, light, eye, random } = site
  if (eye.depth(spot) < 4) return
  const [x, y] = eye.see(spot)
  const half = eye.scale(spot) * random.between(0.35, 0.55)
  const far = Math.min(0.5, eye.depth(spot) / 90)
  const trunk: Point[] = [
    [x - half * 1.2, y],
    [x - half * 0.75, -10],
    [x + half * 0.75, -10],
    [x + half * 1.2, y],
  ]
  sheet.fill(polygon(trunk), light.seen('#6b4c3c', 0.55, far))
  const bark = Array.from({ length: 4 }, (_, index): Point[] => [
    [x + half * (index * 0.45 - 0.7), y - 20],
    [x + half * (index * 0.32 - 0.5), 0],
  ])
  sheet.stroke(lines(bark), light.seen('#4a342a', 0.4, far), {
    width: Math.max(1.5, half * 0.12),
    opacity: 0.6,
  })
  const fronds = Array.from({ length: 6 }, (_, index): Point[] => {
    const top = random.between(-20, 190)
    const side = index % 2 ? 1 : -1
    return [
      [x, top],
      [x + side * half * 2.4, top + half * 0.5],
      [x + side * half * random.between(3.2, 4.6), top + half * 1.9],
    ]
  })
  sheet.stroke(
    fronds.map(curve).join(''),
    light.seen(light.snow ? '#9fb0a4' : '#3f6348', 0.7, far),
    { width: half * 0.95 },
  )
}

function drawGate(site: Site, y: number, colour: Colour) {
  const { sheet, light, eye } = site
  const metre = eye.scale([0, y, 0])
  const red = light.seen(colour, 0.9)
  const at = (x: number, z: number) => eye.see([x, y, z])
  sheet.stroke(lines([-1, 1].map((side) => [at(side * 2.5, 0), at(side * 2.3, 4.6)])), red, {
    width: metre * 0.42,
    cap: 'butt',
  })
  sheet.stroke(
    lines([-1, 1].map((side) => [at(side * 2.5, 0), at(side * 2.49, 0.45)])),
    light.seen('#2f2a2a', 0.5),
    { width: metre * 0.5, cap: 'butt' },
  )
  sheet.stroke(line([at(-3, 3.9), at(3, 3.9)]), red, { width: metre * 0.36, cap: 'butt' })
  sheet.stroke(curve([at(-3.9, 5.15), at(0, 4.7), at(3.9, 5.15)]), red, {
    width: metre * 0.46,
    cap: 'butt',
  })
  sheet.stroke(
    curve([at(-4, 5.45), at(0, 5), at(4, 5.45)]),
    light.seen(light.snow ? '#f6f8fa' : '#2f2a2a', 0.7),
    { width: metre * 0.2, cap: 'butt' },
  )
  sheet.stroke(line([at(0, 4.05), at(0, 4.75)]), light.seen('#2f2a2a', 0.6), {
    width: metre * 0.5,
    cap: 'butt',
  })
  const [left, right] = [at(-2.2, 3.55), at(2.2, 3.55)]
  sheet.stroke(
    curve([left, [(left[0] + right[0]) / 2, left[1] + metre * 0.4], right]),
    light.seen('#d9c48a', 0.9),
    { width: metre * 0.16 },
  )
  const papers = [0.25, 0.5, 0.75].map(
    (part): Point => [left[0] + (right[0] - left[0]) * part, left[1] + metre * 0.32],
  )
  sheet.stroke(
    lines(
      papers.map(([x, py]): Point[] => [
        [x, py],
        [x + metre * 0.1, py + metre * 0.2],
        [x, py + metre * 0.3],
        [x + metre * 0.08, py + metre * 0.48],
      ]),
    ),
    light.seen('#ffffff', 1),
    { width: metre * 0.07 },
  )
}

function drawHall(site: Site) {
  const { sheet, light, eye } = site
  const at = (x: number, z: number) => eye.see([x, 28, z])
  sheet.fill(
    polygon([at(-3.4, 2.2), at(3.4, 2.2), at(3.4, 4.6), at(-3.4, 4.6)]),
    light.seen('#7a5440', 0.5),
  )
  sheet.fill(
    polygon([at(-1.2, 2.2), at(1.2, 2.2), at(1.2, 4.2), at(-1.2, 4.2)]),
    light.lamps > 0.2 ? '#ffd483' : light.seen('#3b2a22', 0.4),
  )
  sheet.fill(
    polygon([at(-5.2, 4.3), at(-3, 5.6), at(-1.6, 7), at(1.6, 7), at(3, 5.6), at(5.2, 4.3)]),
    light.seen(light.snow ? '#f2f5f7' : '#4f5a52', 0.75),
  )
  sheet.stroke(line([at(-1.8, 7.1), at(1.8, 7.1)]), light.seen('#3a3f3c', 0.5), {
    width: eye.scale([0, 28, 0]) * 0.3,
  })
}

function drawPostLantern(site: Site, [x, y]: Spot) {
  const { sheet, light, eye } = site
  const metre = eye.scale([x, y, 0])
  const at = (z: number): Point => eye.see([x, y, z])
  sheet.stroke(line([at(0), at(1.5)]), light.seen('#8a2f26', 0.8), {
    width: metre * 0.14,
    cap: 'butt',
  })
  sheet.stroke(
    line([at(1.5), at(1.95)]),
    light.lamps > 0.2 ? '#ffe0a0' : light.seen('#f3ecdc', 0.9),
    { width: metre * 0.42, cap: 'butt' },
  )
  sheet.stroke(line([at(2), at(2.12)]), light.seen(light.snow ? '#f6f8fa' : '#8a2f26', 0.8), {
    width: metre * 0.66,
    cap: 'butt',
  })
  if (light.lamps > 0.2)
    sheet.stroke(dots([at(1.72)]), '#ffd483', { width: metre * 1.5, opacity: 0.25 })
}
