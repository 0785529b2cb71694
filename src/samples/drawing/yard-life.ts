import type { Random } from '../random.ts'
import type { House } from './house.ts'
import type { OutsideView } from './outside-view.ts'
import type { Spot } from './perspective.ts'
import { drawCat, drawHeron } from './props/animals.ts'
import { drawCarpStreamers, drawUtilityPole } from './props/poles.ts'
import { drawBicycle, drawPots } from './props/street.ts'
import { drawKeiTruck } from './props/truck.ts'
import {
  drawDryingPersimmons,
  drawFirewood,
  drawLantern,
  drawLetterBox,
  drawWashing,
} from './props/yard.ts'
import type { Site } from './site.ts'

/** Small things in a yard. They show that people live in the house. */
export function drawYardLife(site: Site, { house, framing, bearing, land }: OutsideView) {
  const { random, light } = site
  const own = random.fork('life')
  const out = bearing > 0 ? 1 : -1
  const [near, away] = out > 0 ? [house.x1, house.x0] : [house.x0, house.x1]
  const by = (x: number, y: number, z = 0): Spot => [x, house.y0 - y, z]
  if (framing === 'street') return drawStreetLife(site, house, own)
  const wooden = house.top < 9
  if (land === 'town' || own.chance(0.15))
    drawUtilityPole(site, [away - out * 5, house.y1 + 3, 0], own.pick([-1, 1]))
  if (light.season === 'spring' && own.chance(0.3))
    drawCarpStreamers(site, by(near + out * 1.4, 1), out)
  if (light.season === 'autumn' && wooden && own.chance(0.45))
    drawDryingPersimmons(site, by(house.x0 + 1.4, 0.75, 2.35), by(house.x0 + 3.4, 0.75, 2.35))
  if (own.chance(0.35)) drawFirewood(site, by(own.pick([house.x0 + 0.2, house.x1 - 2.4]), 0))
  if (own.chance(0.3)) drawLantern(site, by(house.door + own.pick([-3, 3]), 3))
  if (!light.snow && light.season !== 'rain' && light.lamps < 0.5 && own.chance(0.3))
    drawWashing(site, by(away - (out > 0 ? -0.5 : 3.5), 3.6), own)
  if (own.chance(0.3)) drawKeiTruck(site, by(out > 0 ? house.x1 + 0.6 : house.x0 - 3.8, 4.6))
  if (own.chance(0.35)) drawLetterBox(site, by(house.door + own.pick([-2, 2]), 5.6))
  if (own.chance(0.3)) drawCat(site, by(house.door + own.pick([-2.4, 2.4]), 2.4))
  if (framing === 'fields' && light.season !== 'winter')
    for (let index = own.whole(0, 2); index > 0; index--)
      drawHeron(site, by(own.between(-9, 9), own.between(9, 14)))
}

/** Things in front of doors on a street. */
function drawStreetLife(site: Site, house: House, random: Random) {
  const front = house.y0 - 0.45
  drawPots(site, [house.x0 + random.between(0.2, 1.4), front, 0], random.whole(2, 4), random)
  if (random.chance(0.5)) drawPots(site, [house.x1 + random.between(0.8, 2), front, 0], 3, random)
  if (random.chance(0.5))
    drawBicycle(site, [random.between(house.x0 + 1, house.x1 - 1.4), front - 0.35, 0])
  const kerb = house.y0 - 1.4
  if (random.chance(0.5)) {
    drawUtilityPole(site, [random.pick([house.x0, house.x1]) + 0.3, kerb, 0], random.pick([-1, 1]))
  }
  if (random.chance(0.4)) drawCat(site, [house.door + random.pick([-1.6, 1.6]), house.y0 - 1.2, 0])
}
