import { darker, lighter } from '../colour.ts'
import { polygon } from '../path.ts'
import type { Spot } from '../perspective.ts'
import { type Point, WIDTH } from '../sheet.ts'
import type { Site } from '../site.ts'
import { woodColour } from '../view.ts'

/** Low bushes in the fields, drawn in two tones. */
export function drawBushes({ sheet, light, eye, random }: Site, spots: readonly Spot[]) {
  const size = 9
  const domes = spots.flatMap((spot) => {
    const [x, y] = eye.see(spot)
    const height = eye.scale(spot) * random.between(0.7, 1.6)
    return x < -60 || x > WIDTH + 60
      ? []
      : [{ x, y, height, half: height * random.between(0.7, 1.5) }]
  })
  const far = 0.16
  const dome = (grow: number, lift: number) =>
    domes
      .map(({ x, y, height, half }) => {
        const edge = [0, 0.25, 0.5, 0.75, 1].map((part): Point => {
          const turn = Math.PI * part
          const out = half * grow
          return [
            x + light.side * half * lift * 0.4 + Math.cos(turn) * out,
            y - height * lift - Math.sin(turn) * height * grow,
          ]
        })
        return polygon(edge)
      })
      .join('')
  const colour = light.snow ? '#7d8a86' : woodColour(light)
  sheet.bumpy(dome(1, 0.05), light.seen(darker(colour, 0.12), 0.6, far), size)
  const lit = light.snow ? '#f4f7f9' : lighter(colour, 0.08)
  sheet.bumpy(dome(0.46, 0.46), light.seen(lit, 0.95, far), size * 0.8)
}
