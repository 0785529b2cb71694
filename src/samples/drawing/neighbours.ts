import type { Random } from '../random.ts'
import { farFirst, type House, type Mass, mass, plot } from './house.ts'
import { roof, walls } from './house-parts.ts'
import { KAWARA, MORTAR, OLD_BOARDS, RED_KAWARA, TIN } from './materials.ts'
import type { Site } from './site.ts'

/** Neighbouring houses, behind and beside the main house. More distant houses are paler. */
export function drawNeighbours(site: Site, house: House) {
  const random = site.random.fork('neighbours')
  const back = house.y1 + random.between(9, 12)
  const houses: Mass[] = []
  for (let x = house.x0 - random.between(22, 26); x < house.x1 + 24; x += random.between(12, 17)) {
    houses.push(plainHouse(random, x, back + random.between(-2, 3)))
  }
  const { light } = site
  const paler: Site = {
    ...site,
    light: {
      ...light,
      seen: (colour, sun, far = 0) => light.seen(colour, sun, Math.max(far, 0.3)),
    },
  }
  for (const one of farFirst(paler, houses)) for (const part of one.parts) part(paler)
}

export function plainHouse(random: Random, x: number, y: number): Mass {
  const ground = plot(random.between(7, 9.5), random.between(6, 7.5), x, y)
  const isHigh = random.chance(0.6)
  const to = isHigh ? 5.3 : 2.9
  const wall = random.pick([...MORTAR, ...OLD_BOARDS.slice(1, 3)])
  const colour = random.pick([...KAWARA, ...KAWARA, ...RED_KAWARA, ...TIN])
  return mass(ground, [
    walls(random, ground, {
      from: 0,
      to,
      finish: { wall },
      frame: '#7a7670',
      floor: isHigh ? 2.8 : 0.3,
      eaves: 0.5,
      south: 'sash, sash',
      east: 'sash',
      west: 'sash',
    }),
    roof({
      ...ground,
      eaves: to,
      overhang: 0.6,
      pitch: random.between(0.42, 0.55),
      hip: random.pick([0, 0.5, 1]),
      ridge: random.pick(['x', 'y'] as const),
      covering: 'sheet',
      colour,
      gable: wall,
      curve: 0,
    }),
  ])
}
