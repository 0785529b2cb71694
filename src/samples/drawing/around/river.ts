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

/** Returns the x of the river's middle at the distance `y`. */
type Course = (y: number) => number

export function drawRiver(light: Light, land: Land, random: Random) {
  const site = setStage(light, random, {
    bearing: random.between(-0.25, 0.25),
    away: 30,
    height: random.between(5, 8),
    focal: random.between(900, 1150),
    horizon: random.between(310, 360),
  })
  const { sheet, eye } = site
  const foot = eye.horizon + 60
  const hills = land === 'coast' || land === 'plain' || land === 'town' ? 'valley' : land
  drawBackdrop(
    { sheet, light, random: random.fork('backdrop'), horizon: eye.horizon, foot, grand: 1.6 },
    hills,
  )
  drawGrass(site, foot)
  const [sway, phase, near] = [random.between(5, 13), random.between(0, 6), random.between(-5, 5)]
  const course: Course = (y) => near + Math.sin(y / 19 + phase) * sway - Math.sin(phase) * sway
  const half = random.between(5, 8)
  drawStream(site, course, half, foot)
  drawRocks(site, course, half)
  const kinds: readonly TreeKind[] = ['maple', 'cherry', 'broad', 'pine', 'bamboo', 'ginkgo']
  for (const [side, y] of [
    [-1, 14],
    [1, 20],
    [-1, 3],
    [1, 0],
  ] as const) {
    const x = course(y) + side * (half + random.between(4, 9))
    plant(site, random.pick(kinds), [x, y, 0], random.between(5, 8.5))
    if (y === 14) drawBridge(site, course(10), 10, half)
  }
  const bank = Array.from({ length: 24 }, (): Spot => {
    const y = random.between(-16, 14)
    return [course(y) + random.pick([-1, 1]) * (half + random.between(0.4, 8)), y, 0]
  })
  drawTufts(site, bank, 0.5)
  drawNearest(site, random)
  return sheet
}

function drawStream(site: Site, course: Course, half: number, foot: number) {
  const { sheet, light, random, eye } = site
  const bank = (side: -1 | 1, wider = 0) =>
    seeAll(
      site,
      Array.from({ length: 24 }, (_, index): Spot => {
        const y = -23 + index * 5
        return [course(y) + side * (half + wider), y, -0.6]
      }),
    )
  const shape = (wider: number) => polygon([...bank(-1, wider), ...bank(1, wider).reverse()])
  sheet.fill(shape(0.9), light.seen(light.snow ? '#dfe6ea' : '#b5ad98', 0.75))
  const water = sheet.gradient(
    [0, foot],
    [0, HEIGHT],
    [
      { at: 0, colour: light.sky.low },
      { at: 0.35, colour: light.seen('#4f93a3', 0.9, 0.2) },
      { at: 1, colour: light.seen('#5fa3ad', 0.95) },
    ],
  )
  sheet.fill(shape(0), water)
  const glints = Array.from({ length: 34 }, (): Point[] => {
    const y = random.between(-20, 40)
    const x = course(y) + random.between(-0.8, 0.7) * half
    const long = random.between(0.6, 2.2)
    return [eye.see([x, y, -0.6]), eye.see([x + long, y, -0.6])]
  })
  const shine = lighter(light.sky.low, 0.4)
  sheet.stroke(lines(glints), shine, { width: 2.6, opacity: 0.55 })
}

function drawRocks(site: Site, course: Course, half: number) {
  const { sheet, light, random, eye } = site
  for (let index = 0; index < 9; index++) {
    const y = random.between(-15, 20)
    const x = course(y) + random.pick([-1, 1]) * half * random.between(0.55, 1.05)
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

/** A red arch bridge, or a flat bridge of planks. */
function drawBridge(site: Site, middle: number, y: number, half: number) {
  const { sheet, light, random } = site
  const isArch = random.chance(0.65)
  const paint: Colour = isArch ? random.pick(['#c23b2e', '#c23b2e', '#8a6a4a']) : '#8a6a4a'
  const [reach, rise] = [half * 2 + 7, isArch ? 2.1 : 0.25]
  const span = (lift: number, depth: number) =>
    Array.from({ length: 13 }, (_, index): Spot => {
      const part = index / 12 - 0.5
      return [middle + part * reach, y + depth, lift + rise * (1 - (part * 2) ** 2)]
    })
  const edge = (lift: number, depth: number) => seeAll(site, span(lift, depth))
  const metre = site.eye.scale([middle, y, 0])
  const upright = ([x, py]: Spot, low: number, high: number) =>
    seeAll(site, [
      [x, py, low],
      [x, py, high],
    ])
  const legs = [-0.24, 0.24].map((part) => upright([middle + part * reach, y, 0], -0.6, rise * 0.8))
  sheet.stroke(lines(legs), light.seen('#6b5140', 0.5), { width: metre * 0.4, cap: 'butt' })
  const side = polygon([...edge(0.2, 0), ...edge(-0.35, 0).reverse()])
  sheet.fill(side, light.seen(darker(paint, 0.25), 0.6))
  const deck = polygon([...edge(0.2, 0), ...edge(0.2, 3).reverse()])
  sheet.fill(deck, light.seen(light.snow ? '#f6f9fb' : '#a58a6a', 0.9))
  for (const depth of [3, 0]) {
    const rails = line(edge(1.25, depth)) + line(edge(0.75, depth))
    sheet.stroke(rails, light.seen(paint, depth ? 0.6 : 0.95), { width: metre * 0.16 })
  }
  const posts = span(0.2, 0).map((spot) => upright(spot, spot[2], spot[2] + 1.15))
  sheet.stroke(lines(posts), light.seen(paint, 0.9), { width: metre * 0.2, cap: 'butt' })
}
