import type { Random } from '../../random.ts'
import { type Colour, darker } from '../colour.ts'
import { before, grown, type House, mass, type Part, type Plot, plot, standing } from '../house.ts'
import { box, porch, roof, veranda, walls } from '../house-parts.ts'
import { CLAPBOARD, KAWARA, MORTAR, RED_KAWARA, SASH, TIN } from '../materials.ts'
import type { Roof } from '../roof-shapes.ts'
import type { Finish } from '../walls.ts'

/** A house for snow: a high foundation, and a steep coloured roof from which snow slides. */
export function snowHouse(random: Random): House {
  const ground = plot(random.between(7.4, 8.8), random.between(7, 8))
  const wall = random.pick<Colour>([...MORTAR, '#c9b79a', '#b7c4c0', '#d8c4b0'])
  const finish: Finish = { wall, texture: 'siding' }
  const frame = random.pick(SASH)
  const metal = {
    covering: 'sheet',
    colour: random.pick<Colour>([...TIN, '#a5372f', '#2f6a8f', '#3c7a5c']),
    gable: wall,
    hip: 0,
    curve: 0,
  } as const
  const top: Roof = {
    ...metal,
    ...ground,
    eaves: 5.4,
    overhang: 0.5,
    pitch: random.between(0.8, 1.05),
    ridge: random.pick(['x', 'y'] as const),
  }
  const door = random.pick([-1, 1]) * 2.1
  const hall: Plot = { x0: door - 1.2, x1: door + 1.2, y0: ground.y0 - 1.7, y1: ground.y0 }
  const parts = [
    box({ ...ground, z0: 0, z1: 0.8 }, '#a8a39a'),
    walls(random, ground, {
      from: 0.8,
      to: 5.4,
      finish,
      frame,
      floor: 0.15,
      eaves: 0.4,
      south: door < 0 ? 'blank 1.4, sash 1.4' : 'sash 1.4, blank 1.4',
      east: 'sash, small',
      west: 'small, sash',
    }),
    walls(random, ground, {
      from: 3.3,
      to: 5.4,
      finish,
      frame,
      floor: -0.1,
      eaves: 0.4,
      south: 'sash, sash',
      east: 'sash, sash',
      west: 'sash, sash',
    }),
    roof(top),
    chimney(random, ground, top),
  ]
  const windbreak = before(hall, [
    walls(random, hall, {
      from: 0,
      to: 2.9,
      finish,
      frame,
      floor: 0.2,
      eaves: 0.3,
      south: 'door',
      east: 'small',
      west: 'small',
    }),
    roof({ ...metal, ...hall, eaves: 2.9, overhang: 0.3, pitch: 0.75, ridge: 'y' }),
  ])
  return standing([mass(ground, parts), windbreak], ground, top, door)
}

function chimney(random: Random, ground: Plot, top: Roof): Part {
  const x = random.between(ground.x0 + 1.6, ground.x1 - 1.6)
  const height = top.eaves + top.pitch * 3
  const stack = { x0: x - 0.3, x1: x + 0.3, y0: -1.2, y1: -0.6, z0: height - 1.2, z1: height + 1.4 }
  return box(stack, '#8a6152', '#5b4038')
}

