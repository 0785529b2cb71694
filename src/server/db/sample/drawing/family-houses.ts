import type { Random } from '../random.ts'
import { type Colour, darker } from './colour.ts'
import type { Bay } from './facade.ts'
import {
  box,
  grown,
  type House,
  mass,
  plot,
  porch,
  roof,
  standing,
  veranda,
  walls,
} from './house.ts'
import { CLAPBOARD, GLAZED, KAWARA, MORTAR, OLD_BOARDS, RED_KAWARA, SASH } from './materials.ts'
import type { Roof } from './roof-shapes.ts'
import type { Finish } from './walls.ts'

type Bays = readonly (readonly [Bay, number])[]

const flipped = (random: Random, bays: Bays): Bays =>
  random.chance(0.5) ? bays : [...bays].reverse()

/** The one-storey house of the sixties, all its rooms on the garden. */
export function bungalow(random: Random): House {
  const ground = plot(random.between(8.5, 10.5), random.between(6.4, 7.2))
  const finish: Finish = {
    wall: random.pick(MORTAR),
    skirt: {
      colour: random.pick(OLD_BOARDS),
      height: 1,
      texture: random.pick(['boards', 'siding']),
    },
  }
  const look = { frame: random.pick(['#6b5140', '#8d9499', '#7a6350'] as const), floor: 0.45 }
  const tiles = {
    covering: 'tile',
    colour: random.pick([...KAWARA, ...RED_KAWARA, ...GLAZED]),
    gable: finish.wall,
  } as const
  const doorLeft = random.chance(0.5)
  const bays: Bays = doorLeft
    ? [
        ['door', 1.7],
        ['veranda', 3.4],
        ['sash', 2],
      ]
    : [
        ['sash', 2],
        ['veranda', 3.4],
        ['door', 1.7],
      ]
  const top: Roof = {
    ...tiles,
    ...ground,
    eaves: 2.9,
    overhang: 0.85,
    pitch: random.between(0.44, 0.54),
    hip: random.pick([0, 0.5, 0.5, 1]),
    ridge: 'x',
    curve: 0.11,
  }
  const door = ground.x0 + (ground.x1 - ground.x0) * (doorLeft ? 0.12 : 0.88)
  const parts = [
    walls(random, ground, 0, 2.9, finish, look, {
      south: bays,
      east: [
        ['sash', 1],
        ['small', 1],
      ],
      west: [
        ['small', 1],
        ['sash', 1],
      ],
    }),
    veranda(ground, doorLeft ? 0.26 : 0.29, doorLeft ? 0.71 : 0.74),
    roof(top),
  ]
  return standing(
    [mass(ground, parts), porch(ground, door, 2.2, { ...tiles, height: 2.45, depth: 1.2 })],
    ground,
    top,
    door,
  )
}

