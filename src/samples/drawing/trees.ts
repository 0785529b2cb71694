import type { Random } from '../random.ts'
import { type Colour, darker, lighter, mix } from './colour.ts'
import type { Light } from './light.ts'
import { curve, dots, polygon } from './path.ts'
import { drawBamboo } from './plants/bamboo.ts'
import { drawBranches, drawPersimmon } from './plants/bare-trees.ts'
import { drawCedar, drawPine } from './plants/evergreens.ts'
import { drawPalm } from './plants/palm.ts'
import type { Point } from './sheet.ts'
import type { Clump, TreeContext, TreePosition } from './tree-context.ts'

const TREES = [
  'broad',
  'cherry',
  'maple',
  'ginkgo',
  'persimmon',
  'pine',
  'cedar',
  'bamboo',
  'plum',
  'palm',
  'bare',
  'citrus',
] as const

export type TreeKind = (typeof TREES)[number]

export function drawTree(context: TreeContext, kind: TreeKind, position: TreePosition) {
  const { season, snow } = context.light
  switch (kind) {
    case 'pine':
      return drawPine(context, position)
    case 'cedar':
      return drawCedar(context, position)
    case 'bamboo':
      return drawBamboo(context, position)
    case 'palm':
      return drawPalm(context, position)
    case 'bare':
      return drawBranches(context, position)
    case 'persimmon':
      return season === 'autumn' || snow
        ? drawPersimmon(context, position)
        : drawCrowned(context, 'broad', position)
    default:
      return snow && kind !== 'citrus' && kind !== 'plum'
        ? drawBranches(context, position)
        : drawCrowned(context, kind, position)
  }
}

export const GREENS: Record<Light['season'], Colour> = {
  spring: '#97b364',
  rain: '#5f8a52',
  summer: '#4f8049',
  autumn: '#7f8c4c',
  winter: '#6f7a5c',
}

export const leafGreen = (light: Light) => GREENS[light.season]

function crownColour(kind: TreeKind, { season }: Light): Colour {
  if (kind === 'cherry' && season === 'spring') return '#f2c3ca'
  if (kind === 'cherry' && season === 'autumn') return '#c27b43'
  if (kind === 'plum' && season === 'winter') return '#e9a3b4'
  if (kind === 'maple' && season === 'autumn') return '#c9472e'
  if (kind === 'ginkgo' && season === 'autumn') return '#e3b441'
  if (kind === 'citrus') return '#4d7a47'
  return season === 'autumn' ? '#a5803f' : GREENS[season]
}

/** A tree with round clumps of leaves or blossoms. */
function drawCrowned(context: TreeContext, kind: TreeKind, { foot, height }: TreePosition) {
  const { sheet, light, random, far } = context
  const spread = height * random.between(0.33, 0.44)
  const [x, y] = foot
  const heart: Point = [x + random.between(-0.08, 0.08) * height, y - height * 0.64]
  drawTrunk(context, foot, heart, height * 0.034)
  const clumps = Array.from({ length: 5 }, (_, index): Clump => {
    const turn = ((index + random.between(-0.3, 0.3)) / 5) * Math.PI * 2
    const reach = spread * random.between(0.42, 0.62)
    return [
      [heart[0] + Math.cos(turn) * reach, heart[1] + Math.sin(turn) * reach * 0.72],
      spread * random.between(0.46, 0.62),
    ]
  })
  drawLeaves(context, clumps, crownColour(kind, light), spread)
  if (kind === 'citrus') {
    sheet.stroke(dots(scattered(random, clumps, 26, 0.9)), light.seen('#e79a2b', 0.95, far), {
      width: Math.max(4, height * 0.03),
    })
  }
  if ((kind === 'cherry' && light.season === 'spring') || (kind === 'plum' && light.snow)) {
    const width = Math.max(3, height * 0.017)
    sheet.stroke(dots(scattered(random, clumps, 36, 1.25)), light.seen('#fff3f1', 1, far), {
      width,
      opacity: 0.9,
    })
    sheet.stroke(dots(scattered(random, clumps, 16, 1)), light.seen('#d98a9c', 0.9, far), {
      width,
      opacity: 0.6,
    })
  }
}

/** Clumps of leaves in three tones: shade, body, and sunlit side. */
function drawLeaves(
  { sheet, light, random, far }: TreeContext,
  clumps: readonly Clump[],
  colour: Colour,
  spread: number,
) {
  const mass = (paint: Colour, size: number, dx: number, dy: number, bump: number) => {
    const rings = clumps.map(([[x, y], reach]) =>
      polygon(ringAround(random, [x + dx * reach, y + dy * reach], reach * size)),
    )
    sheet.bumpy(rings.join(''), paint, spread * bump)
  }
  const edge: Point[] = scattered(random, clumps, 22, 1.06)
  sheet.stroke(dots(edge), light.seen(darker(colour, 0.06), 0.75, far), { width: spread * 0.12 })
  mass(
    light.seen(mix(darker(colour, 0.16), '#3b4a63', 0.14), 0.55, far),
    0.86,
    -light.side * 0.06,
    0.16,
    0.22,
  )
  mass(light.seen(colour, 0.85, far), 0.78, 0, 0, 0.2)
  mass(light.seen(lighter(colour, 0.2), 1, far), 0.42, light.side * 0.22, -0.26, 0.15)
}

/** An uneven ring, wider than it is high. */
function ringAround(random: Random, [x, y]: Point, reach: number, flat = 0.8): Point[] {
  const count = 7
  const from = random.between(0, 1)
  return Array.from({ length: count }, (_, index) => {
    const turn = ((index + from) / count) * Math.PI * 2
    const away = reach * random.between(0.8, 1.1)
    return [x + Math.cos(turn) * away, y + Math.sin(turn) * away * flat]
  })
}

/** Random points in and around clumps of leaves. Most points are inside a clump. */
function scattered(random: Random, clumps: readonly Clump[], count: number, out: number): Point[] {
  return Array.from({ length: count }, (_, index) => {
    const [[x, y], reach] = clumps[index % clumps.length] ?? random.pick(clumps)
    const turn = random.between(0, Math.PI * 2)
    const away = reach * out * Math.sqrt(random.between(0.04, 1))
    return [x + Math.cos(turn) * away, y + Math.sin(turn) * away * 0.82]
  })
}

/** A trunk that forks into the crown. */
function drawTrunk(
  { sheet, light, random, far }: TreeContext,
  foot: Point,
  top: Point,
  width: number,
) {
  const bark = light.seen('#5b4a3e', 0.6, far)
  const [x, y] = foot
  const bend = random.between(-2, 2) * width
  const mid: Point = [(x + top[0]) / 2 + bend, (y + top[1]) / 2]
  sheet.fill(
    polygon([
      [x - width, y],
      [mid[0] - width * 0.6, mid[1]],
      [top[0] - width * 0.3, top[1]],
      [top[0] + width * 0.3, top[1]],
      [mid[0] + width * 0.6, mid[1]],
      [x + width * 1.1, y],
    ]),
    bark,
  )
  const fork = (side: -1 | 1, from: number): Point[] => {
    const start: Point = [mid[0] + (top[0] - mid[0]) * from, mid[1] + (top[1] - mid[1]) * from]
    const reach = (y - top[1]) * random.between(0.25, 0.4)
    return [
      start,
      [start[0] + side * reach * 0.6, start[1] - reach * 0.35],
      [start[0] + side * reach, start[1] - reach * 0.85],
    ]
  }
  sheet.stroke(curve(fork(-1, 0.3)) + curve(fork(1, 0.5)), bark, { width: width * 0.7 })
}
