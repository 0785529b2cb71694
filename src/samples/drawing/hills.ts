import type { Random } from '../random.ts'
import { type Colour, darker, lighter, mix } from './colour.ts'
import type { Light, Season } from './light.ts'
import { line, lines, polygon } from './path.ts'
import { HEIGHT, type Point, type Sheet, WIDTH } from './sheet.ts'

interface Ridge {
  /** The y coordinate of the hill's foot in the drawing. */
  foot: number
  height: number
  /** How jagged the outline is, from 0 (soft) to 1. */
  rough: number
  /**
   * The position of the highest hill, from 0 (left edge of the sheet) to 1 (right edge). Without
   * `peak`, all hills have about the same height.
   */
  peak?: number
  /** The width of the highest hill, as a share of the sheet's width. */
  spread?: number
}

/** The skyline of a range of hills, from left to right. */
export function ridgeLine(
  random: Random,
  { foot, height, rough, peak, spread = 0.35 }: Ridge,
  step = 24,
): Point[] {
  const waves = [1.1, 2.3, 4.7, 9.1, 17.3].map((frequency, index) => ({
    frequency: frequency * random.between(0.8, 1.25),
    phase: random.between(0, 7),
    size: 0.5 ** index * (index > 2 ? rough * 1.9 : 1),
  }))
  const points: Point[] = []
  for (let x = -step; x <= WIDTH + step; x += step) {
    const across = x / WIDTH
    const wave = waves.reduce(
      (sum, { frequency, phase, size }) => sum + Math.sin(across * frequency * 3 + phase) * size,
      0,
    )
    const swell =
      peak === undefined ? 0.72 : 0.25 + 0.75 * Math.exp(-(((across - peak) / spread) ** 2))
    points.push([x, foot - height * swell * (0.72 + 0.24 * wave)])
  }
  return points
}

interface Hillside {
  sheet: Sheet
  light: Light
  random: Random
  /**
   * The points of the skyline. The hillside fills the area from these points down to `foot`, which
   * is a y coordinate.
   */
  points: readonly Point[]
  foot: number
  colour: Colour
  far: number
}

/** A layer of hills that fades into the haze at its foot. */
export function drawRidge({ sheet, light, points, foot, colour, far }: Omit<Hillside, 'random'>) {
  const top = Math.min(...points.map(([, y]) => y))
  const wash = sheet.gradient(
    [0, top],
    [0, foot],
    [
      { at: 0, colour: light.seen(colour, 0.75, far) },
      { at: 1, colour: light.seen(colour, 0.75, Math.min(0.97, far + 0.34)) },
    ],
  )
  sheet.fill(polygon([...points, [WIDTH + 40, foot], [-40, foot]]), wash)
}

/** Bright trees in a forest: cherries in April, maples in November. */
const ACCENTS: Partial<Record<Season, readonly Colour[]>> = {
  spring: ['#efc9cf', '#f6dfe0'],
  autumn: ['#c4622f', '#d39a38'],
}

/** Draws the tree crowns on a hillside. The crowns at the top form bumps on the skyline. */
export function drawCrowns(hillside: Hillside, size: number) {
  const { sheet, light, random, points, colour, far } = hillside
  const skyline = points
    .filter((_, index) => index % 2 === 0)
    .map(([x, y]): Point => [x, y + random.between(-size * 0.1, size * 0.25)])
  const dash = (share: number) => `0 ${Math.round(size * share)}`
  sheet.stroke(line(skyline), light.seen(colour, 0.75, far), { width: size, dash: dash(0.72) })
  const rows = (count: number, long: number) =>
    lines(
      Array.from({ length: count }, (): Point[] => {
        const [x, y] = placeOn(hillside)
        const reach = size * random.between(0.4, 1) * long
        return [
          [x, y],
          [x + reach, y + random.between(-0.3, 0.8) * size],
        ]
      }),
    )
  const deep = light.seen(darker(colour, 0.14), 0.6, far)
  sheet.stroke(rows(20, 3), deep, { width: size, opacity: 0.7, dash: dash(0.8) })
  const bright = light.seen(lighter(colour, 0.1), 0.95, far)
  sheet.stroke(rows(20, 3), bright, { width: size * 0.8, opacity: 0.6, dash: dash(0.8) })
  for (const accent of ACCENTS[light.season] ?? []) {
    const paint = light.seen(mix(accent, colour, 0.25), 0.95, far)
    sheet.stroke(rows(11, 1.6), paint, { width: size * 0.72, opacity: 0.8, dash: dash(0.8) })
  }
}

/** The pointed tops of planted cedars, in rows on a hillside. */
export function drawCedars(hillside: Hillside, size: number) {
  const { sheet, light, random, colour, far } = hillside
  const tree = (): string => {
    const [x, y] = placeOn(hillside)
    const width = Math.round(size * random.between(0.35, 0.55))
    const height = Math.round(size * random.between(0.9, 1.5))
    return `M${Math.round(x - width)} ${Math.round(y)}l${width}-${height} ${width} ${height}z`
  }
  const some = (count: number) => Array.from({ length: count }, tree).join('')
  sheet.fill(some(46), light.seen(darker(colour, 0.22), 0.45, far), 0.6)
  sheet.fill(some(32), light.seen(lighter(colour, 0.12), 0.9, far), 0.55)
}

/** A random point below the skyline. Points near the skyline are more frequent. */
function placeOn({ random, points, foot }: Hillside): Point {
  const [x, top] = random.pick(points)
  return [x + random.between(-14, 14), top + (foot - top) * random.between(0.02, 0.75) ** 1.3]
}

/** Haze between two hills. */
export function drawMist(sheet: Sheet, light: Light, y: number, thick: number, strength = 0.8) {
  const white = mix(light.haze, light.hour === 'night' ? light.sky.low : '#ffffff', 0.3)
  const wash = sheet.gradient(
    [0, y - thick],
    [0, y + thick],
    [
      { at: 0, colour: white, opacity: 0 },
      { at: 0.5, colour: white, opacity: strength },
      { at: 1, colour: white, opacity: 0 },
    ],
  )
  sheet.rect(0, y - thick, WIDTH, Math.min(thick * 2, HEIGHT), wash)
}
