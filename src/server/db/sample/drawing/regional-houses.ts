import type { Random } from '../random.ts'
import { type Colour, darker } from './colour.ts'
import type { Bay } from './facade.ts'
import { box, type House, mass, type Plot, plot, roof, standing, veranda, walls } from './house.ts'
import { CHARRED, KAWARA, MORTAR, OLD_BOARDS, PLASTER, SASH, TIN } from './materials.ts'
import type { Roof } from './roof-shapes.ts'
import type { Finish } from './walls.ts'

type Bays = readonly (readonly [Bay, number])[]

/** High on its footing, with a steep coloured roof that sheds the snow. */
export function snowHouse(random: Random): House {
  const ground = plot(random.between(7.4, 8.8), random.between(7, 8))
  const wall = random.pick<Colour>([...MORTAR, '#c9b79a', '#b7c4c0', '#d8c4b0'])
  const frame = random.pick(SASH)
  const finish: Finish = { wall, texture: 'siding' }
  const colour = random.pick<Colour>([...TIN, '#a5372f', '#2f6a8f', '#3c7a5c'])
  const ridge = random.pick(['x', 'y'] as const)
  const top: Roof = {
    ...ground,
    eaves: 5.4,
    overhang: 0.5,
    pitch: random.between(0.8, 1.05),
    hip: 0,
    ridge,
    covering: 'sheet',
    colour,
    gable: wall,
    curve: 0,
  }
  const door = random.pick([-1, 1]) * 2.1
  const room: Plot = { x0: door - 1.2, x1: door + 1.2, y0: ground.y0 - 1.7, y1: ground.y0 }
  const parts = [
    box({ ...ground, z0: 0, z1: 0.8 }, '#a8a39a'),
    walls(
      random,
      ground,
      0.8,
      5.4,
      finish,
      { frame, floor: 0.15 },
      {
        south:
          door < 0
            ? [
                ['blank', 1.4],
                ['sash', 1.4],
              ]
            : [
                ['sash', 1.4],
                ['blank', 1.4],
              ],
        east: [
          ['sash', 1],
          ['small', 1],
        ],
        west: [
          ['small', 1],
          ['sash', 1],
        ],
      },
      0.4,
    ),
    walls(
      random,
      ground,
      3.3,
      5.4,
      finish,
      { frame, floor: -0.1 },
      {
        south: [
          ['sash', 1],
          ['sash', 1],
        ],
        east: [
          ['sash', 1],
          ['sash', 1],
        ],
        west: [
          ['sash', 1],
          ['sash', 1],
        ],
      },
      0.4,
    ),
    roof(top),
    chimney(random, ground, top),
  ]
  const hallTop: Roof = {
    ...room,
    eaves: 2.9,
    overhang: 0.3,
    pitch: 0.75,
    hip: 0,
    ridge: 'y',
    covering: 'sheet',
    colour,
    gable: wall,
    curve: 0,
  }
  const hall = {
    ...mass(room, [
      walls(
        random,
        room,
        0,
        2.9,
        finish,
        { frame, floor: 0.2 },
        { south: [['door', 1]], east: [['small', 1]], west: [['small', 1]] },
        0.3,
      ),
      roof(hallTop),
    ]),
    y: room.y0 - 1,
  }
  return standing([mass(ground, parts), hall], ground, top, door)
}

const chimney = (random: Random, ground: Plot, top: Roof) => {
  const x = random.between(ground.x0 + 1.6, ground.x1 - 1.6)
  const height = top.eaves + top.pitch * 3
  return box(
    { x0: x - 0.3, x1: x + 0.3, y0: -1.2, y1: -0.6, z0: height - 1.2, z1: height + 1.4 },
    '#8a6152',
    '#5b4038',
  )
}

/** Red tiles bedded in white mortar, deep eaves on posts, a lion on the ridge. */
export function southernHouse(random: Random): House {
  const ground = plot(random.between(9, 10.5), random.between(6.8, 7.6))
  const finish: Finish = {
    wall: random.pick<Colour>(['#d9c39c', '#e9dfc8', '#c9ae82']),
    timber: '#6b4a34',
  }
  const top: Roof = {
    ...ground,
    eaves: 2.9,
    overhang: 1.5,
    pitch: random.between(0.46, 0.54),
    hip: 1,
    ridge: 'x',
    covering: 'ryukyu',
    colour: random.pick(['#b5563c', '#a94d38', '#c0664a']),
    gable: finish.wall,
    curve: 0.05,
  }
  const posts = [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const x = ground.x0 - 0.9 + (ground.x1 - ground.x0 + 1.8) * part
    return box(
      { x0: x - 0.08, x1: x + 0.08, y0: ground.y0 - 1.15, y1: ground.y0 - 1, z0: 0, z1: 2.4 },
      '#7a5a40',
    )
  })
  const parts = [
    box(
      {
        x0: ground.x0 - 1,
        x1: ground.x1 + 1,
        y0: ground.y0 - 1.2,
        y1: ground.y1 + 1,
        z0: 0,
        z1: 0.12,
      },
      '#b9ae9c',
      '#cfc5b2',
    ),
    walls(
      random,
      ground,
      0,
      2.9,
      finish,
      { frame: '#6b4a34', floor: 0.45 },
      {
        south: random.pick<Bays>([
          [
            ['veranda', 2],
            ['paper', 2],
            ['sash', 1.2],
          ],
          [
            ['sash', 1.2],
            ['veranda', 2.4],
            ['veranda', 2],
          ],
        ]),
        east: [
          ['sash', 1],
          ['blank', 1],
        ],
        west: [
          ['blank', 1],
          ['sash', 1],
        ],
      },
    ),
    veranda(ground, 0.02, 0.72, '#8a6244'),
    ...posts,
    roof(top),
    shisa(top),
  ]
  return standing([mass(ground, parts)], ground, top, random.between(-1, 1))
}