/** An Okinawan house: red tiles in white mortar, deep eaves on posts, a shisa on the roof. */
export function southernHouse(random: Random): House {
  const ground = plot(random.between(9, 10.5), random.between(6.8, 7.6))
  const { x0, x1, y0, y1 } = ground
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
    colour: random.pick<Colour>(['#b5563c', '#a94d38', '#c0664a']),
    gable: finish.wall,
    curve: 0.05,
  }
  const posts = [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const x = x0 - 0.9 + (x1 - x0 + 1.8) * part
    return box({ x0: x - 0.08, x1: x + 0.08, y0: y0 - 1.15, y1: y0 - 1, z0: 0, z1: 2.4 }, '#7a5a40')
  })
  const terrace = { x0: x0 - 1, x1: x1 + 1, y0: y0 - 1.2, y1: y1 + 1, z0: 0, z1: 0.12 }
  const parts = [
    box(terrace, '#b9ae9c', '#cfc5b2'),
    walls(random, ground, {
      from: 0,
      to: 2.9,
      finish,
      frame: '#6b4a34',
      floor: 0.45,
      south: random.pick(['veranda 2, paper 2, sash 1.2', 'sash 1.2, veranda 2.4, veranda 2']),
      east: 'sash, blank',
      west: 'blank, sash',
    }),
    veranda(ground, 0.02, 0.72),
    ...posts,
    roof(top),
    ...shisa(top),
  ]
  return standing([mass(ground, parts)], ground, top, random.between(-1, 1))
}

/** The shisa, a clay lion on the front slope. */
function shisa({ eaves, pitch, y0 }: Roof): Part[] {
  const clay: Colour = '#c98f62'
  const [z, y] = [eaves + pitch * 2.1, y0 + 2.1]
  const at = { y0: y - 0.15, y1: y + 0.25 }
  return [
    box({ ...at, x0: -0.32, x1: 0.3, z0: z, z1: z + 0.42 }, clay),
    box({ ...at, x0: -0.46, x1: -0.06, z0: z + 0.3, z1: z + 0.74 }, darker(clay, 0.08)),
    box({ ...at, x0: 0.24, x1: 0.34, z0: z + 0.3, z1: z + 0.66 }, clay),
  ]
}

/** A Western-style house of an early trading port, with clapboard and sash windows. */
export function westernHouse(random: Random): House {
  const ground = plot(random.between(8.4, 9.6), random.between(7, 8))
  const wall = random.pick(CLAPBOARD)
  const trim: Colour = '#f1ece0'
  const finish: Finish = { wall, texture: 'siding' }
  const colour = random.pick([...KAWARA, ...RED_KAWARA])
  const top: Roof = {
    ...ground,
    eaves: 6.1,
    overhang: 0.55,
    pitch: random.between(0.5, 0.62),
    hip: 1,
    ridge: 'x',
    covering: 'tile',
    colour,
    gable: wall,
    curve: 0.02,
  }
  const bay = plot(2.6, 1.1, random.pick([-2.6, 2.6]), ground.y0 - 0.5)
  const metal = { covering: 'sheet', colour } as const
  const sides = { east: 'sash, sash', west: 'sash, sash' }
  const masses = [
    mass(ground, [
      box({ ...grown(ground, 0.05), z0: 0, z1: 0.3 }, '#9a8d80'),
      walls(random, ground, {
        ...sides,
        from: 0.3,
        to: 3.1,
        finish,
        frame: trim,
        floor: 0.35,
        eaves: 0.2,
        south: 'sash, door 1.4, sash',
      }),
      box({ ...grown(ground, 0.08), z0: 3.05, z1: 3.25 }, trim),
      walls(random, ground, {
        ...sides,
        from: 3.2,
        to: 6.1,
        finish,
        frame: trim,
        floor: 0.3,
        eaves: 0.5,
        south: 'sash, sash, sash',
      }),
      box({ ...grown(ground, 0.15), z0: 5.95, z1: 6.12 }, trim),
      roof(top),
    ]),
    before(bay, [
      walls(random, bay, {
        from: 0,
        to: 3.1,
        finish,
        frame: trim,
        floor: 0.35,
        eaves: 0.2,
        south: 'tall',
        east: 'slit',
        west: 'slit',
      }),
      roof({
        ...metal,
        ...bay,
        eaves: 3.1,
        overhang: 0.25,
        pitch: 0.7,
        hip: 1,
        ridge: 'x',
        gable: wall,
        curve: 0,
      }),
    ]),
    porch(ground, 0, { ...metal, gable: trim, width: 2.2, height: 2.6, depth: 1.3 }),
  ]
  return standing(masses, ground, top, 0)
}
