import type { Random } from '../random.ts'
import { type Colour, mix } from './colour.ts'
import type { Bay } from './facade.ts'
import {
  type House,
  mass,
  type Plot,
  plot,
  porch,
  roof,
  standing,
  veranda,
  walls,
} from './house.ts'
import { KAWARA, OLD_BOARDS, PLASTER, RED_KAWARA, TIN } from './materials.ts'
import type { Roof } from './roof-shapes.ts'
import type { Finish } from './walls.ts'

type Bays = readonly (readonly [Bay, number])[]

const FRAME: Colour = '#54402f'

const oldFinish = (random: Random): Finish => ({
  wall: random.pick(PLASTER),
  skirt: { colour: random.pick(OLD_BOARDS), height: 0.95, texture: 'boards' },
  timber: random.pick(['#5a4534', '#4a3a2e', '#6b5340']),
})

const END_BAYS: readonly Bays[] = [
  [
    ['sash', 1.2],
    ['blank', 1],
    ['small', 1],
  ],
  [
    ['blank', 1],
    ['sash', 1.4],
  ],
  [
    ['small', 1],
    ['sash', 1.4],
  ],
  [
    ['blank', 1],
    ['slit', 1],
    ['blank', 0.6],
  ],
]

/** The front of a farmhouse: rooms along the garden, and the door to the earth-floored side. */
function farmFront(random: Random) {
  const rooms: Bays = [
    [random.pick<Bay>(['paper', 'veranda', 'veranda']), 3.2],
    [random.pick<Bay>(['paper', 'veranda']), 2.4],
  ]
  const working: Bays = [
    ['door', 1.7],
    [random.pick<Bay>(['slit', 'sash', 'blank', 'lattice']), 1.4],
  ]
  const doorLeft = random.chance(0.5)
  const bays: Bays = doorLeft
    ? [...working.slice().reverse(), ...rooms.slice().reverse()]
    : [...rooms, ...working]
  const all = 8.7
  return doorLeft
    ? { bays, deck: [3.15 / all, 0.985] as [number, number], door: (1.4 + 0.85) / all }
    : { bays, deck: [0.015, 5.55 / all] as [number, number], door: (5.6 + 0.85) / all }
}

/** Straw, or the metal that was later laid over it. */
export function thatchedFarmhouse(random: Random, covering: 'thatch' | 'sheet'): House {
  const ground = plot(random.between(11.5, 13.5), random.between(7, 8))
  const finish = oldFinish(random)
  const front = farmFront(random)
  const look = { frame: FRAME, floor: 0.5 }
  const top: Roof = {
    ...ground,
    eaves: covering === 'sheet' ? 3.25 : 3.1,
    overhang: covering === 'sheet' ? 0.5 : 0.75,
    pitch: random.between(0.88, 1.06),
    hip: random.pick([0.62, 1, 0.75, 0.5]),
    ridge: 'x',
    covering,
    colour:
      covering === 'thatch'
        ? random.pick(['#93815f', '#7f7156', '#a08a66', '#86795f'])
        : random.pick(TIN),
    gable: '#54463a',
    curve: 0.02,
  }
  const sides = { south: front.bays, east: random.pick(END_BAYS), west: random.pick(END_BAYS) }
  const skirt: Roof = {
    ...ground,
    eaves: 2.7,
    overhang: 0.95,
    pitch: 0.4,
    hip: 1,
    ridge: 'x',
    covering: 'tile',
    colour: random.pick(KAWARA),
    gable: finish.wall,
    curve: 0.05,
  }
  const parts = [
    walls(random, ground, 0, 3, finish, look, sides, 0.9),
    veranda(ground, ...front.deck),
    ...(covering === 'sheet'
      ? [roof(skirt), walls(random, shrunk(ground), 2.6, 3.3, { wall: finish.wall }, look, {}, 0.3)]
      : []),
    roof(covering === 'sheet' ? { ...top, ...shrunk(ground) } : top),
  ]
  return standing([mass(ground, parts)], ground, top, doorAt(ground, front.door))
}

