import type { Random } from '../random.ts'
import { type Colour, darker, lighter, mix } from './colour.ts'
import type { Light } from './light.ts'
import { line, lines, polygon } from './path.ts'
import { HEIGHT, type Point, type Sheet, WIDTH } from './sheet.ts'

export interface Ridge {
  /** Where its foot lies on the sheet. */
  foot: number
  height: number
  /** 0 soft, 1 jagged. */
  rough: number
  /** Where along the sheet it is highest, 0 to 1; leave it out for an even range. */
  peak?: number
  /** How wide the peak is. */
  spread?: number
}

/** The line of a range of hills, from left to right. */
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

/** A layer of hills that fades into the haze at its foot. */
export function drawRidge(
  sheet: Sheet,
  light: Light,
  points: readonly Point[],
  foot: number,
  colour: Colour,
  far: number,
) {
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

/** The crowns of a wood on a hillside, and the bumps they make on its skyline. */
export function drawCrowns(
  sheet: Sheet,
  light: Light,
  random: Random,
  points: readonly Point[],
  foot: number,
  colour: Colour,
  far: number,
  size: number,
) {
  const skyline = points
    .filter((_, index) => index % 2 === 0)
    .map(([x, y]): Point => [x, y + random.between(-size * 0.1, size * 0.25)])
  sheet.stroke(line(skyline), light.seen(colour, 0.75, far), {
    width: size,
    dash: `0 ${Math.round(size * 0.72)}`,
  })
  const rows = (count: number) =>
    lines(
      Array.from({ length: count }, (): Point[] => {
        const [x, y] = within(random, points, foot)
        return [
          [x, y],
          [x + size * random.between(1.2, 3), y + random.between(-0.3, 0.8) * size],
        ]
      }),
    )
  const gap = `0 ${Math.round(size * 0.8)}`
  sheet.stroke(rows(20), light.seen(darker(colour, 0.14), 0.6, far), {
    width: size,
    opacity: 0.7,
    dash: gap,
  })
  sheet.stroke(rows(20), light.seen(lighter(colour, 0.1), 0.95, far), {
    width: size * 0.8,
    opacity: 0.6,
    dash: gap,
  })
}

/** The pointed tops of planted cedars: rows of them up a hillside. */
export function drawCedars(
  sheet: Sheet,
  light: Light,
  random: Random,
  points: readonly Point[],
  foot: number,
  colour: Colour,
  far: number,
  size: number,
) {
  const tree = (): string => {
    const [x, y] = within(random, points, foot)
    const width = Math.round(size * random.between(0.35, 0.55))
    const height = Math.round(size * random.between(0.9, 1.5))
    return `M${Math.round(x - width)} ${Math.round(y)}l${width}-${height} ${width} ${height}z`
  }
  const some = (count: number) => Array.from({ length: count }, tree).join('')
  sheet.fill(some(54), light.seen(darker(colour, 0.22), 0.45, far), 0.6)
  sheet.fill(some(40), light.seen(lighter(colour, 0.12), 0.9, far), 0.55)
}

function within(random: Random, points: readonly Point[], foot: number): Point {
  const [x, top] = random.pick(points)
  return [x + random.between(-14, 14), top + (foot - top) * random.between(0.02, 0.75) ** 1.3]
}

/** A lone cone, white at the top in the cold half of the year. */
export function drawVolcano(
  sheet: Sheet,
  light: Light,
  random: Random,
  foot: number,
  height: number,
  x: number,
  snow: number,
) {
  const half = height * random.between(1.55, 1.9)
  const crater = height * 0.09
  const flank = (side: -1 | 1): Point[] =>
    [0, 0.2, 0.4, 0.6, 0.8, 1].map((part) => [
      x + side * (crater + (half - crater) * part ** 1.45 * (0.55 + 0.45 * part)),
      foot - height * (1 - part),
    ])
  const left = flank(-1).reverse()
  const right = flank(1)
  const colour: Colour = '#5d7896'
  const wash = sheet.gradient(
    [x, foot - height],
    [x, foot],
    [
      { at: 0, colour: light.seen(colour, 0.8, 0.3) },
      { at: 1, colour: light.seen(colour, 0.8, 0.85) },
    ],
  )
  sheet.fill(polygon([...left, [x, foot - height + crater * 0.3], ...right]), wash)
  if (snow > 0) drawCap(sheet, light, random, { x, foot, height, crater, half, snow })
}

interface Cap {
  x: number
  foot: number
  height: number
  crater: number
  half: number
  snow: number
}

function drawCap(
  sheet: Sheet,
  light: Light,
  random: Random,
  { x, foot, height, crater, half, snow }: Cap,
) {
  const widthAt = (part: number) => crater + (half - crater) * part ** 1.45 * (0.55 + 0.45 * part)
  const top = foot - height
  const y = (part: number) => top + height * part
  const teeth = 9
  const hem = Array.from({ length: teeth + 1 }, (_, index): Point => {
    const across = 1 - (index / teeth) * 2
    const depth = snow * (index % 2 ? random.between(0.5, 0.75) : random.between(0.9, 1.25))
    const part = index === 0 || index === teeth ? snow * 0.85 : depth
    return [x + widthAt(part) * across, y(part)]
  })
  const rim: Point[] = [
    [x - widthAt(0), y(0)],
    [x - crater * 0.4, y(0.02)],
    [x, y(0.03)],
    [x + crater * 0.5, y(0.015)],
    [x + widthAt(0), y(0)],
    [x + widthAt(snow * 0.45), y(snow * 0.45)],
  ]
  const left: Point = [x - widthAt(snow * 0.45), y(snow * 0.45)]
  sheet.fill(polygon([left, ...rim, ...hem]), light.seen('#f7f9fb', 0.95, 0.12))
}

/** Sharp mountains with snow on the sides that face the sun. */
export function drawAlps(
  sheet: Sheet,
  light: Light,
  random: Random,
  foot: number,
  height: number,
  snow: number,
) {
  const peaks: { x: number; y: number; half: number }[] = []
  for (let x = random.between(-80, 40); x < WIDTH + 120; x += random.between(95, 190)) {
    const size = height * random.between(0.55, 1)
    peaks.push({ x, y: foot - size, half: size * random.between(0.55, 0.85) })
  }
  const rock = light.seen('#5f7591', 0.75, 0.42)
  const low = light.seen('#5f7591', 0.75, 0.9)
  const wash = sheet.gradient(
    [0, foot - height],
    [0, foot],
    [
      { at: 0, colour: rock },
      { at: 1, colour: low },
    ],
  )
  const bodies = peaks.map(({ x, y, half }) =>
    polygon([
      [x, y],
      [x + half * 0.22, y + half * 0.3],
      [x + half * 0.38, y + half * 0.42],
      [x + half * 1.5, foot],
      [x - half * 1.5, foot],
      [x - half * 0.45, y + half * 0.5],
      [x - half * 0.2, y + half * 0.2],
    ]),
  )
  sheet.fill(bodies.join(''), wash)
  if (snow <= 0) return
  const lit = peaks.map(({ x, y, half }) => {
    const to = light.side
    return polygon([
      [x, y],
      [x + to * half * 0.24, y + half * 0.32],
      [x + to * half * 0.46 * snow, y + half * 0.62 * snow],
      [x + to * half * 0.2, y + half * 0.5 * snow],
      [x + to * half * 0.12, y + half * 1.05 * snow],
      [x - to * half * 0.02, y + half * 0.55 * snow],
      [x - to * half * 0.16, y + half * 0.8 * snow],
      [x - to * half * 0.12, y + half * 0.3],
    ])
  })
  sheet.fill(lit.join(''), light.seen('#ffffff', 0.95, 0.18), 0.92)
}

/** The haze that lies between two hills. */
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
