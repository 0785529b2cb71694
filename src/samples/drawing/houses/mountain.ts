import type { Random } from '../../random.ts'
import { along, before, type House, mass, type Plot, plot, standing } from '../house.ts'
import { roof, veranda, walls } from '../house-parts.ts'
import { OLD_BOARDS, STRAW, TIN } from '../materials.ts'
import type { Roof } from '../roof-shapes.ts'
import { endBays, oldFinish, oldLook, strawRoof } from './farm.ts'

/** A magariya of the north-east: an L-shaped farmhouse with the stable as a wing. */
export function bentFarmhouse(random: Random, covering: 'thatch' | 'sheet'): House {
  const ground = plot(random.between(10, 11.5), 7, 0, 1.5)
  const finish = oldFinish(random)
  const side = random.pick([-1, 1])
  const wing: Plot = {
    x0: side < 0 ? ground.x0 - 0.6 : ground.x1 - 4.6,
    x1: side < 0 ? ground.x0 + 4.6 : ground.x1 + 0.6,
    y0: ground.y0 - 4.6,
    y1: ground.y0 + 3,
  }
  const straw = strawRoof(random)
  const shared = {
    ...straw,
    ...(covering === 'sheet' && { covering, colour: random.pick(TIN) }),
    overhang: 0.7,
    pitch: random.between(0.85, 1),
  } as const
  const top: Roof = { ...shared, ...ground, eaves: 3, hip: random.pick([0.6, 1]), ridge: 'x' }
  const wingTop: Roof = { ...shared, ...wing, eaves: 2.9, hip: random.pick([0.5, 1]), ridge: 'y' }
  const rooms = side < 0 ? 'blank 4, veranda 2.6, paper 2.4' : 'paper 2.4, veranda 2.6, blank 4'
  const stable = {
    south: 'slit, door',
    east: 'blank, door, slit',
    west: 'slit, door, blank',
  }
  const masses = [
    mass(ground, [
      walls(random, ground, {
        ...oldLook,
        from: 0,
        to: 3,
        finish,
        south: rooms,
        east: endBays(random),
        west: endBays(random),
      }),
      veranda(ground, side < 0 ? 0.46 : 0.02, side < 0 ? 0.98 : 0.54),
      roof(top),
    ]),
    before(wing, [
      walls(random, wing, { ...oldLook, ...stable, from: 0, to: 2.9, finish }),
      roof(wingTop),
    ]),
  ]
  const all = {
    x0: Math.min(ground.x0, wing.x0),
    x1: Math.max(ground.x1, wing.x1),
    y0: wing.y0,
    y1: ground.y1,
  }
  return standing(masses, all, top, side < 0 ? wing.x1 + 1 : wing.x0 - 1)
}

/** A gassho house of the snow valleys ("praying hands"): a steep roof with lofts for silkworms. */
export function prayingHandsHouse(random: Random): House {
  const ground = plot(random.between(8.8, 9.8), random.between(10.5, 12.5))
  const look = { frame: '#6b5340', floor: 0.5 } as const
  const top: Roof = {
    ...ground,
    eaves: 3,
    overhang: 0.75,
    pitch: random.between(1.45, 1.65),
    hip: 0,
    ridge: 'y',
    covering: 'thatch',
    colour: random.pick(STRAW),
    gable: '#5d4b3c',
    curve: 0,
  }
  const half = (ground.x1 - ground.x0) / 2
  const loft = (from: number, to: number, reach: number, south: string) => {
    const at = { x0: -half * reach, x1: half * reach, y0: ground.y0 - 0.02, y1: ground.y0 + 1 }
    return walls(random, at, {
      ...look,
      floor: -0.25,
      from,
      to,
      finish: { wall: '#d9c9a6', timber: '#5a4534' },
      eaves: 0.25,
      south,
    })
  }
  const parts = [
    walls(random, ground, {
      ...look,
      from: 0,
      to: 3,
      finish: { wall: random.pick(OLD_BOARDS), texture: 'boards', timber: '#4a3a2e' },
      south: 'paper 2, door 1.6, slit 1.4',
      east: 'slit, veranda 2, blank',
      west: 'veranda 2, slit, blank',
    }),
    roof(top),
    loft(3.2, 5, 0.56, 'sash, sash, sash'),
    loft(5.5, 6.9, 0.26, 'sash'),
  ]
  return standing([mass(ground, parts)], ground, top, along(ground, 0.52))
}
