import { type Colour, darker, lighter } from '../colour.ts'
import { curve, lines } from '../path.ts'
import type { Point } from '../sheet.ts'
import type { TreeContext, TreePosition } from '../tree-context.ts'

export function drawBamboo(
  { sheet, light, random, far }: TreeContext,
  { foot: [x, y], height }: TreePosition,
) {
  const colour: Colour = light.snow ? '#8c9c6b' : '#86a55a'
  const culms = Array.from({ length: 8 }, (_, index): Point[] => {
    const from = x + (index - 3.5) * height * 0.055 + random.between(-4, 4)
    const bow = random.between(-0.2, 0.2) * height
    const tall = height * random.between(0.75, 1)
    return [
      [from, y],
      [from + bow * 0.1, y - tall * 0.6],
      [from + bow, y - tall],
    ]
  })
  sheet.stroke(culms.map(curve).join(''), light.seen(darker(colour, 0.12), 0.7, far), {
    width: Math.max(2, height * 0.016),
  })
  const sprays = (count: number): Point[][] =>
    Array.from({ length: count }, () => {
      const [, , tip] = random.pick(culms)
      const part = random.between(0, 0.6)
      const [px, py] = [
        (tip?.[0] ?? x) * (1 - part * 0.5) + x * part * 0.5 + random.between(-0.1, 0.1) * height,
        (tip?.[1] ?? y) + height * part,
      ]
      const reach = height * random.between(0.03, 0.075) * random.pick([-1, 1])
      return [
        [px, py],
        [px + reach, py + Math.abs(reach) * 0.75],
      ]
    })
  sheet.stroke(lines(sprays(44)), light.seen(darker(colour, 0.24), 0.6, far), {
    width: height * 0.03,
    opacity: 0.9,
  })
  sheet.stroke(lines(sprays(40)), light.seen(colour, 0.9, far), { width: height * 0.024 })
  sheet.stroke(lines(sprays(26)), light.seen(lighter(colour, light.snow ? 0.8 : 0.25), 1, far), {
    width: height * 0.017,
  })
}
