import type { Random } from '../../random.ts'
import { drawBackdrop } from '../backdrops.ts'
import { type Colour, darker, lighter } from '../colour.ts'
import { drawGrass, drawTufts } from '../ground.ts'
import type { Land } from '../lands.ts'
import type { Light } from '../light.ts'
import { line, lines, polygon } from '../path.ts'
import type { Spot } from '../perspective.ts'
import { HEIGHT, type Point } from '../sheet.ts'
import { type Site, seeAll } from '../site.ts'
import type { TreeKind } from '../trees.ts'
import { drawNearest, plant, setStage } from './stage.ts'

/** A clear river, and the red bridge over it. */
export function drawRiver(light: Light, land: Land, random: Random) {
  const site = setStage(light, random, {
    bearing: 0,
    away: 30,
    height: random.between(5, 7),
    focal: 1000,
    horizon: random.between(320, 360),
  })
  const { sheet, eye } = site
  const foot = eye.horizon + 60
  drawBackdrop(
    { sheet, light, random: random.fork('backdrop'), horizon: eye.horizon, foot, grand: 1.6 },
    land === 'coast' || land === 'plain' ? 'valley' : land,
  )
  drawGrass(site, foot)
  const bend = random.between(-14, 14)
  const bank = (aside: number): Point[] =>
    [-22, -12, 0, 16, 40, 90].map((y) =>
      eye.see([aside * (1 + y / 240) + bend * ((y + 22) / 112) ** 2, y, -0.6]),
    )
  const water = [...bank(-8), ...bank(8).reverse()]
  const [low, middle]: [Colour, Colour] = [light.sky.low, light.seen('#4f93a3', 0.9, 0.2)]
  sheet.fill(
    polygon(water),
    sheet.gradient(
      [0, foot],
      [0, HEIGHT],
      [
        { at: 0, colour: low },
        { at: 0.35, colour: middle },
        { at: 1, colour: light.seen('#5fa3ad', 0.95) },
      ],
    ),
  )
  const glints = Array.from({ length: 34 }, (): Point[] => {
    const y = random.between(-20, 40)
    const x = random.between(-6, 6) + bend * ((y + 22) / 112) ** 2
    return seeAll(site, [
      [x, y, -0.6],
      [x + random.between(0.6, 2.2), y, -0.6],
    ])
  })
  sheet.stroke(lines(glints), lighter(low, 0.4), { width: 2.6, opacity: 0.55 })
  drawRocks(site, bend)
  drawBridge(site, bend)
  for (const side of [-1, 1] as const)
    plant(
      site,
      random.pick<TreeKind>(['maple', 'cherry', 'broad', 'pine']),
      [side * random.between(12, 16), random.between(-4, 4), 0],
      random.between(6, 8.5),
    )
  drawTufts(
    site,
    Array.from(
      { length: 24 },
      (): Spot => [random.pick([-1, 1]) * random.between(8.4, 16), random.between(-16, 14), 0],
    ),
    0.5,
  )
  drawNearest(site, random)
  return sheet
}

function drawRocks(site: Site, bend: number) {
  const { sheet, light, random, eye } = site
  for (let index = 0; index < 9; index++) {
    const y = random.between(-15, 20)
    const x = random.pick([-1, 1]) * random.between(4, 8.4) + bend * ((y + 22) / 112) ** 2
    const size = eye.scale([x, y, 0]) * random.between(0.35, 0.8)
    const [px, py] = eye.see([x, y, -0.6])
    sheet.fill(
      polygon([
        [px - size, py],
        [px - size * 0.8, py - size * 0.55],
        [px - size * 0.1, py - size * 0.85],
        [px + size * 0.7, py - size * 0.5],
        [px + size, py],
      ]),
      light.seen('#7f7d77', 0.6),
    )
    sheet.fill(
      polygon([
        [px - size * 0.8, py - size * 0.55],
        [px - size * 0.1, py - size * 0.85],
        [px + size * 0.7, py - size * 0.5],
        [px, py - size * 0.42],
      ]),
      light.seen(light.snow ? '#ffffff' : '#aba89f', 0.95),
    )
  }
}

function drawBridge(site: Site, bend: number) {
  const { sheet, light, random } = site
  const y = random.between(8, 16)
  const middle = bend * ((y + 22) / 112) ** 2
  const red: Colour = random.chance(0.75) ? '#c23b2e' : '#8a6a4a'
  const arch = (lift: number, depth: number) =>
    Array.from({ length: 13 }, (_, index): Spot => {
      const part = index / 12 - 0.5
      return [middle + part * 25, y + depth, lift + 2.1 * (1 - (part * 2) ** 2)]
    })
  const edge = (lift: number, depth: number) => seeAll(site, arch(lift, depth))
  sheet.fill(
    polygon([...edge(0.2, 0), ...edge(-0.35, 0).reverse()]),
    light.seen(darker(red, 0.25), 0.6),
  )
  sheet.fill(
    polygon([...edge(0.2, 0), ...edge(0.2, 3).reverse()]),
    light.seen(light.snow ? '#f6f9fb' : '#a58a6a', 0.9),
  )
  const posts = arch(0.2, 0).map(([x, , z]) =>
    seeAll(site, [
      [x, y, z],
      [x, y, z + 1.15],
    ]),
  )
  const legs = [-0.24, 0.24].map((part) =>
    seeAll(site, [
      [middle + part * 25, y, -0.6],
      [middle + part * 25, y, 1.6],
    ]),
  )
  const metre = site.eye.scale([middle, y, 0])
  sheet.stroke(lines(legs), light.seen('#6b5140', 0.5), { width: metre * 0.4, cap: 'butt' })
  for (const depth of [3, 0]) {
    sheet.stroke(
      line(edge(1.25, depth)) + line(edge(0.75, depth)),
      light.seen(red, depth ? 0.6 : 0.95),
      { width: metre * 0.16 },
    )
  }
  sheet.stroke(lines(posts), light.seen(red, 0.9), { width: metre * 0.2, cap: 'butt' })
}
