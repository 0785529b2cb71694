import type { Random } from '../../random.ts'
import { drawBackdrop } from '../backdrops.ts'
import { drawGrass } from '../ground.ts'
import { drawHouse } from '../house.ts'
import { thatchedFarmhouse } from '../houses/farm.ts'
import { prayingHandsHouse } from '../houses/mountain.ts'
import type { Land } from '../lands.ts'
import type { Light } from '../light.ts'
import { drawPaddies } from '../paddies.ts'
import type { TreeKind } from '../trees.ts'
import { drawNearest, movedTo, plant, setStage } from './stage.ts'

export function drawHamlet(light: Light, land: Land, random: Random, kind: 'hands' | 'straw') {
  const site = setStage(light, random, {
    bearing: random.between(-0.6, 0.6),
    away: 70,
    height: random.between(11, 15),
    focal: 1400,
    horizon: random.between(290, 330),
  })
  const { sheet, eye } = site
  const foot = eye.horizon + 90
  drawBackdrop(
    { sheet, light, random: random.fork('backdrop'), horizon: eye.horizon, foot, grand: 1.6 },
    land,
  )
  drawGrass(site, foot)
  drawPaddies(site, { x0: -60, x1: 60, y0: -50, y1: -16 }, 5, 2)
  const places: [number, number][] = [
    [-24, 22],
    [6, 26],
    [26, 12],
    [-12, 4],
    [14, -6],
  ]
  for (const [index, [x, y]] of places.entries()) {
    const own = random.fork(`house ${index}`)
    const house = kind === 'hands' ? prayingHandsHouse(own) : thatchedFarmhouse(own)
    const moved = movedTo(site, x + own.between(-3, 3), y)
    plant(
      site,
      own.pick<TreeKind>(['cedar', 'broad', 'persimmon']),
      [x + own.pick([-9, 9]), y + 5, 0],
      own.between(6, 10),
    )
    drawHouse(moved, house)
  }
  drawNearest(site, random)
  return sheet
}
