import type { Random } from '../../random.ts'
import { type Colour, darker } from '../colour.ts'
import { along, before, type House, mass, plot, standing } from '../house.ts'
import { box, porch, roof, veranda, walls } from '../house-parts.ts'
import { GLAZED, KAWARA, MORTAR, OLD_BOARDS, RED_KAWARA, SASH } from '../materials.ts'
import type { Roof } from '../roof-shapes.ts'
import type { Finish } from '../walls.ts'

const TILES = [...KAWARA, ...GLAZED, ...RED_KAWARA] as const
const SIDES = { east: 'sash, small', west: 'small, sash' } as const

/** A one-storey house of the 1960s, with all rooms facing the garden. */
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
  const frame = random.pick<Colour>(['#6b5140', '#8d9499', '#7a6350'])
  const tiles = { covering: 'tile', colour: random.pick(TILES), gable: finish.wall } as const
  const isLeft = random.chance(0.5)
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
  const door = along(ground, isLeft ? 0.12 : 0.88)
  const parts = [
    walls(random, ground, {
      ...SIDES,
      from: 0,
      to: 2.9,
      finish,
      frame,
      floor: 0.45,
      south: isLeft ? 'door 1.7, veranda 3.4, sash 2' : 'sash 2, veranda 3.4, door 1.7',
    }),
    veranda(ground, isLeft ? 0.26 : 0.29, isLeft ? 0.71 : 0.74),
    roof(top),
  ]
  const entrance = porch(ground, door, { ...tiles, width: 2.2, height: 2.45, depth: 1.2 })
  return standing([mass(ground, parts), entrance], ground, top, door)
}

/** A family house of the 1970s: tiled, two storeys, aluminium sashes. */
export function seventiesHouse(random: Random): House {
  const ground = plot(random.between(8.6, 10.4), random.between(6.4, 7.4))
  const [offLeft, offRight] = random.shuffled([0, random.between(0.9, 2.4)])
  const upper = {
    ...ground,
    x0: ground.x0 + (offLeft ?? 0),
    x1: ground.x1 - (offRight ?? 0),
    y0: ground.y0 + 0.7,
  }
  const [frame, wall] = [random.pick(SASH), random.pick(MORTAR)]
  const boarded = {
    skirt: { colour: random.pick(OLD_BOARDS), height: 0.9, texture: 'boards' },
  } as const
  const finish: Finish = { wall, ...(random.chance(0.45) && boarded) }
  const tiles = { covering: 'tile', ridge: 'x', colour: random.pick(TILES), gable: wall } as const
  const isLeft = random.chance(0.5)
  const top: Roof = {
    ...tiles,
    ...upper,
    eaves: 5.5,
    overhang: 0.8,
    pitch: random.between(0.45, 0.56),
    hip: random.pick([0, 0.5, 0.5, 1]),
    curve: 0.11,
  }
  const upstairs = {
    frame,
    floor: 0.1,
    railing: random.chance(0.7) ? frame : undefined,
    hasShutters: true,
    south: random.pick(['sash 1.4, sash 1.4', 'sash 1.4, small', 'small 0.9, sash 1.6']),
    east: random.pick(['sash, blank 0.6', 'blank 0.6, sash']),
    west: random.pick(['sash, blank 0.6', 'blank 0.6, sash']),
  }
  const parts = [
    walls(random, ground, {
      ...SIDES,
      from: 0,
      to: 2.85,
      finish,
      frame,
      floor: 0.5,
      eaves: 0.6,
      south: isLeft ? 'door 1.9, tall 2, tall 2' : 'tall 2, tall 2, door 1.9',
    }),
    roof({ ...tiles, ...ground, eaves: 2.85, overhang: 0.75, pitch: 0.4, hip: 1, curve: 0.08 }),
    walls(random, upper, { ...upstairs, from: 3.05, to: 5.5, finish: { wall }, eaves: 0.6 }),
    roof(top),
  ]
  const door = along(ground, isLeft ? 0.16 : 0.84)
  const entrance = porch(ground, door, { ...tiles, width: 2.4, height: 2.5, depth: 1.3 })
  return standing(
    [mass(ground, parts), ...(random.chance(0.5) ? [entrance] : [])],
    ground,
    top,
    door,
  )
}

const SIDINGS: readonly (readonly [wall: Colour, accent: Colour])[] = [
  ['#ece7dd', '#7a6a5a'],
  ['#d8d6cf', '#4f565c'],
  ['#e6dcc7', '#8c5a44'],
  ['#5b636a', '#d9d3c5'],
  ['#dfe1dc', '#5f6f62'],
  ['#e9e4d8', '#45566b'],
]

/** A house of recent decades: siding, a metal roof and a balcony. */
export function recentHouse(random: Random): House {
  const ground = plot(random.between(7.6, 9), random.between(6.8, 7.8))
  const [wall, accent] = random.pick(SIDINGS)
  const frame: Colour = '#4c4f52'
  const isLeft = random.chance(0.5)
  const top: Roof = {
    ...ground,
    eaves: 5.6,
    overhang: 0.5,
    pitch: random.between(0.36, 0.6),
    hip: random.pick([0, 0, 1]),
    ridge: random.pick(['x', 'y'] as const),
    covering: random.pick(['sheet', 'sheet', 'tile'] as const),
    colour: random.pick<Colour>(['#4a4f56', '#3f444b', '#6a4f45', '#55606a', '#7a4b40']),
    gable: wall,
    curve: 0.01,
  }
  const parts = [
    walls(random, ground, {
      ...SIDES,
      from: 0,
      to: 2.85,
      finish: { wall: accent, texture: 'siding' },
      frame,
      floor: 0.4,
      eaves: 0,
      south: isLeft ? 'door 1.6, tall 2, tall 2' : 'tall 2, tall 2, door 1.6',
    }),
    walls(random, ground, {
      ...SIDES,
      from: 2.85,
      to: 5.6,
      finish: { wall, texture: 'siding' },
      frame,
      floor: 0.15,
      eaves: 0.4,
      south: isLeft ? 'small 1.2, tall 2, tall 1.8' : 'tall 1.8, tall 2, small 1.2',
    }),
    roof(top),
  ]
  const door = along(ground, isLeft ? 0.18 : 0.82)
  const [from, to] = isLeft
    ? [ground.x0 + 3.4, ground.x1 - 0.4]
    : [ground.x0 + 0.4, ground.x1 - 3.4]
  const balcony = { x0: from, x1: to, y0: ground.y0 - 1.1, y1: ground.y0, z0: 2.85, z1: 3.95 }
  const canopy = {
    x0: door - 1.1,
    x1: door + 1.1,
    y0: ground.y0 - 1.2,
    y1: ground.y0,
    z0: 2.5,
    z1: 2.66,
  }
  const masses = [
    mass(ground, parts),
    before(balcony, [box(balcony, accent, darker(accent, 0.2))]),
    before(canopy, [box({ ...canopy, z0: 0, z1: 0.16 }, '#a5a29b', '#bdbab2'), box(canopy, frame)]),
  ]
  return standing(masses, ground, top, door)
}
