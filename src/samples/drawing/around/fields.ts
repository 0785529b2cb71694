import type { Random } from '../../random.ts'
import { drawBackdrop } from '../backdrops.ts'
import { drawGrass } from '../ground.ts'
import { drawHouse } from '../house.ts'
import type { Land } from '../lands.ts'
import type { Light } from '../light.ts'
import { plainHouse } from '../neighbours.ts'
import { drawPaddies } from '../paddies.ts'
import { line, lines, polygon } from '../path.ts'
import type { Spot } from '../perspective.ts'
import { drawHeron } from '../props/animals.ts'
import { drawTorii } from '../props/poles.ts'
import type { Point } from '../sheet.ts'
import { type Site, seeAll } from '../site.ts'
import type { TreeKind } from '../trees.ts'
import { drawNearest, plant, setStage } from './stage.ts'

export function drawFieldsView(light: Light, land: Land, random: Random) {
  const site = setStage(light, random, {
    bearing: random.between(-0.5, 0.5),
    away: 60,
    height: random.between(7, 11),
    focal: 1250,
    horizon: random.between(300, 350),
  })
  const { sheet, eye } = site
  const foot = land === 'plain' ? eye.horizon + 8 : eye.horizon + 70
  drawBackdrop(
    { sheet, light, random: random.fork('backdrop'), horizon: eye.horizon, foot, grand: 1.7 },
    land,
  )
  drawGrass(site, foot)
  drawPaddies(site, { x0: -90, x1: 90, y0: 8, y1: 120 }, 7, 5)
  drawPaddies(site, { x0: -40, x1: 40, y0: -46, y1: 4 }, 3, 3)
  drawLane(site)
  if (random.chance(0.6))
    drawTorii(site, [random.pick([180, 300, 880, 1010]), foot + 26], random.between(40, 64), 0.12)
  scatterHouses(site, random.fork('houses'), 20, 60)
  for (let index = 0; index < 3; index++)
    drawHeron(site, [random.between(-10, 10), random.between(-36, -14), 0])
  if (light.season === 'autumn') drawRacks(site, random)
  drawNearest(site, random)
  return sheet
}

function drawLane({ sheet, light, eye, random }: Site) {
  const x = random.between(-8, 8)
  const edge = (aside: number) =>
    [-52, -30, 0, 40, 90].map(
      (y): Point => eye.see([x + aside + Math.sin(y / 26) * 5, Math.max(y, -54), 0.02]),
    )
  const near = eye.depth([x, -52, 0]) > 3
  if (!near) return
  sheet.fill(
    polygon([...edge(-1.2), ...edge(1.2).reverse()]),
    light.seen(light.snow ? '#f4f6f8' : '#c9bb9a', 0.95),
  )
}

/** Draws sheaves of rice that dry upside down on poles. */
function drawRacks(site: Site, random: Random) {
  const { sheet, light, eye } = site
  for (let index = 0; index < 3; index++) {
    const [x, y] = [random.between(-13, 13), random.between(-34, -20)]
    const metre = eye.scale([x, y, 0])
    const sheaves = seeAll(
      site,
      Array.from({ length: 9 }, (_, at): Spot => [x + at * 0.75, y, 0.9]),
    )
    sheet.stroke(
      lines(
        sheaves.map(([px, py]): Point[] => [
          [px, py - metre * 0.35],
          [px, py + metre * 0.4],
        ]),
      ),
      light.seen('#c9a24a', 0.85),
      { width: metre * 0.72 },
    )
    sheet.stroke(
      lines(
        sheaves.map(([px, py]): Point[] => [
          [px - metre * 0.1, py - metre * 0.2],
          [px - metre * 0.16, py + metre * 0.5],
        ]),
      ),
      light.seen('#e6c878', 1),
      { width: metre * 0.12, opacity: 0.7 },
    )
    sheet.stroke(
      line(
        seeAll(site, [
          [x - 0.6, y, 1.35],
          [x + 6.6, y, 1.35],
        ]),
      ),
      light.seen('#6b5140', 0.6),
      { width: metre * 0.09 },
    )
  }
}

function scatterHouses(site: Site, random: Random, near: number, far: number) {
  const masses = Array.from({ length: 5 }, () =>
    plainHouse(random, random.between(-36, 36), random.between(near, far)),
  )
  for (const { x, y } of masses) {
    plant(site, random.pick(GROVE), [x - 6, y + 5, 0], random.between(5, 8))
    plant(site, random.pick(GROVE), [x + 6, y + 4, 0], random.between(4, 7))
  }
  drawHouse(site, { masses })
}

/** The kinds of trees that grow behind a farmhouse. */
const GROVE: readonly TreeKind[] = ['broad', 'cedar', 'persimmon', 'bamboo', 'broad']
