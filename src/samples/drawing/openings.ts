import { type Colour, darker, mix } from './colour.ts'
import { line, lines, polygon } from './path.ts'
import type { Point } from './sheet.ts'
import type { Wall } from './site.ts'
import { type Site, sunOn } from './site.ts'

/** An opening in a wall, in metres from the wall's lower left corner. */
export interface Opening {
  kind: 'glass' | 'shoji' | 'lattice' | 'door' | 'slats' | 'round' | 'shutter'
  at: number
  sill: number
  width: number
  height: number
  /** Number of sliding sashes. */
  panes?: number
  frame?: Colour
  /** Colour of the noren, a cloth curtain before the door. */
  noren?: Colour
  railing?: Colour
  /** Where the box for storm shutters is: -1 for left of the opening, 1 for right of it. */
  shutterBox?: -1 | 1
  /** Whether the room behind the opening is lit after sunset. True by default. */
  lit?: boolean
}

const WOOD: Colour = '#5f4634'
const PAPER: Colour = '#f3ecdc'

/**
 * A window, door or other opening in a wall, as the picture shows it. `quad`, `upright` and `level`
 * return points in the picture. `metre` is the length of one metre in the picture. `sun` is how
 * much sun the wall gets, from 0 to 1.
 */
interface Piece extends Opening {
  quad: (s0: number, s1: number, z0: number, z1: number) => Point[]
  upright: (s: number, z0?: number, z1?: number) => Point[]
  level: (z: number, s0?: number, s1?: number) => Point[]
  metre: number
  frameShown: Colour
  sun: number
}

/**
 * Draws all openings of a wall layer by layer, so that equal shapes share one SVG path. This makes
 * the SVG file smaller.
 */
export function drawOpenings(site: Site, wall: Wall, openings: readonly Opening[]) {
  const { sheet } = site
  const pieces = openings.map((opening) => pieceOf(site, wall, opening))
  for (const piece of pieces) sheet.fill(polygon(outerEdge(piece)), piece.frameShown)
  for (const piece of pieces) sheet.fill(polygon(innerEdge(piece)), paneFill(site, piece))
  for (const piece of pieces) if (piece.kind === 'glass') drawReflections(site, piece)
  for (const piece of pieces) drawFineBars(site, piece)
  for (const piece of pieces) drawSashes(site, piece)
  for (const piece of pieces) {
    if (piece.shutterBox) drawShutterBox(site, piece, piece.shutterBox)
    if (piece.noren) drawNoren(site, piece, piece.noren)
    if (piece.railing) drawRailing(site, piece, piece.railing)
  }
}

function pieceOf(site: Site, wall: Wall, opening: Opening): Piece {
  const base = wall.z0 + opening.sill
  const see = (s: number, z: number) => site.eye.see(wall.spot(opening.at + s, base + z))
  const sun = sunOn(site, wall.outward)
  return {
    ...opening,
    quad: (s0, s1, z0, z1) => [see(s0, z0), see(s1, z0), see(s1, z1), see(s0, z1)],
    upright: (s, z0 = 0, z1 = opening.height) => [see(s, z0), see(s, z1)],
    level: (z, s0 = 0, s1 = opening.width) => [see(s0, z), see(s1, z)],
    metre: site.eye.scale(wall.spot(opening.at + opening.width / 2, base)),
    frameShown: site.light.seen(opening.frame ?? WOOD, sun),
    sun,
  }
}

const innerEdge = (piece: Piece) =>
  piece.kind === 'round' ? ring(piece, 0) : piece.quad(0, piece.width, 0, piece.height)

const outerEdge = (piece: Piece) =>
  piece.kind === 'round'
    ? ring(piece, 0.09)
    : piece.quad(-0.07, piece.width + 0.07, -0.07, piece.height + 0.07)

/** The edge of a tea room's round window. */
function ring({ quad, width }: Piece, wider: number): Point[] {
  const radius = width / 2
  return Array.from({ length: 18 }, (_, index) => {
    const turn = (index / 18) * Math.PI * 2
    const [s, z] = [
      radius + Math.cos(turn) * (radius + wider),
      radius + Math.sin(turn) * (radius + wider),
    ]
    return quad(s, s, z, z)[0] ?? [0, 0]
  })
}

/** The fill of an opening: paper, wood or glass. After sunset, the fill shows the light inside. */
function paneFill({ sheet, light }: Site, { kind, sun, lit }: Piece) {
  const paper = kind === 'shoji' || kind === 'round'
  const wooden = kind === 'door' || kind === 'lattice' || kind === 'slats'
  const day: [Colour, Colour] = paper
    ? [light.seen(mix(PAPER, '#b9b6ad', 0.22), sun), light.seen(PAPER, sun)]
    : wooden
      ? [light.seen('#40352d', 0.5), light.seen('#5a4a3e', 0.6)]
      : [light.seen('#39434a', 0.5), light.seen(mix('#5a6a70', light.sky.middle, 0.45), 0.8)]
  const glow: [Colour, Colour] = paper ? ['#ffebbb', '#f6bd67'] : ['#f3b65c', '#ffe2a3']
  const warm = lit === false ? 0 : light.lamps
  return sheet.fade([
    { at: 0, colour: mix(day[0], glow[0], warm) },
    { at: 1, colour: mix(day[1], glow[1], warm) },
  ])
}

