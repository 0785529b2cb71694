import { type Colour, darker, mix } from './colour.ts'
import { drawOpenings, type Opening } from './openings.ts'
import { lines, polygon } from './path.ts'
import type { Point } from './sheet.ts'
import type { Wall } from './site.ts'
import { facesEye, inkLine, type Site, seeAll, sunOn } from './site.ts'

type Texture = 'plain' | 'boards' | 'siding' | 'grid'

export interface Finish {
  /** The colour of plaster, mortar, boards or siding. */
  wall: Colour
  texture?: Texture
  /** The lower part of the wall, if it looks different from the rest. `height` is in metres. */
  skirt?: { colour: Colour; height: number; texture: Texture }
  /** Colour of visible posts and beams. Omit the colour if posts and beams are covered. */
  timber?: Colour
}

export interface Box {
  x0: number
  x1: number
  y0: number
  y1: number
  z0: number
  z1: number
}

interface Storey extends Box {
  finish: Finish
  /** How far down the wall the shadow of the eaves reaches, in metres. 0 if there are no eaves. */
  eaves: number
  openings: Partial<Record<Side, readonly Opening[]>>
}

const SIDES = ['south', 'east', 'north', 'west'] as const
export type Side = (typeof SIDES)[number]

function wallOf({ x0, x1, y0, y1, z0, z1 }: Box, side: Side): Wall {
  const shared = { z0, z1 }
  switch (side) {
    case 'south':
      return { ...shared, length: x1 - x0, outward: [0, -1, 0], spot: (s, z) => [x0 + s, y0, z] }
    case 'east':
      return { ...shared, length: y1 - y0, outward: [1, 0, 0], spot: (s, z) => [x1, y0 + s, z] }
    case 'north':
      return { ...shared, length: x1 - x0, outward: [0, 1, 0], spot: (s, z) => [x1 - s, y1, z] }
    case 'west':
      return { ...shared, length: y1 - y0, outward: [-1, 0, 0], spot: (s, z) => [x0, y1 - s, z] }
  }
}

export function drawStorey(site: Site, storey: Storey) {
  for (const side of SIDES) {
    const wall = wallOf(storey, side)
    if (!facesEye(site, wall.spot(wall.length / 2, wall.z0), wall.outward)) continue
    drawWall(site, wall, storey.finish)
    drawOpenings(site, wall, storey.openings[side] ?? [])
    if (storey.eaves > 0) drawEavesShadow(site, wall, storey.eaves)
  }
}

/** A plain box: a step, a chimney, a tank. */
export function drawBox(site: Site, box: Box, colour: Colour, top: Colour = colour) {
  const { sheet, light, eye } = site
  for (const side of SIDES) {
    const wall = wallOf(box, side)
    if (!facesEye(site, wall.spot(wall.length / 2, wall.z0), wall.outward)) continue
    sheet.fill(
      polygon(quad(site, wall, 0, wall.length, wall.z0, wall.z1)),
      light.seen(colour, sunOn(site, wall.outward)),
    )
  }
  if (eye.at[2] <= box.z1) return
  const { x0, x1, y0, y1, z1 } = box
  const lid = seeAll(site, [
    [x0, y0, z1],
    [x1, y0, z1],
    [x1, y1, z1],
    [x0, y1, z1],
  ])
  sheet.fill(polygon(lid), light.seen(light.snow ? '#f6f9fb' : top, sunOn(site, [0, 0, 1])))
}

const quad = (site: Site, wall: Wall, s0: number, s1: number, z0: number, z1: number): Point[] =>
  seeAll(site, [wall.spot(s0, z0), wall.spot(s1, z0), wall.spot(s1, z1), wall.spot(s0, z1)])

