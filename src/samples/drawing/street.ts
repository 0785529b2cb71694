import { type Colour, darker, lighter } from './colour.ts'
import type { Field } from './ground.ts'
import { lines, polygon } from './path.ts'
import type { Spot } from './perspective.ts'
import { HEIGHT, type Point, WIDTH } from './sheet.ts'
import { type Site, seeAll } from './site.ts'

export function drawStreet(site: Site, house: Field) {
  const { sheet, light, random, eye } = site
  const kerb = house.y0 - 1
  const paved = random.chance(0.6)
  const tone: Colour = light.snow ? '#e6ebef' : paved ? '#a9a499' : '#8d8d8c'
  const at = (y: number): Spot[] => [
    [-60, y, 0],
    [60, y, 0],
  ]
  const near = eye.at[1] + 3.2
  const [left, right] = seeAll(site, at(kerb))
  if (!left || !right) return
  sheet.fill(
    polygon([left, right, [WIDTH + 900, HEIGHT + 400], [-900, HEIGHT + 400]]),
    sheet.gradient(
      [0, right[1]],
      [0, HEIGHT],
      [
        { at: 0, colour: light.seen(lighter(tone, 0.1), 0.85) },
        { at: 1, colour: light.seen(darker(tone, 0.12), 0.8) },
      ],
    ),
  )
  const strip: Spot[] = [...at(kerb), ...at(house.y0 + 0.3).reverse()]
  sheet.fill(polygon(seeAll(site, strip)), light.seen(light.snow ? '#f3f6f8' : '#c3bcae', 0.9))
  sheet.stroke(
    lines([seeAll(site, at(kerb)), seeAll(site, at(kerb - 0.35))]),
    light.seen('#5b5853', 0.5),
    { width: 3, opacity: 0.7 },
  )
  if (!paved || light.snow) return
  const joints: Point[][] = []
  for (let row = 0, y = kerb - 0.35; y > near && row < 9; row++, y -= 0.75) {
    joints.push(seeAll(site, at(y)))
    for (let x = -14 + (row % 2) * 0.6; x < 14; x += 1.2) {
      const joint = seeAll(site, [
        [x, y, 0],
        [x, y - 0.75, 0],
      ])
      if (joint.every(([px, py]) => px > -20 && px < WIDTH + 20 && py < HEIGHT + 60))
        joints.push(joint)
    }
  }
  sheet.stroke(lines(joints), light.seen('#6d6a63', 0.5), { width: 1.6, opacity: 0.45 })
}
