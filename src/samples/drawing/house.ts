import { type Roof, ridgeHeight } from './roof-shapes.ts'
import { WIDTH } from './sheet.ts'
import type { Site } from './site.ts'

/** Draws one part of a house, such as a storey, a roof or a step. */
export type Part = (site: Site) => void

/**
 * One volume of a house, such as the main building, a wing or a porch. Its parts are in order from
 * the ground up.
 */
export interface Mass {
  /**
   * The position of the volume. The position decides the drawing order, because near volumes cover
   * far ones.
   */
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
  /** The height of the house's ridge. */
  top: number
  /** The x of the door, to which the garden path leads. */
  door: number
}

export function drawHouse(site: Site, house: Pick<House, 'masses'>) {
  for (const mass of farFirst(site, house.masses)) for (const part of mass.parts) part(site)
}

/** Maximum distance from the centre of a house part ({@link Mass}) to its corners, in metres. */
const REACH = 9
/** A volume that is closer to the eye than this many metres is not drawn. */
const NEAREST = 5

/** The visible volumes, far ones first, so that near ones cover them. */
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

/**
 * The x of a position along the front of a house. `part` is 0 at the left end and 1 at the right
 * end.
 */
export const along = ({ x0, x1 }: Plot, part: number) => x0 + (x1 - x0) * part

export const mass = (ground: Plot, parts: Part[]): Mass => ({
  x: (ground.x0 + ground.x1) / 2,
  y: (ground.y0 + ground.y1) / 2,
  parts,
})

/** A volume in front of the house: a porch, a wing, a balcony. */
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
