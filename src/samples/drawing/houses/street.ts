import type { Random } from '../../random.ts'
import { type Colour, darker, mix } from '../colour.ts'
import { along, type House, type Mass, mass, type Plot, plot, standing } from '../house.ts'
import { box, roof, walls } from '../house-parts.ts'
import { KAWARA, PLASTER } from '../materials.ts'
import type { Roof } from '../roof-shapes.ts'
import type { Finish } from '../walls.ts'

const DARK_LATTICE: readonly Colour[] = ['#6b3a2c', '#4a3628', '#5c4636', '#7a4a34']

const PALE_LATTICE: readonly Colour[] = ['#6a5a4c', '#5c5148', '#75675a', '#6b3a2c']

const CLOTH: readonly Colour[] = ['#28456b', '#8c3b32', '#3f5a46', '#5b4a6b', '#b08a3e', '#e9e2d0']

/**
 * A machiya: a narrow, deep townhouse with a lattice on the street, wall to wall with its
 * neighbours.
 */
export function machiya(random: Random): House {
  const ground = plot(random.between(5.8, 7.2), 9)
  const own = shopfront(random, ground, DARK_LATTICE, random.chance(0.75))
  return standing(
    [...nextDoor(random, ground, -1), ...nextDoor(random, ground, 1), own.mass],
    ground,
    own.top,
    own.door,
  )
}

/** The next two houses in the street, on one side of a townhouse. */
export function nextDoor(random: Random, ground: Plot, side: -1 | 1): Mass[] {
  let edge = side < 0 ? ground.x0 : ground.x1
  return [0, 1].map(() => {
    const wide = random.between(5, 6.8)
    const middle = edge + side * (wide / 2 + 0.14)
    edge += side * (wide + 0.14)
    const own = plot(wide, 9, middle, ground.y0 + 4.5 + random.between(-0.15, 0.25))
    return shopfront(random, own, PALE_LATTICE, random.chance(0.35)).mass
  })
}

function shopfront(random: Random, ground: Plot, lattices: readonly Colour[], hasCloth: boolean) {
  const lattice = random.pick(lattices)
  const wall = random.pick<Colour>([...PLASTER, '#b98d5f', '#8f6a4f', '#d8d3c6'])
  const finish: Finish = { wall, timber: darker(lattice, 0.15) }
  const isLoft = random.chance(0.45)
  const high = isLoft ? random.between(4.4, 4.8) : random.between(5.2, 5.9)
  const tiles = {
    covering: 'tile',
    colour: random.pick(KAWARA),
    gable: wall,
    hip: 0,
    ridge: 'x',
  } as const
  const top: Roof = { ...tiles, ...ground, eaves: high, overhang: 0.55, pitch: 0.46, curve: 0.05 }
  const isLeft = random.chance(0.5)
  const rest = random.pick(['lattice 3.4', 'lattice 3.4', 'lattice 1.8, tall 1.6', 'veranda 3.4'])
  const upstairs = isLoft
    ? random.pick(['slit, slit', 'slit 2', 'round, slit'])
    : random.pick(['lattice 2, lattice 2', 'sash, sash', 'sash, lattice 1.4'])
  const pent: Roof = {
    ...tiles,
    ...ground,
    y0: ground.y0 - 0.05,
    y1: ground.y0 + 1,
    eaves: 2.75,
    overhang: 0.95,
    pitch: 0.36,
    curve: 0.03,
    isLeanTo: true,
  }
  const parts = [
    walls(random, ground, {
      from: 0,
      to: 2.7,
      finish,
      frame: lattice,
      floor: 0.35,
      noren: hasCloth ? random.pick(CLOTH) : undefined,
      eaves: 0.6,
      south: isLeft ? `door 1.6, ${rest}` : `${rest}, door 1.6`,
      east: 'blank',
      west: 'blank',
    }),
    roof(pent),
    walls(random, ground, {
      from: 2.95,
      to: high,
      finish,
      frame: lattice,
      floor: isLoft ? -0.05 : 0.2,
      eaves: 0.5,
      south: upstairs,
    }),
    roof(top),
  ]
  return {
    mass: { ...mass(ground, parts), y: ground.y0 },
    top,
    door: along(ground, isLeft ? 0.16 : 0.84),
  }
}

/** A shop of about 1930, whose flat facade hides the roof behind it. */
export function signboardShop(random: Random): House {
  const ground = plot(random.between(6, 7.4), 8)
  const wall = random.pick<Colour>([
    '#7f9b8b',
    '#c2a988',
    '#9a8f84',
    '#b7745a',
    '#8ba0a8',
    '#cdbb8e',
  ])
  const trim = mix(wall, '#ffffff', 0.45)
  const frame: Colour = '#5c4a3c'
  const front: Plot = { ...ground, y1: ground.y0 + 0.5 }
  const cornice = { ...front, x0: front.x0 - 0.08, x1: front.x1 + 0.08, y0: front.y0 - 0.12 }
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
  const pent: Roof = {
    ...top,
    ...ground,
    y1: ground.y0 + 0.6,
    eaves: 2.8,
    overhang: 0.9,
    pitch: 0.3,
    covering: 'sheet',
    colour: '#6d7f78',
    gable: wall,
    isLeanTo: true,
  }
  const parts = [
    walls(random, ground, {
      from: 0,
      to: 5.4,
      finish: { wall: '#cdbfa6', texture: 'siding' },
      frame,
      floor: 0.4,
      eaves: 0.3,
      east: 'sash, blank',
      west: 'blank, sash',
    }),
    roof(top),
    walls(random, front, {
      from: 0,
      to: 6.6,
      finish: { wall, texture: random.pick(['grid', 'siding', 'plain']) },
      frame,
      floor: 0.3,
      noren: random.pick(CLOTH),
      eaves: 0,
      south: 'tall 1.6, door 1.7, tall 1.6',
    }),
    walls(random, front, {
      from: 3.1,
      to: 6.6,
      finish: { wall },
      frame,
      floor: 0,
      eaves: 0,
      south: random.pick(['sash, sash, sash', 'sash 1.4, sash 1.4', 'round, sash, round']),
    }),
    box({ ...cornice, z0: 6.45, z1: 6.7 }, trim),
    box({ ...front, y0: front.y0 - 0.08, z0: 5.75, z1: 5.9 }, trim),
    roof(pent),
  ]
  const shop = { ...mass(ground, parts), y: ground.y0 }
  const masses = [...nextDoor(random, ground, -1), ...nextDoor(random, ground, 1), shop]
  return { ...standing(masses, ground, top, 0), top: 6.7 }
}
