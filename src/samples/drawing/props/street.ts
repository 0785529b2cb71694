import type { Random } from '../../random.ts'
import { type Colour, darker } from '../colour.ts'
import { curve, dots, line, lines } from '../path.ts'
import type { Spot } from '../perspective.ts'
import type { Point } from '../sheet.ts'
import type { Site } from '../site.ts'
import { leafGreen } from '../trees.ts'
import { drawBox } from '../walls.ts'

export function drawPots(site: Site, [x, y]: Spot, count: number, random: Random) {
  const { sheet, light, eye } = site
  const flowers: readonly Colour[] = ['#c23b2e', '#e7a6c4', '#f3d24f', '#8aa0d8', '#ffffff']
  for (let index = 0; index < count; index++) {
    const at = x + index * 0.55
    const tall = random.between(0.22, 0.34)
    const clay = random.pick<Colour>(['#9c5a40', '#6d6a66', '#7d8a86', '#4f5f6b'])
    drawBox(
      site,
      { x0: at, x1: at + 0.34, y0: y - 0.17, y1: y + 0.17, z0: 0, z1: tall },
      clay,
      '#4a3a2e',
    )
    const metre = eye.scale([at, y, 0])
    const [px, py] = eye.see([at + 0.17, y, tall + 0.12])
    const leaves = Array.from(
      { length: 5 },
      (): Point => [px + random.between(-0.17, 0.17) * metre, py - random.between(0, 0.34) * metre],
    )
    sheet.stroke(dots(leaves), light.seen(darker(leafGreen(light), 0.12), 0.75), {
      width: metre * 0.2,
    })
    sheet.stroke(dots(leaves.slice(0, 3)), light.seen(random.pick(flowers), 1), {
      width: metre * 0.1,
    })
  }
}

export function drawBicycle(site: Site, [x, y]: Spot) {
  const { sheet, light, eye, random } = site
  const metre = eye.scale([x, y, 0])
  const at = (dx: number, z: number): Point => eye.see([x + dx, y, z])
  const ink = light.seen('#2f2d2d', 0.5)
  const wheel = (dx: number) => {
    const ring = Array.from({ length: 13 }, (_, index): Point => {
      const turn = (index / 12) * Math.PI * 2
      return at(dx + Math.cos(turn) * 0.33, 0.35 + Math.sin(turn) * 0.33)
    })
    return line(ring)
  }
  sheet.stroke(wheel(0) + wheel(1.05), ink, { width: Math.max(2, metre * 0.035) })
  const frame = [
    [at(0, 0.35), at(0.38, 0.75), at(0.85, 0.72), at(1.05, 0.35)],
    [at(0.38, 0.75), at(0.5, 0.33), at(0.85, 0.72)],
    [at(0, 0.35), at(0.5, 0.33)],
  ]
  const paint = light.seen(random.pick<Colour>(['#c23b2e', '#3f6480', '#4f7a4a', '#e9e4d8']), 0.9)
  sheet.stroke(lines(frame), paint, { width: Math.max(2.4, metre * 0.05) })
  sheet.stroke(curve([at(0.82, 0.72), at(0.8, 1), at(0.66, 1.02)]), ink, {
    width: Math.max(2, metre * 0.04),
  })
  sheet.stroke(line([at(0.28, 0.86), at(0.46, 0.86)]), ink, { width: metre * 0.08 })
  drawBox(
    site,
    { x0: x + 0.9, x1: x + 1.22, y0: y - 0.14, y1: y + 0.14, z0: 0.72, z1: 0.96 },
    '#a5835c',
    '#7d6040',
  )
}