/** Slanted reflections in a window by day. */
function drawReflections({ sheet, light }: Site, { quad, width, height, panes = 2 }: Piece) {
  if (light.lamps > 0.5) return
  const pane = width / panes
  const shine = Array.from({ length: panes }, (_, index) => {
    const s = index * pane
    const [a, b] = quad(s + pane * 0.15, s + pane * 0.42, height * 0.12, height * 0.12)
    const [d, c] = quad(s + pane * 0.5, s + pane * 0.78, height * 0.9, height * 0.9)
    return a && b && c && d ? polygon([a, b, c, d]) : ''
  })
  sheet.fill(shine.join(''), mix('#ffffff', light.sky.middle, 0.3), 0.22)
}

const inside = (count: number, length: number) =>
  Array.from({ length: Math.max(0, count - 1) }, (_, index) => ((index + 1) / count) * length)

function drawFineBars({ sheet }: Site, piece: Piece) {
  const { kind, width, height, upright, level, metre, frameShown } = piece
  /** The minimum distance between bars. Closer bars would blur in the picture. */
  const closest = 7 / metre
  if (kind === 'shoji') {
    const grid = [
      ...inside(Math.round(width / Math.max(0.45, closest)), width).map((s) => upright(s)),
      ...inside(Math.max(3, Math.round(height / Math.max(0.4, closest))), height).map((z) =>
        level(z),
      ),
    ]
    return sheet.stroke(lines(grid), frameShown, {
      width: Math.max(1, metre * 0.02),
      opacity: 0.8,
      cap: 'butt',
    })
  }
  if (kind === 'round') return drawRoundBars(sheet, piece)
  if (kind === 'lattice' || kind === 'door' || kind === 'slats') {
    const apart = Math.max(kind === 'slats' ? 0.2 : 0.19, closest)
    const bars = inside(Math.max(4, Math.round(width / apart)), width).map((s) => upright(s))
    const rails = kind === 'slats' ? [] : [level(height * 0.3), level(height * 0.72)]
    sheet.stroke(lines([...bars, ...rails]), frameShown, {
      width: metre * (kind === 'slats' ? 0.08 : 0.05),
      cap: 'butt',
    })
  }
}

function drawRoundBars(sheet: Site['sheet'], { quad, width, frameShown }: Piece) {
  const radius = width / 2
  const bars = [0.3, 0.5, 0.7].flatMap((part) => {
    const s = part * width
    const half = Math.sqrt(radius ** 2 - (s - radius) ** 2)
    const [a, , , b] = quad(s, s, radius - half, radius + half)
    const [c, d] = quad(radius - half, radius + half, s, s)
    return a && b && c && d
      ? [
          [a, b],
          [c, d],
        ]
      : []
  })
  sheet.stroke(lines(bars), frameShown, { width: 1.8, cap: 'butt' })
}

function drawSashes(
  { sheet }: Site,
  { kind, width, height, panes = 2, upright, level, metre, frameShown }: Piece,
) {
  if (kind === 'round' || kind === 'lattice' || kind === 'slats') return
  const rails = kind === 'glass' && height > 1.5 ? [level(height * 0.3)] : []
  sheet.stroke(lines([...inside(panes, width).map((s) => upright(s)), ...rails]), frameShown, {
    width: Math.max(1.6, metre * 0.06),
    cap: 'butt',
  })
}

function drawNoren(
  { sheet, light }: Site,
  { quad, level, width, height, sun, metre }: Piece,
  colour: Colour,
) {
  const parts = 4
  const hung = Array.from({ length: parts }, (_, index) =>
    polygon(
      quad(
        (index / parts) * width + 0.03,
        ((index + 1) / parts) * width - 0.03,
        height * 0.55,
        height * 0.98,
      ),
    ),
  )
  sheet.fill(hung.join(''), light.seen(colour, Math.max(0.5, sun)))
  sheet.stroke(line(level(height, -0.05, width + 0.05)), light.seen('#3b2c22', 0.6), {
    width: metre * 0.05,
  })
}

function drawRailing(
  { sheet, light }: Site,
  { level, upright, width, metre, sun }: Piece,
  colour: Colour,
) {
  const [out, top] = [0.25, 0.62]
  const count = Math.round((width + 2 * out) / 0.34)
  const bars = Array.from({ length: count + 1 }, (_, index) =>
    upright(-out + (index / count) * (width + 2 * out), -0.12, top),
  )
  const rails = [top, top * 0.7, -0.1].map((z) => level(z, -out, width + out))
  sheet.stroke(lines([...bars, ...rails]), light.seen(colour, sun), {
    width: Math.max(1.4, metre * 0.04),
  })
}

function drawShutterBox(
  { sheet, light }: Site,
  { quad, upright, width, height, sun }: Piece,
  side: -1 | 1,
) {
  const [from, to] = side < 0 ? [-0.92, -0.08] : [width + 0.08, width + 0.92]
  sheet.fill(polygon(quad(from, to, -0.08, height + 0.06)), light.seen('#7a6350', sun))
  const slats = [0.25, 0.5, 0.75].map((part) => upright(from + (to - from) * part))
  sheet.stroke(lines(slats), light.seen(darker('#7a6350', 0.35), sun), {
    width: 1.3,
    opacity: 0.7,
    cap: 'butt',
  })
}
