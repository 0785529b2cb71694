import type { Colour } from '../colour.ts'
import { curve, dots, line } from '../path.ts'
import type { Point } from '../sheet.ts'
import type { TreeContext, TreePosition } from '../tree-context.ts'

/** A bare tree with twigs. If the scene has snow, snow lies on the twigs. */
export function drawBranches(context: TreeContext, position: TreePosition) {
  const { sheet, light, far } = context
  const tips = drawBoughs(context, position, '#665950')
  if (!light.snow) return tips
  const snow = tips.map(([x, y]): Point => [x, y - 2])
  sheet.stroke(dots(snow), light.seen('#fbfdff', 1, far), {
    width: Math.max(4, position.height * 0.024),
    opacity: 0.9,
  })
  return tips
}

function drawBoughs(
  { sheet, light, random, far }: TreeContext,
  { foot, height }: TreePosition,
  colour: Colour,
): Point[] {
  const levels: Point[][][] = [[], [], [], []]
  const tips: Point[] = []
  const grow = ([x, y]: Point, angle: number, length: number, level: number) => {
    const end: Point = [x + Math.sin(angle) * length, y - Math.cos(angle) * length]
    const bend: Point = [(x + end[0]) / 2 + random.between(-0.13, 0.13) * length, (y + end[1]) / 2]
    levels[level]?.push([[x, y], bend, end])
    if (level > 1) tips.push(end)
    if (level > 2) return
    const count = level === 0 ? 4 : 3
    for (let index = 0; index < count; index++) {
      const swing = (index - (count - 1) / 2) * random.between(0.5, 0.75)
      grow(
        end,
        angle + swing + random.between(-0.15, 0.15),
        length * random.between(0.55, 0.8),
        level + 1,
      )
    }
  }
  grow(foot, random.between(-0.08, 0.08), height * 0.34, 0)
  const bark = light.seen(colour, 0.6, far)
  for (const [level, boughs] of levels.entries()) {
    const d = boughs
      .map(level < 2 ? curve : (bough) => line([bough[0] ?? foot, bough[2] ?? foot]))
      .join('')
    sheet.stroke(d, bark, { width: Math.max(1.3, height * 0.04 * 0.52 ** level) })
  }
  return tips
}

/** A persimmon tree in November: leafless and full of fruit. */
export function drawPersimmon(context: TreeContext, position: TreePosition) {
  const { sheet, light, random, far } = context
  const tips = drawBranches(context, position)
  const size = Math.max(6, position.height * 0.036)
  const fruit = random.shuffled(tips).slice(0, light.snow ? 11 : 24)
  sheet.stroke(dots(fruit.map(([x, y]) => [x, y + size * 0.5])), light.seen('#dd6a28', 0.95, far), {
    width: size,
  })
  if (light.snow) sheet.stroke(dots(fruit), '#ffffff', { width: size * 0.55 })
}
