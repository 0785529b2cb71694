import type { Random } from '../../random.ts'
import { type Colour, darker, lighter, mix } from '../colour.ts'
import { grassColour } from '../ground.ts'
import type { Light } from '../light.ts'
import { line, lines, polygon } from '../path.ts'
import { drawShrub } from '../plants/shrub.ts'
import { HEIGHT, type Point, type Sheet, WIDTH } from '../sheet.ts'
import { drawSky } from '../sky.ts'
import { drawTree, type TreeKind } from '../trees.ts'
import { woodColour } from '../view.ts'

/**
 * Draws moss, stones and one tree. The background is the fence of a courtyard or, if `court` is
 * false, an open view.
 */
export function drawGarden(
  sheet: Sheet,
  light: Light,
  random: Random,
  level: number,
  court: boolean,
) {
  drawSky(sheet, light, random.fork('sky'), level - 150)
  const context = { sheet, light, random, far: 0.05 }
  if (court) drawBambooScreen(sheet, light, level)
  else {
    const hill = (height: number): Point[] =>
      Array.from({ length: 9 }, (_, index) => [
        index * 150,
        level - 150 - height * (0.5 + 0.5 * Math.sin(index * 0.7 + random.between(0, 1.4))),
      ])
    sheet.fill(polygon([...hill(110), [WIDTH, level], [0, level]]), light.seen('#5b7f93', 0.8, 0.5))
    sheet.fill(
      polygon([...hill(50), [WIDTH, level], [0, level]]),
      light.seen(woodColour(light), 0.8, 0.22),
    )
  }
  const moss = light.snow ? grassColour(light) : mix(grassColour(light), '#6f8f4a', 0.5)
  const ground = level - (court ? 90 : 118)
  sheet.rect(
    0,
    ground,
    WIDTH,
    HEIGHT - ground,
    sheet.gradient(
      [0, ground],
      [0, level + 40],
      [
        { at: 0, colour: light.seen(moss, 0.9, 0.12) },
        { at: 1, colour: light.seen(darker(moss, 0.16), 0.85) },
      ],
    ),
  )
  for (let x = random.between(140, 260); x < 1100; x += random.between(120, 200))
    drawShrub(
      { ...context, far: 0.1 },
      { foot: [x, ground + random.between(2, 14)], height: random.between(34, 62) },
      light.season === 'rain' ? '#8aa0d8' : undefined,
    )
  const kinds: readonly TreeKind[] = (
    {
      spring: ['cherry', 'pine'],
      rain: ['maple', 'pine'],
      summer: ['pine', 'maple', 'bamboo'],
      autumn: ['maple', 'maple', 'ginkgo'],
      winter: ['pine', 'plum'],
    } as const
  )[light.season]
  drawTree(context, random.pick(kinds), {
    foot: [random.pick([360, 430, 760, 840]), level - 70],
    height: random.between(330, 420),
  })
  drawStones(sheet, light, random, level)
  drawStoneLantern(
    sheet,
    light,
    [random.pick([520, 640, 700]), level - 62],
    random.between(90, 120),
  )
}

function drawBambooScreen(sheet: Sheet, light: Light, level: number) {
  const top = level - 300
  sheet.rect(
    0,
    top,
    WIDTH,
    230,
    sheet.gradient(
      [0, top],
      [0, level - 70],
      [
        { at: 0, colour: light.seen('#b9a468', 0.8) },
        { at: 1, colour: light.seen('#8a7a4c', 0.6) },
      ],
    ),
  )
  const canes = Array.from({ length: 36 }, (_, index): Point[] => [
    [130 + index * 27, top],
    [130 + index * 27, level - 70],
  ])
  sheet.stroke(lines(canes), light.seen('#6d5f38', 0.5), { width: 2.4, opacity: 0.6 })
  sheet.stroke(
    lines(
      [top + 24, top + 100, top + 176].map((y): Point[] => [
        [0, y],
        [WIDTH, y],
      ]),
    ),
    light.seen('#a8945a', 0.8),
    { width: 13 },
  )
}

function drawStones(sheet: Sheet, light: Light, random: Random, level: number) {
  const stone: Colour = light.snow ? '#f4f7f9' : '#9a978e'
  const path = Array.from(
    { length: 6 },
    (_, index): Point => [560 + Math.sin(index * 1.3) * 40 + index * 12, level - 96 + index * 21],
  )
  for (const [index, [x, y]] of path.entries()) {
    const half = 20 + index * 5
    sheet.stroke(
      line([
        [x - half, y + 5],
        [x + half, y + 5],
      ]),
      light.seen(darker(stone, 0.4), 0.4),
      { width: 16 + index * 2 },
    )
    sheet.stroke(
      line([
        [x - half, y],
        [x + half, y],
      ]),
      light.seen(lighter(stone, 0.1), 0.9),
      { width: 15 + index * 2 },
    )
  }
  const [x, y] = [random.pick([300, 880]), level - 50]
  sheet.fill(
    polygon([
      [x - 56, y],
      [x - 48, y - 44],
      [x - 8, y - 66],
      [x + 40, y - 40],
      [x + 62, y],
    ]),
    light.seen('#7d7b75', 0.7),
  )
  sheet.fill(
    polygon([
      [x - 48, y - 44],
      [x - 8, y - 66],
      [x + 40, y - 40],
      [x + 4, y - 34],
    ]),
    light.seen(light.snow ? '#ffffff' : '#a5a299', 0.95),
  )
}

function drawStoneLantern(sheet: Sheet, light: Light, [x, y]: Point, height: number) {
  const shade = light.seen('#77756e', 0.6)
  const lit = light.seen('#a3a198', 0.9)
  const block = (half: number, low: number, high: number, paint: Colour) =>
    sheet.rect(
      x - half * height,
      y - high * height,
      half * 2 * height,
      (high - low) * height,
      paint,
    )
  block(0.22, 0, 0.1, shade)
  block(0.08, 0.1, 0.5, lit)
  block(0.2, 0.5, 0.58, shade)
  block(0.14, 0.58, 0.78, light.lamps > 0.5 ? '#ffcf78' : lit)
  if (light.lamps <= 0.5) block(0.06, 0.62, 0.74, light.seen('#4a4843', 0.4))
  sheet.fill(
    polygon([
      [x - 0.32 * height, y - 0.77 * height],
      [x - 0.12 * height, y - 0.95 * height],
      [x + 0.12 * height, y - 0.95 * height],
      [x + 0.32 * height, y - 0.77 * height],
    ]),
    light.snow ? '#f4f7f9' : shade,
  )
  sheet.circle([x, y - height], 0.06 * height, lit)
}