const shrunk = ({ x0, x1, y0, y1 }: Plot): Plot => ({
  x0: x0 + 0.5,
  x1: x1 - 0.5,
  y0: y0 + 0.5,
  y1: y1 - 0.5,
})
const doorAt = ({ x0, x1 }: Plot, part: number) => x0 + (x1 - x0) * part

/** Two tiers of tiled roof: the house of the village head. */
export function tiledFarmhouse(random: Random, tiles: 'grey' | 'red' = 'grey'): House {
  const ground = plot(random.between(11, 13.5), random.between(7, 8))
  const finish = oldFinish(random)
  const front = farmFront(random)
  const look = { frame: FRAME, floor: 0.5 }
  const covered = {
    covering: 'tile',
    colour: random.pick<Colour>(tiles === 'red' ? RED_KAWARA : KAWARA),
    gable: mix(finish.wall, '#ffffff', 0.3),
  } as const
  const inner = {
    x0: ground.x0 + 0.55,
    x1: ground.x1 - 0.55,
    y0: ground.y0 + 0.9,
    y1: ground.y1 - 0.4,
  }
  const top: Roof = {
    ...covered,
    ...inner,
    eaves: 4.1,
    overhang: 0.95,
    pitch: random.between(0.55, 0.66),
    hip: random.pick([0.42, 0.5, 0.58]),
    ridge: 'x',
    curve: 0.16,
  }
  const parts = [
    walls(random, ground, 0, 2.75, finish, look, {
      south: front.bays,
      east: random.pick(END_BAYS),
      west: random.pick(END_BAYS),
    }),
    veranda(ground, ...front.deck),
    roof({
      ...covered,
      ...ground,
      eaves: 2.75,
      overhang: 0.95,
      pitch: 0.36,
      hip: 1,
      ridge: 'x',
      curve: 0.08,
    }),
    walls(random, inner, 2.9, 4.1, { wall: finish.wall, timber: '#5a4534' }, look, {}, 0.6),
    roof(top),
  ]
  return standing([mass(ground, parts)], ground, top, doorAt(ground, front.door))
}

/** One great roof close to the ground, and a gabled porch. */
export function gabledFarmhouse(random: Random): House {
  const ground = plot(random.between(10.5, 12.5), random.between(6.8, 7.6))
  const finish = oldFinish(random)
  const front = farmFront(random)
  const tiles = { covering: 'tile', colour: random.pick(KAWARA), gable: finish.wall } as const
  const top: Roof = {
    ...tiles,
    ...ground,
    eaves: 3,
    overhang: 1,
    pitch: random.between(0.5, 0.62),
    hip: random.pick([0, 0, 0.5, 1]),
    ridge: 'x',
    curve: 0.13,
  }
  const parts = [
    walls(
      random,
      ground,
      0,
      3,
      finish,
      { frame: FRAME, floor: 0.5 },
      { south: front.bays, east: random.pick(END_BAYS), west: random.pick(END_BAYS) },
    ),
    veranda(ground, ...front.deck),
    roof(top),
  ]
  const door = doorAt(ground, front.door)
  return standing(
    [mass(ground, parts), porch(ground, door, 2.6, { ...tiles, height: 2.6, depth: 1.6 })],
    ground,
    top,
    door,
  )
}

