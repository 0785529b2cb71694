import type { Colour } from '../colour.ts'
import { dots, polygon } from '../path.ts'
import type { Spot } from '../perspective.ts'
import { type Site, seeAll } from '../site.ts'
import { drawBox } from '../walls.ts'

/** A kei truck, the small white truck of farms. */
export function drawKeiTruck(site: Site, [x, y]: Spot, colour: Colour = '#eef0ee') {
  const { sheet, light, eye } = site
  const [long, wide] = [3.2, 1.4]
  const part = (from: number, to: number, z0: number, z1: number, paint: Colour, inset = 0) =>
    drawBox(site, { x0: x + from, x1: x + to, y0: y + inset, y1: y + wide - inset, z0, z1 }, paint)
  sheet.fill(
    polygon(
      seeAll(site, [
        [x - 0.1, y - 0.1, 0],
        [x + long + 0.1, y - 0.1, 0],
        [x + long + 0.1, y + wide, 0],
        [x - 0.1, y + wide, 0],
      ]),
    ),
    light.seen('#2c2a3d', 0.1),
    0.35,
  )
  const metre = eye.scale([x, y, 0])
  const wheels = dots([0.55, 2.55].map((at) => eye.see([x + at, y, 0.26])))
  sheet.stroke(wheels, light.seen('#2b2a2c', 0.5), { width: metre * 0.54 })
  sheet.stroke(wheels, light.seen('#b5b8b8', 0.8), { width: metre * 0.22 })
  part(1.15, long, 0.42, 0.98, colour)
  part(1.25, long - 0.1, 0.9, 1, '#9aa09d', 0.1)
  part(0, 1.15, 0.42, 1.72, colour)
  const glass = seeAll(site, [
    [x + 0.18, y, 1.1],
    [x + 1, y, 1.1],
    [x + 0.95, y, 1.58],
    [x + 0.3, y, 1.58],
  ])
  sheet.fill(polygon(glass), light.seen('#4e5c62', 0.6))
}
