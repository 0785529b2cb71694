import type { Random } from '../../random.ts'
import { drawBackdrop } from '../backdrops.ts'
import type { Colour } from '../colour.ts'
import { drawGrass, drawTufts } from '../ground.ts'
import { drawHouse } from '../house.ts'
import type { Land } from '../lands.ts'
import type { Light } from '../light.ts'
import { plainHouse } from '../neighbours.ts'
import { drawPaddies } from '../paddies.ts'
import { line, lines, polygon } from '../path.ts'
import type { Spot } from '../perspective.ts'
import { drawUtilityPole } from '../props/poles.ts'
import { drawLetterBox } from '../props/yard.ts'
import type { Point } from '../sheet.ts'
import { type Site, seeAll } from '../site.ts'
import type { TreeKind } from '../trees.ts'
import { drawBox } from '../walls.ts'
import { drawNearest, movedTo, plant, setStage } from './stage.ts'

/** A road with utility poles, between a wall and the fields. The road leads to the bus stop. */
export function drawLane(light: Light, land: Land, random: Random) {
  const side = random.pick([-1, 1] as const)
  const site = setStage(light, random, {
    bearing: side * random.between(0.12, 0.3),
    away: 16,
    height: random.between(1.7, 2.4),
    focal: random.between(850, 1000),
    horizon: random.between(420, 470),
  })
  const { sheet, eye } = site
  const { horizon } = eye
  const isOpen = land === 'plain' || land === 'town'
  const foot = horizon + (isOpen ? 8 : 26)
  drawBackdrop(
    { sheet, light, random: random.fork('backdrop'), horizon, foot, grand: 1.7 },
    land === 'town' ? 'plain' : land,
  )
  drawGrass(site, foot)
  const [near, far] = side < 0 ? [4, 70] : [-70, -4]
  drawPaddies(site, { x0: near, x1: far, y0: -8, y1: 60 }, 4, 4)
  drawRoad(site)
  const wall = -side * 3.4
  for (const y of [44, 22]) {
    drawHouse(movedTo(site, wall - side * 8, y), { masses: [plainHouse(random, 0, 0)] })
  }
  const kinds: readonly TreeKind[] = ['persimmon', 'cherry', 'broad', 'pine', 'maple', 'bamboo']
  for (const y of [34, 14, 3]) {
    plant(
      site,
      random.pick(kinds),
      [wall - side * random.between(2, 4), y, 0],
      random.between(4, 7),
    )
  }
  const low = { x0: wall - 0.25, x1: wall + 0.25, y0: -10, y1: 40, z0: 0, z1: 0.8 }
  drawBox(site, low, '#98958c', '#bdb9ae')
  for (const y of [48, 30, 12]) drawUtilityPole(site, [side * 2.9, y, 0], side)
  drawBusStop(site, [side * 3, random.between(-4, 2), 0], random.chance(0.6))
  drawLetterBox(site, [wall + side * 0.6, random.between(-2, 6), 0])
  drawTufts(
    site,
    Array.from(
      { length: 26 },
      (): Spot => [side * random.between(2.4, 4), random.between(-11, 16), 0],
    ),
    0.45,
  )
  drawNearest(site, random)
  return sheet
}

function drawRoad(site: Site) {
  const { sheet, light } = site
  const edge = (x: number) => [-13, 0, 30, 120].map((y): Spot => [x, y, 0.01])
  const road = seeAll(site, [...edge(-2.2), ...edge(2.2).reverse()])
  sheet.fill(polygon(road), light.seen(light.snow ? '#e3e9ed' : '#a7a39b', 0.85))
  if (light.snow) return
  const dashes = Array.from({ length: 9 }, (_, index): Point[] => {
    const y = -11 + index * 5
    return seeAll(site, [
      [0, y, 0.02],
      [0, y + 2.2, 0.02],
    ])
  })
  sheet.stroke(lines(dashes), light.seen('#f3f0e8', 1), { width: 5, opacity: 0.8, cap: 'butt' })
}

function drawBusStop(site: Site, [x, y]: Spot, hasShelter: boolean) {
  const { sheet, light, eye } = site
  const metre = eye.scale([x, y, 0])
  const foot = eye.see([x, y, 0])
  const [px, py] = foot
  const blue: Colour = '#3f6480'
  if (hasShelter) {
    const [x0, x1] = x < 0 ? [x - 2.4, x - 0.4] : [x + 0.4, x + 2.4]
    drawBox(site, { x0, x1, y0: y + 2.2, y1: y + 2.3, z0: 0, z1: 2.2 }, '#8a6a4a')
    drawBox(site, { x0, x1, y0: y + 1.5, y1: y + 2, z0: 0.35, z1: 0.48 }, '#a5835c', '#b9976c')
    for (const post of [x0, x1 - 0.12]) {
      drawBox(
        site,
        { x0: post, x1: post + 0.12, y0: y + 1, y1: y + 1.12, z0: 0, z1: 2.2 },
        '#6b5140',
      )
    }
    drawBox(
      site,
      { x0: x0 - 0.2, x1: x1 + 0.2, y0: y + 0.8, y1: y + 2.5, z0: 2.2, z1: 2.36 },
      '#7a4b40',
      '#94604e',
    )
  }
  const pole = line([foot, [px, py - metre * 2.3]])
  sheet.stroke(pole, light.seen('#d9d5ca', 0.8), { width: metre * 0.08 })
  sheet.circle([px, py - metre * 2.35], metre * 0.32, light.seen('#f4f1e8', 1))
  const ring = line([
    [px - metre * 0.24, py - metre * 2.35],
    [px + metre * 0.24, py - metre * 2.35],
  ])
  sheet.stroke(ring, light.seen(blue, 0.9), { width: metre * 0.14, cap: 'butt' })
  sheet.rect(
    px - metre * 0.24,
    py - metre * 1.9,
    metre * 0.48,
    metre * 0.6,
    light.seen('#f4f1e8', 0.95),
  )
}
