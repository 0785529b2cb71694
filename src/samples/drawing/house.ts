import { type Roof, ridgeHeight } from './roof-shapes.ts'
import { WIDTH } from './sheet.ts'
import type { Site } from './site.ts'

/** A part of a house draws itself: a storey, a roof, a step. */
export type Part = (site: Site) => void

/** One body of a house, its parts from the ground up. */
export interface Mass {
  /** Where it stands for the order of drawing: what is nearer hides what is behind. */
  x: number
  y: number
  parts: Part[]
}

export interface Plot {
  x0: number
  x1: number
  y0: number
  y1: number
}

export interface House extends Plot {
  masses: Mass[]
  /** The height of its ridge. */
  top: number
  /** Where along the front the way to the door leads. */
  door: number
}

export function drawHouse(site: Site, house: Pick<House, 'masses'>) {
  for (const mass of farFirst(site, house.masses)) for (const part of mass.parts) part(site)
}

/** Metres from the middle of a body to its farthest corner, at most. */
const REACH = 9
/** Metres from the eye to the nearest body that can still be drawn. */
const NEAREST = 5

/** What is in the picture, in such an order that what is nearer covers what is behind. */
export function farFirst({ eye }: Site, masses: readonly Mass[]): Mass[] {
  const depth = ({ x, y }: Mass) => eye.depth([x, y, 0])
  const isSeen = ({ x, y }: Mass) => {
    const [left] = eye.see([x, y, 0])
    const reach = eye.scale([x, y, 0]) * REACH
    return eye.depth([x, y, 0]) > NEAREST && left > -reach && left < WIDTH + reach
  }
  return masses.filter(isSeen).sort((a, b) => depth(b) - depth(a))
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

/** A place along the front, 0 at its left end and 1 at its right. */
export const along = ({ x0, x1 }: Plot, part: number) => x0 + (x1 - x0) * part

export const mass = (ground: Plot, parts: Part[]): Mass => ({
  x: (ground.x0 + ground.x1) / 2,
  y: (ground.y0 + ground.y1) / 2,
  parts,
})

/** A body that stands before the house: a porch, a wing, a balcony. */
export const before = (ground: Plot, parts: Part[]): Mass => ({
  ...mass(ground, parts),
  y: ground.y0 - 1,
})

export const standing = (masses: Mass[], ground: Plot, top: Roof, door: number): House => ({
  masses,
  ...ground,
  top: ridgeHeight(top),
  door,
})
