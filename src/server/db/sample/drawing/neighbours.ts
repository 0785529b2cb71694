import type { Random } from '../random.ts'
import { type House, type Mass, mass, plot, roof, walls } from './house.ts'
import { KAWARA, MORTAR, OLD_BOARDS, RED_KAWARA, TIN } from './materials.ts'
import type { Site } from './site.ts'

/** The other houses of a quarter, behind this one and to its sides, paler with the distance. */
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
  const depth = ({ x, y }: Mass) => site.eye.depth([x, y, 0])
  for (const one of houses.sort((a, b) => depth(b) - depth(a))) {
    if (depth(one) > 8) for (const part of one.parts) part(paler)
  }
}

/** A house that nobody will look at twice. */
export function plainHouse(random: Random, x: number, y: number): Mass {
  const ground = plot(random.between(7, 9.5), random.between(6, 7.5), x, y)
  const high = random.chance(0.6) ? 5.3 : 2.9
  const wall = random.pick([...MORTAR, ...OLD_BOARDS.slice(1, 3)])
  const covering = random.pick(['tile', 'tile', 'sheet'] as const)
  const colour = covering === 'sheet' ? random.pick(TIN) : random.pick([...KAWARA, ...RED_KAWARA])
  const windows = [
    ['sash', 1],
    ['sash', 1],
  ] as const
  const look = { frame: '#7a7670', floor: high > 4 ? 3 : 0.3 } as const
  return mass(ground, [
    walls(
      random,
      ground,
      0,
      high,
      { wall },
      look,
      { south: windows, east: [['sash', 1]], west: [['sash', 1]] },
      0.5,
    ),
    roof({
      ...ground,
      eaves: high,
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
