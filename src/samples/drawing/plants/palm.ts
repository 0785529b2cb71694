import { curve } from '../path.ts'
import type { Point } from '../sheet.ts'
import type { TreeContext, TreePosition } from '../tree-context.ts'

export function drawPalm(
  { sheet, light, random, far }: TreeContext,
  { foot: [x, y], height }: TreePosition,
) {
  const lean = random.between(-0.2, 0.2) * height
  const top: Point = [x + lean, y - height * 0.78]
  sheet.stroke(
    curve([[x, y], [x + lean * 0.2, y - height * 0.45], top]),
    light.seen('#7d6650', 0.7, far),
    { width: height * 0.04 },
  )
  const frond = (angle: number, reach: number): string => {
    const tip: Point = [
      top[0] + Math.cos(angle) * reach,
      top[1] - Math.sin(angle) * reach * 0.5 + reach * 0.36,
    ]
    const over: Point = [
      top[0] + Math.cos(angle) * reach * 0.55,
      top[1] - Math.sin(angle) * reach * 0.75 - reach * 0.12,
    ]
    return curve([top, over, tip])
  }
  const fan = (count: number, reach: number) =>
    Array.from({ length: count }, (_, index) =>
      frond((index / (count - 1)) * Math.PI * 1.1 - 0.15, reach * random.between(0.85, 1.1)),
    ).join('')
  sheet.stroke(fan(10, height * 0.4), light.seen('#3f6b45', 0.55, far), { width: height * 0.05 })
  sheet.stroke(fan(8, height * 0.37), light.seen('#5f8f52', 0.9, far), { width: height * 0.032 })
  sheet.stroke(fan(6, height * 0.33), light.seen('#92b56b', 1, far), { width: height * 0.014 })
}