/** The family house of the seventies: tiled, two storeys, aluminium sashes. */
export function seventiesHouse(random: Random): House {
  const ground = plot(random.between(8.6, 10.4), random.between(6.4, 7.4))
  const side = random.pick([-1, 1])
  const off = random.between(0.9, 2.4)
  const upper = {
    x0: ground.x0 + (side < 0 ? 0 : off),
    x1: ground.x1 - (side < 0 ? off : 0),
    y0: ground.y0 + 0.7,
    y1: ground.y1,
  }
  const frame = random.pick(SASH)
  const wall = random.pick(MORTAR)
  const finish: Finish = {
    wall,
    ...(random.chance(0.45) && {
      skirt: { colour: random.pick(OLD_BOARDS), height: 0.9, texture: 'boards' as const },
    }),
  }
  const tiles = {
    covering: 'tile',
    colour: random.pick([...KAWARA, ...GLAZED, ...RED_KAWARA]),
    gable: wall,
  } as const
  const look = { frame, floor: 0.5 }
  const doorAt = random.pick([0.84, 0.16])
  const front: Bays = [
    ['tall', 2],
    ['tall', 2],
    ['door', 1.9],
  ]
  const top: Roof = {
    ...tiles,
    ...upper,
    eaves: 5.5,
    overhang: 0.8,
    pitch: random.between(0.45, 0.56),
    hip: random.pick([0, 0.5, 0.5, 1]),
    ridge: 'x',
    curve: 0.11,
  }
  const high = {
    frame,
    floor: 0.1,
    ...(random.chance(0.7) && { railing: frame }),
    shutterBox: true,
  }
  const parts = [
    walls(
      random,
      ground,
      0,
      2.85,
      finish,
      look,
      {
        south: doorAt > 0.5 ? front : [...front].reverse(),
        east: flipped(random, [
          ['sash', 1],
          ['small', 1],
        ]),
        west: flipped(random, [
          ['small', 1],
          ['sash', 1],
        ]),
      },
      0.6,
    ),
    roof({
      ...tiles,
      ...ground,
      eaves: 2.85,
      overhang: 0.75,
      pitch: 0.4,
      hip: 1,
      ridge: 'x',
      curve: 0.08,
    }),
    walls(
      random,
      upper,
      3.05,
      5.5,
      { wall },
      high,
      {
        south: random.pick<Bays>([
          [
            ['sash', 1.4],
            ['sash', 1.4],
          ],
          [
            ['sash', 1.4],
            ['small', 1],
          ],
          [
            ['small', 0.9],
            ['sash', 1.6],
          ],
        ]),
        east: flipped(random, [
          ['sash', 1],
          ['blank', 0.6],
        ]),
        west: flipped(random, [
          ['blank', 0.6],
          ['sash', 1],
        ]),
      },
      0.6,
    ),
    roof(top),
  ]
  const door = ground.x0 + (ground.x1 - ground.x0) * doorAt
  const entrance = random.chance(0.5)
    ? [porch(ground, door, 2.4, { ...tiles, height: 2.5, depth: 1.3 })]
    : []
  return standing([mass(ground, parts), ...entrance], ground, top, door)
}