/** The bent house of the north-east: the stable forms a wing towards the yard. */
export function bentFarmhouse(random: Random, covering: 'thatch' | 'sheet'): House {
  const ground = plot(random.between(10, 11.5), 7, 0, 1.5)
  const finish = oldFinish(random)
  const look = { frame: FRAME, floor: 0.5 }
  const colour =
    covering === 'thatch' ? random.pick<Colour>(['#8f7f60', '#7d7058']) : random.pick(TIN)
  const shared = {
    covering,
    colour,
    gable: '#54463a',
    curve: 0.02,
    overhang: 0.7,
    pitch: random.between(0.85, 1),
  } as const
  const side = random.pick([-1, 1])
  const wing: Plot =
    side < 0
      ? { x0: ground.x0 - 0.6, x1: ground.x0 + 4.6, y0: ground.y0 - 4.6, y1: ground.y0 + 3 }
      : { x0: ground.x1 - 4.6, x1: ground.x1 + 0.6, y0: ground.y0 - 4.6, y1: ground.y0 + 3 }
  const top: Roof = { ...shared, ...ground, eaves: 3, hip: random.pick([0.6, 1]), ridge: 'x' }
  const wingTop: Roof = { ...shared, ...wing, eaves: 2.9, hip: random.pick([0.5, 1]), ridge: 'y' }
  const rooms: Bays =
    side < 0
      ? [
          ['blank', 4],
          ['veranda', 2.6],
          ['paper', 2.4],
        ]
      : [
          ['paper', 2.4],
          ['veranda', 2.6],
          ['blank', 4],
        ]
  const masses = [
    mass(ground, [
      walls(random, ground, 0, 3, finish, look, {
        south: rooms,
        east: random.pick(END_BAYS),
        west: random.pick(END_BAYS),
      }),
      veranda(ground, side < 0 ? 0.46 : 0.02, side < 0 ? 0.98 : 0.54),
      roof(top),
    ]),
    {
      ...mass(wing, [
        walls(random, wing, 0, 2.9, finish, look, {
          south: [
            ['slit', 1],
            ['door', 1],
          ],
          east: [
            ['blank', 1],
            ['door', 1],
            ['slit', 1],
          ],
          west: [
            ['slit', 1],
            ['door', 1],
            ['blank', 1],
          ],
        }),
        roof(wingTop),
      ]),
      y: wing.y0,
    },
  ]
  const all = {
    x0: Math.min(ground.x0, wing.x0),
    x1: Math.max(ground.x1, wing.x1),
    y0: wing.y0,
    y1: ground.y1,
  }
  return standing(masses, all, top, side < 0 ? wing.x1 + 1 : wing.x0 - 1)
}

/** The steep hands in prayer of the snow valleys: lofts for silkworms under the gable. */
export function prayingHandsHouse(random: Random): House {
  const ground = plot(random.between(8.8, 9.8), random.between(10.5, 12.5))
  const finish: Finish = { wall: random.pick(OLD_BOARDS), texture: 'boards', timber: '#4a3a2e' }
  const look = { frame: '#6b5340', floor: 0.5 } as const
  const top: Roof = {
    ...ground,
    eaves: 3,
    overhang: 0.75,
    pitch: random.between(1.45, 1.65),
    hip: 0,
    ridge: 'y',
    covering: 'thatch',
    colour: random.pick(['#84755a', '#938162', '#776a54']),
    gable: '#5d4b3c',
    curve: 0,
  }
  const half = (ground.x1 - ground.x0) / 2
  const loft = (z0: number, z1: number, reach: number, bays: Bays) => {
    const at = { x0: -half * reach, x1: half * reach, y0: ground.y0 - 0.02, y1: ground.y0 + 1 }
    return walls(
      random,
      at,
      z0,
      z1,
      { wall: '#d9c9a6', timber: '#5a4534' },
      { ...look, floor: -0.25 },
      { south: bays },
      0.25,
    )
  }
  const parts = [
    walls(random, ground, 0, 3, finish, look, {
      south: [
        ['paper', 2],
        ['door', 1.6],
        ['slit', 1.4],
      ],
      east: [
        ['slit', 1],
        ['veranda', 2],
        ['blank', 1],
      ],
      west: [
        ['veranda', 2],
        ['slit', 1],
        ['blank', 1],
      ],
    }),
    roof(top),
    loft(3.2, 5, 0.56, [
      ['sash', 1],
      ['sash', 1],
      ['sash', 1],
    ]),
    loft(5.5, 6.9, 0.26, [['sash', 1]]),
  ]
  return standing([mass(ground, parts)], ground, top, 0.2)
}
