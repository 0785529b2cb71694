import type { Random } from '../random.ts'
import type { Colour } from './colour.ts'
import { facade, type Look } from './facade.ts'
import { along, before, type Mass, type Part, type Plot } from './house.ts'
import type { Roof } from './roof-shapes.ts'
import { drawRoof } from './roofs.ts'
import { type Box, drawBox, drawStorey, type Finish, type Side } from './walls.ts'

interface Walls extends Look, Partial<Record<Side, string>> {
  /** The height of the bottom of the wall, in metres above the ground. */
  from: number
  to: number
  finish: Finish
  /** How far down the wall the shadow of the eaves reaches, in metres. */
  eaves?: number
}

/** The walls of a storey, with the openings of each side. */
export function walls(random: Random, ground: Plot, look: Walls): Part {
  const { from, to, finish, eaves = 0.8, south, east, north, west } = look
  const [wide, deep] = [ground.x1 - ground.x0, ground.y1 - ground.y0]
  const openings = {
    south: south ? facade(random, wide, south, look) : [],
    east: east ? facade(random, deep, east, look) : [],
    north: north ? facade(random, wide, north, look) : [],
    west: west ? facade(random, deep, west, look) : [],
  }
  return (site) => drawStorey(site, { ...ground, z0: from, z1: to, finish, eaves, openings })
}

export function roof(value: Roof): Part {
  return (site) => drawRoof(site, value)
}

export function box(value: Box, colour: Colour, top?: Colour): Part {
  return (site) => drawBox(site, value, colour, top)
}

/** The engawa (a veranda along the garden), and the stone step in front of it. */
export function veranda(ground: Plot, from: number, to: number): Part {
  const [x0, x1] = [along(ground, from), along(ground, to)]
  const { y0 } = ground
  const stone = x0 + (x1 - x0) * 0.4
  const step = { x0: stone, x1: stone + 1.3, y0: y0 - 1.5, y1: y0 - 0.95, z0: 0, z1: 0.22 }
  return (site) => {
    drawBox(site, { x0, x1, y0: y0 - 0.95, y1: y0, z0: 0.3, z1: 0.46 }, '#8a6a4c', '#b08a62')
    drawBox(site, step, '#8f8a80', '#b3aea2')
  }
}

interface Porch extends Pick<Roof, 'covering' | 'colour' | 'gable'> {
  width: number
  depth: number
  height: number
}

/** A small roof on two posts in front of the door. */
export function porch(ground: Plot, door: number, { width, depth, height, ...look }: Porch): Mass {
  const half = width / 2
  const own = { x0: door - half, x1: door + half, y0: ground.y0 - depth, y1: ground.y0 }
  const post = (x: number) =>
    box(
      { x0: x - 0.07, x1: x + 0.07, y0: own.y0 + 0.1, y1: own.y0 + 0.24, z0: 0, z1: height },
      '#6b5140',
    )
  const curve = look.covering === 'tile' ? 0.1 : 0
  return before(own, [
    box({ ...own, z0: 0, z1: 0.14 }, '#9a958b', '#b9b4a8'),
    post(own.x0 + 0.15),
    post(own.x1 - 0.15),
    roof({ ...own, ...look, eaves: height, overhang: 0.4, pitch: 0.5, hip: 0, ridge: 'y', curve }),
  ])
}
