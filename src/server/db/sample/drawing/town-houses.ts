import type { Random } from '../random.ts'
import { type Colour, darker, mix } from './colour.ts'
import type { Bay } from './facade.ts'
import { box, type House, mass, type Plot, plot, roof, standing, walls } from './house.ts'
import { KAWARA, MORTAR, PLASTER, SASH } from './materials.ts'
import type { Roof } from './roof-shapes.ts'
import type { Finish } from './walls.ts'

type Bays = readonly (readonly [Bay, number])[]

const BENGARA: Colour = '#6b3a2c'

/** A townhouse: narrow, deep, its lattice on the street. Its neighbours stand wall to wall. */
export function machiya(random: Random): House {
  const width = random.between(5.8, 7.2)
  const ground = plot(width, 9)
  const own = shopfront(random, ground, {
    low: random.chance(0.5),
    lattice: random.pick<Colour>([BENGARA, '#4a3628', '#5c4636']),
    noren: random.chance(0.6)
      ? random.pick<Colour>(['#28456b', '#8c3b32', '#3f5a46', '#5b4a6b', '#b08a3e'])
      : undefined,
  })
  return standing(
    [...nextDoor(random, ground, -1), ...nextDoor(random, ground, 1), own.mass],
    ground,
    own.top,
    own.door,
  )
}

/** The two houses on one side of a townhouse. */
export function nextDoor(random: Random, ground: Plot, side: -1 | 1) {
  let edge = side < 0 ? ground.x0 : ground.x1
  return [0, 1].map(() => {
    const wide = random.between(5, 6.8)
    const middle = edge + side * (wide / 2 + 0.14)
    edge += side * (wide + 0.14)
    const front = {
      low: random.chance(0.5),
      lattice: random.pick<Colour>(['#6a5a4c', '#5c5148', '#75675a']),
      noren: undefined,
    }
    return shopfront(
      random,
      plot(wide, 9, middle, ground.y0 + 4.5 + random.between(-0.15, 0.25)),
      front,
    ).mass
  })
}

interface Front {
  /** Whether the upper floor is only a loft. */
  low: boolean
  lattice: Colour
  noren: Colour | undefined
}

function shopfront(random: Random, ground: Plot, { low, lattice, noren }: Front) {
  const wall = random.pick<Colour>([...PLASTER, '#b98d5f'])
  const finish: Finish = { wall, timber: darker(lattice, 0.15) }
  const high = low ? 4.6 : 5.4
  const tiles = { covering: 'tile', colour: random.pick(KAWARA), gable: wall } as const
  const top: Roof = {
    ...tiles,
    ...ground,
    eaves: high,
    overhang: 0.55,
    pitch: 0.46,
    hip: 0,
    ridge: 'x',
    curve: 0.05,
  }
  const doorLeft = random.chance(0.5)
  const street: Bays = doorLeft
    ? [
        ['door', 1.6],
        ['lattice', 3.4],
      ]
    : [
        ['lattice', 3.4],
        ['door', 1.6],
      ]
  const upstairs: Bays = low
    ? [
        ['slit', 1],
        ['slit', 1],
      ]
    : random.pick<Bays>([
        [
          ['lattice', 2],
          ['lattice', 2],
        ],
        [
          ['sash', 1],
          ['sash', 1],
        ],
      ])
  const pent: Plot = { x0: ground.x0, x1: ground.x1, y0: ground.y0 - 0.05, y1: ground.y0 + 1 }
  const parts = [
    walls(
      random,
      ground,
      0,
      2.7,
      finish,
      { frame: lattice, floor: 0.35, ...(noren && { noren }) },
      { south: street, east: [['blank', 1]], west: [['blank', 1]] },
      0.6,
    ),
    roof({
      ...tiles,
      ...pent,
      eaves: 2.75,
      overhang: 0.95,
      pitch: 0.36,
      hip: 0,
      ridge: 'x',
      curve: 0.03,
      leanTo: true,
    }),
    walls(
      random,
      ground,
      2.95,
      high,
      finish,
      { frame: lattice, floor: low ? -0.05 : 0.2 },
      { south: upstairs },
      0.5,
    ),
    roof(top),
  ]
  const door = ground.x0 + (ground.x1 - ground.x0) * (doorLeft ? 0.16 : 0.84)
  return { mass: { ...mass(ground, parts), y: ground.y0 }, top, door }
}