/** The clay lion that watches the gate from the front slope. */
const shisa = (top: Roof) => {
  const z = top.eaves + top.pitch * 2.1
  const y = (top.y0 + top.y1) / 2 - ((top.y1 - top.y0) / 2 - 2.1)
  const clay: Colour = '#8f4a34'
  const at = { y0: y - 0.15, y1: y + 0.25 }
  return (site: Parameters<ReturnType<typeof box>>[0]) => {
    for (const piece of [
      box({ ...at, x0: -0.32, x1: 0.3, z0: z, z1: z + 0.42 }, clay),
      box({ ...at, x0: -0.46, x1: -0.06, z0: z + 0.3, z1: z + 0.74 }, darker(clay, 0.08)),
      box({ ...at, x0: 0.24, x1: 0.34, z0: z + 0.3, z1: z + 0.66 }, clay),
    ])
      piece(site)
  }
}

/** Charred boards against the salt, tiles weighed down against the wind. */
export function fishermansHouse(random: Random): House {
  const ground = plot(random.between(6.8, 8), random.between(7, 8.4))
  const tiles = { covering: 'tile', colour: random.pick(KAWARA), gable: CHARRED } as const
  const charred: Finish = {
    wall: random.pick<Colour>([CHARRED, '#453e37', '#5c5046']),
    texture: 'boards',
  }
  const upperWall: Finish = random.chance(0.5)
    ? {
        wall: random.pick(PLASTER),
        skirt: { colour: charred.wall, height: 0.9, texture: 'boards' },
        timber: '#4a3f36',
      }
    : charred
  const ridge = random.pick(['x', 'y'] as const)
  const top: Roof = {
    ...tiles,
    ...ground,
    eaves: 5.2,
    overhang: 0.65,
    pitch: random.between(0.48, 0.6),
    hip: 0,
    ridge,
    curve: 0.08,
    gable: upperWall.wall,
  }
  const front: Bays = random.pick<Bays>([
    [
      ['lattice', 1.6],
      ['door', 1.5],
    ],
    [
      ['door', 1.5],
      ['tall', 1.8],
    ],
    [
      ['sash', 1.4],
      ['door', 1.5],
      ['slit', 1],
    ],
  ])
  const frame: Colour = '#77624e'
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
    walls(
      random,
      ground,
      0.2,
      2.75,
      charred,
      { frame, floor: 0.3 },
      {
        south: front,
        east: [
          ['sash', 1],
          ['blank', 1],
        ],
        west: [
          ['blank', 1],
          ['sash', 1],
        ],
      },
      0.5,
    ),
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
    walls(
      random,
      ground,
      2.95,
      5.2,
      upperWall,
      { frame, floor: 0.1, railing: '#6b5544' },
      {
        south: [
          ['sash', 1],
          ['sash', 1],
        ],
        east: [
          ['sash', 1],
          ['blank', 1],
        ],
        west: [
          ['blank', 1],
          ['sash', 1],
        ],
      },
      0.6,
    ),
    roof(top),
  ]
  return standing([mass(ground, parts)], ground, top, 0.5)
}

/** A dwelling and its white storehouse. */
export function merchantHouse(random: Random): House {
  const ground = plot(random.between(8.4, 9.6), random.between(6.6, 7.4), -2.2)
  const tiles = { covering: 'tile', colour: random.pick(KAWARA) } as const
  const wall: Colour = random.pick(['#f3efe6', '#e9dfc8', '#3f3c3a'])
  const finish: Finish = {
    wall,
    skirt: { colour: random.pick(OLD_BOARDS), height: 1, texture: 'boards' },
    timber: '#4a3a2e',
  }
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
  const storeTop: Roof = {
    ...tiles,
    ...store,
    gable: '#f6f3ec',
    eaves: 4.7,
    overhang: 0.45,
    pitch: 0.55,
    hip: 0,
    ridge: random.pick(['x', 'y'] as const),
    curve: 0.04,
  }
  const masses = [
    mass(ground, [
      walls(
        random,
        ground,
        0,
        2.8,
        finish,
        { frame: '#54402f', floor: 0.45 },
        {
          south: [
            ['lattice', 2.2],
            ['door', 1.6],
            ['veranda', 2.6],
          ],
          east: [
            ['blank', 1],
            ['sash', 1],
          ],
          west: [
            ['sash', 1],
            ['blank', 1],
          ],
        },
        0.6,
      ),
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
      walls(
        random,
        ground,
        3,
        5,
        { wall, timber: '#4a3a2e' },
        { frame: '#54402f', floor: 0.1 },
        {
          south: [
            ['slit', 1.6],
            ['sash', 1.4],
            ['slit', 1.6],
          ],
          east: [['sash', 1]],
          west: [['sash', 1]],
        },
        0.6,
      ),
      roof(top),
    ]),
    mass(store, [
      walls(
        random,
        store,
        0,
        4.7,
        { wall: '#f4f1ea', skirt: { colour: '#4b5058', height: 1.5, texture: 'grid' } },
        { frame: '#4a4038', floor: 0.5 },
        { south: [['door', 1]], east: [['small', 1]], west: [['small', 1]] },
        0.4,
      ),
      roof(storeTop),
    ]),
  ]
  const all = { x0: ground.x0, x1: store.x1, y0: ground.y0, y1: ground.y1 }
  return standing(masses, all, top, ground.x0 + 4)
}