function drawWall(site: Site, wall: Wall, finish: Finish) {
  const { sheet, light } = site
  const sun = sunOn(site, wall.outward)
  const face = quad(site, wall, 0, wall.length, wall.z0, wall.z1)
  sheet.fill(
    polygon(face),
    sheet.fade([
      { at: 0, colour: light.seen(darker(finish.wall, 0.08), sun) },
      { at: 0.6, colour: light.seen(finish.wall, sun) },
      { at: 1, colour: light.seen(mix(finish.wall, '#8a7a62', 0.18), sun) },
    ]),
  )
  drawTexture(site, wall, wall.z0, wall.z1, finish.wall, finish.texture ?? 'plain')
  if (finish.skirt) {
    const top = wall.z0 + finish.skirt.height
    sheet.fill(
      polygon(quad(site, wall, 0, wall.length, wall.z0, top)),
      light.seen(finish.skirt.colour, sun),
    )
    drawTexture(site, wall, wall.z0, top, finish.skirt.colour, finish.skirt.texture)
  }
  if (finish.timber) drawTimber(site, wall, finish.timber, sun)
  inkLine(site, [...face, ...face.slice(0, 1)])
}

function drawTexture(
  site: Site,
  wall: Wall,
  z0: number,
  z1: number,
  colour: Colour,
  texture: Texture,
) {
  if (texture === 'plain') return
  /** The minimum distance between lines. Closer lines would blur in the picture. */
  const closest = 6 / site.eye.scale(wall.spot(wall.length / 2, z0))
  const upright = (apart: number) => {
    const count = Math.round(wall.length / Math.max(apart, closest))
    return Array.from({ length: count - 1 }, (_, index) => {
      const s = ((index + 1) / count) * wall.length
      return seeAll(site, [wall.spot(s, z0), wall.spot(s, z1)])
    })
  }
  const level = (apart: number) => {
    const count = Math.round((z1 - z0) / Math.max(apart, closest))
    return Array.from({ length: count - 1 }, (_, index) => {
      const z = z0 + ((index + 1) / count) * (z1 - z0)
      return seeAll(site, [wall.spot(0, z), wall.spot(wall.length, z)])
    })
  }
  const gaps =
    texture === 'boards'
      ? upright(0.3)
      : texture === 'siding'
        ? level(0.24)
        : [...upright(0.9), ...level(0.45)]
  const dark = site.light.seen(
    darker(colour, texture === 'boards' ? 0.42 : 0.3),
    sunOn(site, wall.outward),
  )
  site.sheet.stroke(lines(gaps), dark, { width: 1.3, opacity: 0.5, cap: 'butt' })
}

/**
 * The distance between the wooden posts of a wall, in metres: one ken, a Japanese unit of length.
 */
const BAY = 1.82

function drawTimber(site: Site, wall: Wall, colour: Colour, sun: number) {
  const bays = Math.max(1, Math.round(wall.length / BAY))
  const posts = Array.from({ length: bays + 1 }, (_, index) => {
    const s = (index / bays) * wall.length
    return seeAll(site, [wall.spot(s, wall.z0), wall.spot(s, wall.z1)])
  })
  const beams = [wall.z1 - 0.12, wall.z0 + 0.12].map((z) =>
    seeAll(site, [wall.spot(0, z), wall.spot(wall.length, z)]),
  )
  const width = site.eye.scale(wall.spot(wall.length / 2, wall.z0)) * 0.13
  site.sheet.stroke(lines([...posts, ...beams]), site.light.seen(colour, sun), {
    width,
    cap: 'butt',
  })
}

function drawEavesShadow(site: Site, wall: Wall, depth: number) {
  const { sheet, light } = site
  if (light.hour === 'night') return
  const under = light.seen('#2c2a3d', 0)
  const wash = sheet.fade([
    { at: 0, colour: under, opacity: 0.6 },
    { at: 1, colour: under, opacity: 0.24 },
  ])
  sheet.fill(polygon(quad(site, wall, 0, wall.length, wall.z1 - depth, wall.z1)), wash)
}
