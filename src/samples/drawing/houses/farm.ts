import type { Random } from '../../random.ts'
import { type Colour, mix } from '../colour.ts'
import { along, grown, type House, mass, plot, standing } from '../house.ts'
import { porch, roof, veranda, walls } from '../house-parts.ts'
import { KAWARA, OLD_BOARDS, OLD_TIMBER, PLASTER, RED_KAWARA, STRAW, TIN } from '../materials.ts'
import type { Roof } from '../roof-shapes.ts'
import type { Finish } from '../walls.ts'

export const oldFinish = (random: Random): Finish => ({
  wall: random.pick(PLASTER),
  skirt: { colour: random.pick(OLD_BOARDS), height: 0.95, texture: 'boards' },
  timber: random.pick(OLD_TIMBER),
})

export const oldLook = { frame: '#54402f', floor: 0.5 } as const

export const endBays = (random: Random) =>
  random.pick([
    'sash 1.2, blank, small',
    'blank, sash 1.4',
    'small, sash 1.4',
    'blank, slit, blank 0.6',
  ])

interface Front {
  south: string
  /**
   * Positions along the front, from 0 (left) to 1 (right): the start and end of the veranda, and
   * the door.
   */
  deck: readonly [number, number]
  door: number
}

/**
 * The front of a farmhouse: rooms along the garden, and the door on the side with the earth floor.
 */
function farmFront(random: Random): Front {
  const rooms = [random.pick(['paper', 'veranda', 'veranda']), random.pick(['paper', 'veranda'])]
  const last = random.pick(['slit', 'sash', 'blank', 'lattice'])
  return random.chance(0.5)
    ? {
        south: `${last} 1.4, door 1.7, ${rooms[1]} 2.4, ${rooms[0]} 3.2`,
        deck: [0.36, 0.985],
        door: 0.26,
      }
    : {
        south: `${rooms[0]} 3.2, ${rooms[1]} 2.4, door 1.7, ${last} 1.4`,
        deck: [0.015, 0.64],
        door: 0.74,
      }
}

/** A farmhouse with a steep thatched roof. */
export function thatchedFarmhouse(random: Random): House {
  const ground = plot(random.between(11.5, 13.5), random.between(7, 8))
  const { south, deck, door } = farmFront(random)
  const top: Roof = {
    ...ground,
    ...strawRoof(random),
    eaves: 3.1,
    overhang: 0.75,
    pitch: random.between(0.88, 1.06),
    hip: random.pick([0.62, 1, 0.75, 0.5]),
    ridge: 'x',
  }
  const parts = [
    walls(random, ground, {
      ...oldLook,
      from: 0,
      to: 3,
      finish: oldFinish(random),
      eaves: 0.9,
      south,
      east: endBays(random),
      west: endBays(random),
    }),
    veranda(ground, ...deck),
    roof(top),
  ]
  return standing([mass(ground, parts)], ground, top, along(ground, door))
}

export const strawRoof = (random: Random) =>
  ({ covering: 'thatch', colour: random.pick(STRAW), gable: '#54463a', curve: 0.02 }) as const

/**
 * A farmhouse with two roofs. The upper roof is thatch that was later covered with metal. The lower
 * roof has tiles.
 */
export function coveredFarmhouse(random: Random): House {
  const ground = plot(random.between(11.5, 13.5), random.between(7, 8))
  const inner = grown(ground, -0.5)
  const finish = oldFinish(random)
  const { south, deck, door } = farmFront(random)
  const gable: Colour = '#54463a'
  const top: Roof = {
    ...inner,
    eaves: 3.25,
    overhang: 0.5,
    pitch: random.between(0.88, 1.06),
    hip: random.pick([0.62, 1, 0.75, 0.5]),
    ridge: 'x',
    covering: 'sheet',
    colour: random.pick(TIN),
    gable,
    curve: 0.02,
  }
  const skirt: Roof = {
    ...ground,
    eaves: 2.7,
    overhang: 0.95,
    pitch: 0.4,
    hip: 1,
    ridge: 'x',
    covering: 'tile',
    colour: random.pick(KAWARA),
    gable,
    curve: 0.05,
  }
  const parts = [
    walls(random, ground, {
      ...oldLook,
      from: 0,
      to: 3,
      finish,
      eaves: 0.9,
      south,
      east: endBays(random),
      west: endBays(random),
    }),
    veranda(ground, ...deck),
    roof(skirt),
    walls(random, inner, {
      ...oldLook,
      from: 2.6,
      to: 3.3,
      finish: { wall: finish.wall },
      eaves: 0.3,
    }),
    roof(top),
  ]
  return standing([mass(ground, parts)], ground, top, along(ground, door))
}

/** A village head's farmhouse, with two tiers of tiled roof. */
export function tiledFarmhouse(random: Random): House {
  const ground = plot(random.between(11, 13.5), random.between(7, 8))
  const inner = {
    x0: ground.x0 + 0.55,
    x1: ground.x1 - 0.55,
    y0: ground.y0 + 0.9,
    y1: ground.y1 - 0.4,
  }
  const finish = oldFinish(random)
  const { south, deck, door } = farmFront(random)
  const tiles = {
    covering: 'tile',
    ridge: 'x',
    colour: random.pick([...KAWARA, ...RED_KAWARA]),
    gable: mix(finish.wall, '#ffffff', 0.3),
  } as const
  const top: Roof = {
    ...tiles,
    ...inner,
    eaves: 4.1,
    overhang: 0.95,
    pitch: random.between(0.55, 0.66),
    hip: random.pick([0.42, 0.5, 0.58]),
    curve: 0.16,
  }
  const parts = [
    walls(random, ground, {
      ...oldLook,
      from: 0,
      to: 2.75,
      finish,
      south,
      east: endBays(random),
      west: endBays(random),
    }),
    veranda(ground, ...deck),
    roof({ ...tiles, ...ground, eaves: 2.75, overhang: 0.95, pitch: 0.36, hip: 1, curve: 0.08 }),
    walls(random, inner, {
      ...oldLook,
      from: 2.9,
      to: 4.1,
      finish: { wall: finish.wall, timber: '#5a4534' },
      eaves: 0.6,
    }),
    roof(top),
  ]
  return standing([mass(ground, parts)], ground, top, along(ground, door))
}

/** A farmhouse with one large low roof and a gabled porch. */
export function gabledFarmhouse(random: Random): House {
  const ground = plot(random.between(10.5, 12.5), random.between(6.8, 7.6))
  const finish = oldFinish(random)
  const { south, deck, door } = farmFront(random)
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
    walls(random, ground, {
      ...oldLook,
      from: 0,
      to: 3,
      finish,
      south,
      east: endBays(random),
      west: endBays(random),
    }),
    veranda(ground, ...deck),
    roof(top),
  ]
  const way = along(ground, door)
  const entrance = porch(ground, way, { ...tiles, width: 2.6, height: 2.6, depth: 1.6 })
  return standing([mass(ground, parts), entrance], ground, top, way)
}
