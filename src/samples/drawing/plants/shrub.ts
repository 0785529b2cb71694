import { type Colour, darker, lighter, mix } from '../colour.ts'
import { dots, polygon } from '../path.ts'
import type { Point } from '../sheet.ts'
import type { TreeContext, TreePosition } from '../tree-context.ts'
import { GREENS } from '../trees.ts'

export function drawShrub(
  { sheet, light, random, far }: TreeContext,
  { foot: [x, y], height }: TreePosition,
  flower?: Colour,
) {
  const colour = light.snow ? '#5d6f57' : mix(GREENS[light.season], '#4c7147', 0.5)
  const half = height * random.between(0.6, 0.85)
  const dome = (grow: number, dx: number, dy: number): Point[] =>
    Array.from({ length: 7 }, (_, index) => {
      const turn = Math.PI * (index / 6)
      const reach = grow * random.between(0.85, 1)
      return [
        x + dx + Math.cos(turn) * half * reach,
        y + dy - Math.sin(turn) * height * 0.85 * reach,
      ]
    })
  const mass = (paint: Colour, grow: number, dx: number, dy: number) =>
    sheet.bumpy(polygon(dome(grow, dx, dy)), paint, height * 0.26)
  mass(light.seen(darker(colour, 0.22), 0.55, far), 1, 0, -height * 0.08)
  mass(light.seen(colour, 0.85, far), 0.78, light.side * half * 0.1, -height * 0.2)
  mass(
    light.seen(light.snow ? '#f5f8fa' : lighter(colour, 0.16), 1, far),
    light.snow ? 0.6 : 0.42,
    light.side * half * 0.24,
    -height * 0.42,
  )
  if (!flower || light.snow) return
  const heads = Array.from(
    { length: 11 },
    (): Point => [x + random.between(-0.8, 0.8) * half, y - random.between(0.3, 0.95) * height],
  )
  sheet.stroke(dots(heads), light.seen(flower, 1, far), { width: Math.max(5, height * 0.18) })
}
