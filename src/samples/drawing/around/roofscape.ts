import type { Random } from '../../random.ts'
import { drawBackdrop } from '../backdrops.ts'
import { drawGrass } from '../ground.ts'
import { farFirst, type Mass } from '../house.ts'
import type { Land } from '../lands.ts'
import type { Light } from '../light.ts'
import { plainHouse } from '../neighbours.ts'
import { drawBranch } from '../plants/branch.ts'
import type { TreeKind } from '../trees.ts'
import { plant, setStage } from './stage.ts'

/** A view over the roofs of houses, towards water or hills. */
export function drawRoofscape(light: Light, land: Land, random: Random) {
  const site = setStage(light, random, {
    bearing: random.between(-0.6, 0.6),
    away: 50,
    height: 17,
    focal: 1180,
    horizon: random.between(280, 320),
  })
  const { sheet, eye } = site
  const shore = land === 'coast' || land === 'lake'
  const foot = eye.horizon + (shore ? 90 : 56)
  drawBackdrop(
    { sheet, light, random: random.fork('backdrop'), horizon: eye.horizon, foot, grand: 1.6 },
    land,
  )
  drawGrass(site, foot)
  const houses: Mass[] = []
  for (let row = 0; row < 3; row++) {
    for (let column = -2; column < 3; column++) {
      if (random.chance(0.1)) continue
      houses.push(
        plainHouse(
          random,
          column * 14 + (row % 2) * 7 + random.between(-1.5, 1.5),
          36 - row * 20 + random.between(-2, 2),
        ),
      )
    }
  }
  for (const house of farFirst(site, houses)) {
    for (const part of house.parts) part(site)
    if (random.chance(0.6)) {
      const kind = random.pick<TreeKind>(['broad', 'pine', 'cherry', 'persimmon'])
      plant(site, kind, [house.x + 6, house.y - 2, 0], random.between(3.5, 5.5))
    }
  }
  drawBranch({ sheet, light, random: random.fork('branch') }, random.pick([-1, 1]))
  return sheet
}
