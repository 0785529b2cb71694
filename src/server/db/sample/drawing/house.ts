import type { Random } from '../random.ts'
import type { Colour } from './colour.ts'
import { type Bay, facade, type Look } from './facade.ts'
import { type Roof, ridgeHeight } from './roof-shapes.ts'
import { drawRoof } from './roofs.ts'
import type { Site } from './site.ts'
import { type Box, drawBox, drawStorey, type Finish, type Side, type Storey } from './walls.ts'

type Part = (site: Site) => void

/** One body of a house, its parts from the ground up. */
export interface Mass {
  /** The middle of the side that one stands before: what is nearer hides what is behind. */
  x: number
  y: number
  parts: Part[]
}

export interface House {
  masses: Mass[]
  /** The ground it covers. */
  x0: number
  x1: number
  y0: number
  y1: number
  /** The height of its ridge. */
  top: number
  /** Where along the front the way to the door leads. */
  door: number
}

export interface Plot {
  x0: number
  x1: number
  y0: number
  y1: number
}

export function drawHouse(site: Site, house: House) {
  const depth = ({ x, y }: Mass) => site.eye.depth([x, y, 0])
  for (const mass of [...house.masses].sort((a, b) => depth(b) - depth(a))) {
    for (const part of mass.parts) part(site)
  }
}

export const plot = (width: number, depth: number, x = 0, y = 0): Plot => ({
  x0: x - width / 2,
  x1: x + width / 2,
  y0: y - depth / 2,
  y1: y + depth / 2,
})

export const grown = ({ x0, x1, y0, y1 }: Plot, by: number): Plot => ({
  x0: x0 - by,
  x1: x1 + by,
  y0: y0 - by,
  y1: y1 + by,
})

export const mass = (ground: Plot, parts: Part[]): Mass => ({
  x: (ground.x0 + ground.x1) / 2,
  y: (ground.y0 + ground.y1) / 2,
  parts,
})

export const storey =
  (value: Storey): Part =>
  (site) =>
    drawStorey(site, value)
export const roof =
  (value: Roof): Part =>
  (site) =>
    drawRoof(site, value)
export const box =
  (value: Box, colour: Colour, top?: Colour): Part =>
  (site) =>
    drawBox(site, value, colour, top)

type Bays = readonly (readonly [Bay, number])[]

/** The walls of a storey, with the openings of each side. */
export function walls(
  random: Random,
  ground: Plot,
  z0: number,
  z1: number,
  finish: Finish,
  look: Look,
  sides: Partial<Record<Side, Bays>>,
  eaves = 0.8,
): Part {
  const openings = Object.fromEntries(
    Object.entries(sides).map(([side, bays]) => {
      const length =
        side === 'south' || side === 'north' ? ground.x1 - ground.x0 : ground.y1 - ground.y0
      return [side, facade(random, length, bays, look)]
    }),
  )
  return storey({ ...ground, z0, z1, finish, eaves, openings })
}

/** The boards along the garden that one sits on: the engawa itself, and the stone before it. */
export function veranda(
  { x0, x1, y0 }: Plot,
  from: number,
  to: number,
  colour: Colour = '#8a6a4c',
): Part {
  const [left, right] = [x0 + (x1 - x0) * from, x0 + (x1 - x0) * to]
  const stone = left + (right - left) * 0.4
  return (site) => {
    drawBox(
      site,
      { x0: left, x1: right, y0: y0 - 0.95, y1: y0, z0: 0.3, z1: 0.46 },
      colour,
      '#b08a62',
    )
    drawBox(
      site,
      { x0: stone, x1: stone + 1.3, y0: y0 - 1.5, y1: y0 - 0.95, z0: 0, z1: 0.22 },
      '#8f8a80',
      '#b3aea2',
    )
  }
}

/** A small roof on two posts before the door. */
export function porch(
  ground: Plot,
  door: number,
  width: number,
  style: Pick<Roof, 'covering' | 'colour' | 'gable'> & { height: number; depth: number },
): Mass {
  const own: Plot = {
    x0: door - width / 2,
    x1: door + width / 2,
    y0: ground.y0 - style.depth,
    y1: ground.y0,
  }
  const post = (x: number): Part =>
    box(
      { x0: x - 0.07, x1: x + 0.07, y0: own.y0 + 0.1, y1: own.y0 + 0.24, z0: 0, z1: style.height },
      '#6b5140',
    )
  return {
    x: door,
    y: own.y0 - 1,
    parts: [
      box({ ...own, z0: 0, z1: 0.14 }, '#9a958b', '#b9b4a8'),
      post(own.x0 + 0.15),
      post(own.x1 - 0.15),
      roof({
        ...own,
        eaves: style.height,
        overhang: 0.4,
        pitch: 0.5,
        hip: 0,
        ridge: 'y',
        curve: style.covering === 'tile' ? 0.1 : 0,
        covering: style.covering,
        colour: style.colour,
        gable: style.gable,
      }),
    ],
  }
}

export const standing = (masses: Mass[], ground: Plot, top: Roof, door = 0): House => ({
  masses,
  ...ground,
  top: ridgeHeight(top),
  door,
})
