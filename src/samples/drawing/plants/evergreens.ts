import type { Random } from '../../random.ts'
import { type Colour, darker, lighter } from '../colour.ts'
import { curve, line, lines, polygon } from '../path.ts'
import type { Point } from '../sheet.ts'
import type { Clump, TreeContext, TreePosition } from '../tree-context.ts'

/** A pine: flat layers of needles on a weathered trunk. */
export function drawPine(
  { sheet, light, random, far }: TreeContext,
  { foot: [x, y], height }: TreePosition,
) {
  const lean = random.pick([-1, 1]) * height * random.between(0.1, 0.22)
  const bark = light.seen('#6b4f3f', 0.65, far)
  const spine: Point[] = [
    [x, y],
    [x + lean * 0.9, y - height * 0.22],
    [x - lean * 0.35, y - height * 0.5],
    [x + lean * 0.5, y - height * 0.78],
    [x + lean * 0.3, y - height * 0.95],
  ]
  sheet.stroke(curve(spine), bark, { width: height * 0.045 })
  const pads = [0.36, 0.5, 0.64, 0.78, 0.92].map((part, index): Clump => {
    const side = index % 2 ? 1 : -1
    const reach = height * (0.32 - part * 0.17)
    const aside = part > 0.9 ? 0 : side * reach * random.between(0.6, 0.95)
    return [[x + lean * 0.3 + aside, y - height * part], reach * random.between(0.85, 1.15)]
  })
  const arms = pads.map(([at]): Point[] => [
    [x + lean * 0.15, at[1] + height * 0.07],
    [(x + at[0]) / 2, at[1] + height * 0.05],
    [at[0], at[1] + 2],
  ])
  sheet.stroke(arms.map(curve).join(''), bark, { width: height * 0.018 })
  const colour: Colour = light.snow ? '#4c6450' : '#3f6a4a'
  const needles = (paint: Colour, drop: number, grow: number, width: number) => {
    const strokes = pads.flatMap(([[px, py], reach]) =>
      padStrokes(random, [px, py + drop * height], reach * grow),
    )
    sheet.stroke(lines(strokes), paint, { width: height * width })
  }
  needles(light.seen(darker(colour, 0.28), 0.45, far), 0.018, 1, 0.055)
  needles(light.seen(colour, 0.9, far), 0, 0.92, 0.045)
  needles(light.seen(light.snow ? '#f7fafb' : lighter(colour, 0.18), 1, far), -0.022, 0.66, 0.026)
}

/** One layer of needles: a few horizontal strokes, shorter towards the top. */
function padStrokes(random: Random, [x, y]: Point, reach: number): Point[][] {
  return [1, 0.82, 0.5].map((part, index) => {
    const level = y - index * reach * 0.2
    const shift = random.between(-0.12, 0.12) * reach
    return [
      [x - reach * part * 0.8 + shift, level + random.between(-2, 2)],
      [x + reach * part * 0.8 + shift, level],
    ]
  })
}

export function drawCedar(
  { sheet, light, random, far }: TreeContext,
  { foot: [x, y], height }: TreePosition,
) {
  const half = height * random.between(0.13, 0.17)
  const colour: Colour =
    light.season === 'spring' ? '#4f6f4a' : light.season === 'autumn' ? '#56683f' : '#3f6348'
  sheet.stroke(
    line([
      [x, y],
      [x, y - height * 0.3],
    ]),
    light.seen('#5a4335', 0.6, far),
    { width: height * 0.035 },
  )
  const tiers = 7
  const top = y - height
  const edge = (side: -1 | 1, width: number): Point[] =>
    Array.from({ length: tiers * 2 }, (_, index) => {
      const part = (Math.floor(index / 2) + (index % 2 ? 1 : 0.15)) / tiers
      const reach = width * part ** 0.85 * (index % 2 ? 1.08 : 0.72) * random.between(0.9, 1.1)
      return [x + side * reach, top + height * 0.88 * part]
    })
  sheet.fill(
    polygon([[x, top], ...edge(1, half), ...edge(-1, half).reverse()]),
    light.seen(darker(colour, 0.14), 0.6, far),
  )
  const lit: Point[] = [
    [x, top],
    ...edge(light.side, half * 0.92),
    [x - light.side * half * 0.1, y - height * 0.14],
    [x, top + height * 0.4],
  ]
  sheet.fill(polygon(lit), light.seen(lighter(colour, light.snow ? 0.75 : 0.1), 1, far), 0.8)
}