/** A flat front drawn up to look like more than it is: the shop of 1930. */
export function signboardShop(random: Random): House {
  const ground = plot(random.between(6, 7.4), 8)
  const wall = random.pick<Colour>(['#7f9b8b', '#c2a988', '#9a8f84', '#b7745a', '#8ba0a8'])
  const trim = mix(wall, '#ffffff', 0.45)
  const frame: Colour = '#5c4a3c'
  const top: Roof = {
    ...ground,
    y0: ground.y0 + 0.4,
    eaves: 5.4,
    overhang: 0.3,
    pitch: 0.5,
    hip: 0,
    ridge: 'x',
    covering: 'tile',
    colour: random.pick(KAWARA),
    gable: '#cdbfa6',
    curve: 0,
  }
  const front: Plot = { ...ground, y1: ground.y0 + 0.5 }
  const pent: Plot = { ...ground, y1: ground.y0 + 0.6 }
  const parts = [
    walls(
      random,
      ground,
      0,
      5.4,
      { wall: '#cdbfa6', texture: 'siding' },
      { frame, floor: 0.4 },
      {
        east: [
          ['sash', 1],
          ['blank', 1],
        ],
        west: [
          ['blank', 1],
          ['sash', 1],
        ],
      },
      0.3,
    ),
    roof(top),
    walls(
      random,
      front,
      0,
      6.6,
      { wall, texture: random.pick(['grid', 'siding', 'plain']) },
      { frame, floor: 0.3, noren: random.pick<Colour>(['#28456b', '#8c3b32', '#e9e2d0']) },
      {
        south: [
          ['tall', 1.6],
          ['door', 1.7],
          ['tall', 1.6],
        ],
      },
      0,
    ),
    walls(
      random,
      front,
      3.1,
      6.6,
      { wall, texture: 'plain' },
      { frame, floor: 0 },
      {
        south: [
          ['sash', 1],
          ['sash', 1],
          ['sash', 1],
        ],
      },
      0,
    ),
    box(
      {
        ...front,
        y0: front.y0 - 0.12,
        x0: front.x0 - 0.08,
        x1: front.x1 + 0.08,
        z0: 6.45,
        z1: 6.7,
      },
      trim,
    ),
    box({ ...front, y0: front.y0 - 0.08, z0: 5.75, z1: 5.9 }, trim),
    roof({
      ...pent,
      eaves: 2.8,
      overhang: 0.9,
      pitch: 0.3,
      hip: 0,
      ridge: 'x',
      covering: 'sheet',
      colour: '#6d7f78',
      gable: wall,
      curve: 0,
      leanTo: true,
    }),
  ]
  const shop = { ...mass(ground, parts), y: ground.y0 }
  return {
    ...standing(
      [...nextDoor(random, ground, -1), ...nextDoor(random, ground, 1), shop],
      ground,
      top,
      0,
    ),
    top: 6.7,
  }
}

/** Flats of the seventies, stacked, with their balconies to the south. */
export function apartmentHouse(random: Random): House {
  const floors = random.whole(2, 4)
  const ground = plot(random.between(11, 15), 7.5)
  const wall = random.pick(MORTAR)
  const frame = random.pick(SASH)
  const height = 2.7
  const flats = floors > 2 ? 3 : 4
  const bays: Bays = Array.from({ length: flats }, () => ['tall', 1] as const)
  const levels = Array.from({ length: floors }, (_, index) => {
    const z = index * height
    const balcony = {
      x0: ground.x0 + 0.2,
      x1: ground.x1 - 0.2,
      y0: ground.y0 - 1.1,
      y1: ground.y0,
      z0: z - 0.1,
      z1: z + 0.95,
    }
    return [
      walls(
        random,
        ground,
        z,
        z + height,
        { wall },
        { frame, floor: 0.3 },
        {
          south: [...bays, ...bays],
          east: [
            ['sash', 1],
            ['small', 1],
          ],
          west: [
            ['small', 1],
            ['sash', 1],
          ],
        },
        0.35,
      ),
      ...(index ? [box(balcony, mix(wall, '#ffffff', 0.25), darker(wall, 0.35))] : []),
    ]
  }).flat()
  const flat = floors * height
  const tiled = floors === 2
  const top: Roof = {
    ...ground,
    eaves: flat,
    overhang: 0.6,
    pitch: tiled ? 0.36 : 0.02,
    hip: 0,
    ridge: 'x',
    covering: 'sheet',
    colour: random.pick<Colour>(['#7a4b40', '#4f6f8c', '#5b6157', '#55606a']),
    gable: wall,
    curve: 0,
  }
  const roofing = tiled
    ? [roof(top)]
    : [
        box(
          {
            x0: ground.x0 - 0.3,
            x1: ground.x1 + 0.3,
            y0: ground.y0 - 1.2,
            y1: ground.y1 + 0.3,
            z0: flat,
            z1: flat + 0.5,
          },
          mix(wall, '#8d8a83', 0.3),
          '#a19c92',
        ),
        box(
          { ...plot(1.8, 1.6, random.between(-3, 3)), z0: flat + 0.5, z1: flat + 1.9 },
          '#c9c4b8',
        ),
      ]
  return {
    ...standing([mass(ground, [...levels, ...roofing])], ground, top, 0),
    top: flat + (tiled ? 1.6 : 1.9),
  }
}
