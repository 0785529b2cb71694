import type { Random } from '../../random.ts'
import type { Colour } from '../colour.ts'
import { type House, mass, plot, standing } from '../house.ts'
import { roof, walls } from '../house-parts.ts'
import { KAWARA, OLD_BOARDS } from '../materials.ts'
import type { Roof } from '../roof-shapes.ts'
import type { Finish } from '../walls.ts'

/** A merchant's house with its white storehouse. */
export function merchantHouse(random: Random): House {
  const ground = plot(random.between(8.4, 9.6), random.between(6.6, 7.4), -2.2)
  const wall = random.pick<Colour>(['#f3efe6', '#e9dfc8', '#3f3c3a'])
  const finish: Finish = {
    wall,
    skirt: { colour: random.pick(OLD_BOARDS), height: 1, texture: 'boards' },
    timber: '#4a3a2e',
  }
  const tiles = { covering: 'tile', colour: random.pick(KAWARA) } as const
  const top: Roof = {
    ...tiles,
    ...ground,
    gable: wall,
    eaves: 5,
    overhang: 0.8,
    pitch: 0.52,
    hip: random.pick([0, 0.5]),
    ridge: 'x',
    curve: 0.12,
  }
  const store = plot(4, 4.6, ground.x1 + 3, ground.y0 + 2.6)
  const white: Finish = {
    wall: '#f4f1ea',
    skirt: { colour: '#4b5058', height: 1.5, texture: 'grid' },
  }
  const masses = [
    mass(ground, [
      walls(random, ground, {
        from: 0,
        to: 2.8,
        finish,
        frame: '#54402f',
        floor: 0.45,
        eaves: 0.6,
        south: 'lattice 2.2, door 1.6, veranda 2.6',
        east: 'blank, sash',
        west: 'sash, blank',
      }),
      roof({
        ...tiles,
        ...ground,
        gable: wall,
        eaves: 2.8,
        overhang: 0.85,
        pitch: 0.38,
        hip: 1,
        ridge: 'x',
        curve: 0.07,
      }),
      walls(random, ground, {
        from: 3,
        to: 5,
        finish: { wall, timber: '#4a3a2e' },
        frame: '#54402f',
        floor: 0.1,
        eaves: 0.6,
        south: 'slit 1.6, sash 1.4, slit 1.6',
        east: 'sash',
        west: 'sash',
      }),
      roof(top),
    ]),
    mass(store, [
      walls(random, store, {
        from: 0,
        to: 4.7,
        finish: white,
        frame: '#4a4038',
        floor: 0.5,
        eaves: 0.4,
        south: 'door',
        east: 'small',
        west: 'small',
      }),
      roof({
        ...tiles,
        ...store,
        gable: '#f6f3ec',
        eaves: 4.7,
        overhang: 0.45,
        pitch: 0.55,
        hip: 0,
        ridge: random.pick(['x', 'y'] as const),
        curve: 0.04,
      }),
    ]),
  ]
  return standing(masses, { ...ground, x1: store.x1 }, top, ground.x0 + 4)
}