/** Siding, a metal roof and a balcony: built when its owners were young. */
export function recentHouse(random: Random): House {
  const ground = plot(random.between(7.6, 9), random.between(6.8, 7.8))
  const [wall, accent] = random.pick<readonly [Colour, Colour]>([
    ['#ece7dd', '#7a6a5a'],
    ['#d8d6cf', '#4f565c'],
    ['#e6dcc7', '#8c5a44'],
    ['#5b636a', '#d9d3c5'],
    ['#dfe1dc', '#5f6f62'],
    ['#e9e4d8', '#45566b'],
  ])
  const frame: Colour = '#4c4f52'
  const covering = random.pick(['sheet', 'sheet', 'tile'] as const)
  const colour = random.pick<Colour>(['#4a4f56', '#3f444b', '#6a4f45', '#55606a', '#7a4b40'])
  const top: Roof = {
    ...ground,
    eaves: 5.6,
    overhang: 0.5,
    pitch: random.between(0.36, 0.6),
    hip: random.pick([0, 0, 1]),
    ridge: random.pick(['x', 'y'] as const),
    covering,
    colour,
    gable: wall,
    curve: 0.01,
  }
  const doorLeft = random.chance(0.5)
  const part = doorLeft ? 0.18 : 0.82
  const door = ground.x0 + (ground.x1 - ground.x0) * part
  const balcony = {
    x0: doorLeft ? ground.x0 + 3.4 : ground.x0 + 0.4,
    x1: doorLeft ? ground.x1 - 0.4 : ground.x1 - 3.4,
    y0: ground.y0 - 1.1,
    y1: ground.y0,
    z0: 2.85,
    z1: 3.95,
  }
  const front: Bays = doorLeft
    ? [
        ['door', 1.6],
        ['tall', 2],
        ['tall', 2],
      ]
    : [
        ['tall', 2],
        ['tall', 2],
        ['door', 1.6],
      ]
  const above: Bays = doorLeft
    ? [
        ['small', 1.2],
        ['tall', 2],
        ['tall', 1.8],
      ]
    : [
        ['tall', 1.8],
        ['tall', 2],
        ['small', 1.2],
      ]
  const parts = [
    walls(
      random,
      ground,
      0,
      2.85,
      { wall: accent, texture: 'siding' },
      { frame, floor: 0.4 },
      {
        south: front,
        east: [
          ['sash', 1],
          ['small', 1],
        ],
        west: [
          ['small', 1],
          ['sash', 1],
        ],
      },
      0,
    ),
    walls(
      random,
      ground,
      2.85,
      5.6,
      { wall, texture: 'siding' },
      { frame, floor: 0.15 },
      {
        south: above,
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
    roof(top),
  ]
  const masses = [
    mass(ground, parts),
    {
      x: (balcony.x0 + balcony.x1) / 2,
      y: balcony.y0 - 1,
      parts: [box(balcony, accent, darker(accent, 0.2))],
    },
  ]
  const canopy = {
    x0: door - 1.1,
    x1: door + 1.1,
    y0: ground.y0 - 1.2,
    y1: ground.y0,
    z0: 2.5,
    z1: 2.66,
  }
  masses.push({
    x: door,
    y: ground.y0 - 2,
    parts: [box({ ...canopy, z0: 0, z1: 0.16 }, '#a5a29b', '#bdbab2'), box(canopy, frame)],
  })
  return standing(masses, ground, top, door)
}

/** Clapboard and sash windows in a port that traded early. */
export function westernHouse(random: Random): House {
  const ground = plot(random.between(8.4, 9.6), random.between(7, 8))
  const wall = random.pick(CLAPBOARD)
  const trim: Colour = '#f1ece0'
  const finish: Finish = { wall, texture: 'siding' }
  const top: Roof = {
    ...ground,
    eaves: 6.1,
    overhang: 0.55,
    pitch: random.between(0.5, 0.62),
    hip: 1,
    ridge: 'x',
    covering: 'tile',
    colour: random.pick([...KAWARA, ...RED_KAWARA]),
    gable: wall,
    curve: 0.02,
  }
  const bay = { ...plot(2.6, 1.1, random.pick([-2.6, 2.6]), ground.y0 - 0.5) }
  const look = { frame: trim, floor: 0.35 }
  const parts = [
    walls(
      random,
      ground,
      0.3,
      3.1,
      finish,
      look,
      {
        south: [
          ['sash', 1],
          ['door', 1.4],
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
      0.2,
    ),
    box({ ...grown(ground, 0.08), z0: 3.05, z1: 3.25 }, trim),
    walls(
      random,
      ground,
      3.2,
      6.1,
      finish,
      { frame: trim, floor: 0.3 },
      {
        south: [
          ['sash', 1],
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
      0.5,
    ),
    box({ ...grown(ground, 0.15), z0: 5.95, z1: 6.12 }, trim),
    roof(top),
  ]
  const bayTop: Roof = {
    ...bay,
    eaves: 3.1,
    overhang: 0.25,
    pitch: 0.7,
    hip: 1,
    ridge: 'x',
    covering: 'sheet',
    colour: top.colour,
    gable: wall,
    curve: 0,
  }
  const masses = [
    mass(ground, [box({ ...grown(ground, 0.05), z0: 0, z1: 0.3 }, '#9a8d80'), ...parts]),
    {
      ...mass(bay, [
        walls(
          random,
          bay,
          0,
          3.1,
          finish,
          look,
          { south: [['tall', 1]], east: [['slit', 1]], west: [['slit', 1]] },
          0.2,
        ),
        roof(bayTop),
      ]),
      y: bay.y0 - 1,
    },
    porch(ground, 0, 2.2, {
      covering: 'sheet',
      colour: top.colour,
      gable: trim,
      height: 2.6,
      depth: 1.3,
    }),
  ]
  return standing(masses, ground, top, 0)
}
