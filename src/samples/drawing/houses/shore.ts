import type { Random } from '../../random.ts'
import type { Colour } from '../colour.ts'
import { type House, mass, plot, standing } from '../house.ts'
import { box, roof, walls } from '../house-parts.ts'
import { KAWARA, PLASTER } from '../materials.ts'
import type { Roof } from '../roof-shapes.ts'
import type { Finish } from '../walls.ts'

/** A fisherman's house: charred boards against salt, and weighted tiles against wind. */
export function fishermansHouse(random: Random): House {
  const ground = plot(random.between(6.8, 8), random.between(7, 8.4))
  const charred: Finish = {
    wall: random.pick<Colour>(['#36332f', '#453e37', '#5c5046']),
    texture: 'boards',
  }
  const half: Finish = {
    wall: random.pick(PLASTER),
    skirt: { colour: charred.wall, height: 0.9, texture: 'boards' },
    timber: '#4a3f36',
  }
  const upper = random.chance(0.5) ? half : charred
  const frame: Colour = '#77624e'
  const sides = { east: 'sash, blank', west: 'blank, sash' }
  const tiles = { covering: 'tile', colour: random.pick(KAWARA), gable: upper.wall } as const
  const top: Roof = {
    ...tiles,
    ...ground,
    eaves: 5.2,
    overhang: 0.65,
    pitch: random.between(0.48, 0.6),
    hip: 0,
    ridge: random.pick(['x', 'y'] as const),
    curve: 0.08,
  }
  const parts = [
    box(
      {
        x0: ground.x0 - 0.1,
        x1: ground.x1 + 0.1,
        y0: ground.y0 - 0.1,
        y1: ground.y1,
        z0: 0,
        z1: 0.3,
      },
      '#8d8a83',
    ),
    walls(random, ground, {
      ...sides,
      from: 0.2,
      to: 2.75,
      finish: charred,
      frame,
      floor: 0.3,
      eaves: 0.5,
      south: random.pick([
        'lattice 1.6, door 1.5',
        'door 1.5, tall 1.8',
        'sash 1.4, door 1.5, slit',
      ]),
    }),
    roof({
      ...tiles,
      ...ground,
      eaves: 2.7,
      overhang: 0.8,
      pitch: 0.4,
      hip: 1,
      ridge: 'x',
      curve: 0.05,
    }),
    walls(random, ground, {
      ...sides,
      from: 2.95,
      to: 5.2,
      finish: upper,
      frame,
      floor: 0.1,
      railing: '#6b5544',
      eaves: 0.6,
      south: 'sash, sash',
    }),
    roof(top),
  ]
  return standing([mass(ground, parts)], ground, top, 0.5)
}
