import type { Random } from '../random.ts'
import type { Colour } from './colour.ts'
import type { Light } from './light.ts'
import { polygon } from './path.ts'
import { type Point, type Sheet, WIDTH } from './sheet.ts'

/** A single volcano, with a white top in the cold half of the year. */
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

/** Sharp mountains, with snow on the sunny sides. */
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
