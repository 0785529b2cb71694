import type { Colour } from '../colour.ts'
import { curve, line, lines, polygon } from '../path.ts'
import type { Spot } from '../perspective.ts'
import type { Point } from '../sheet.ts'
import { type Site, seeAll } from '../site.ts'

export function drawUtilityPole(site: Site, [x, y]: Spot, towards: -1 | 1) {
  const { sheet, light, eye } = site
  const far = 0.12
  const metre = eye.scale([x, y, 0])
  const grey = light.seen('#7d7a74', 0.7, far)
  sheet.stroke(
    line(
      seeAll(site, [
        [x, y, 0],
        [x, y, 9],
      ]),
    ),
    grey,
    { width: metre * 0.26, cap: 'butt' },
  )
  const arms = [8.6, 7.9].map((z) =>
    seeAll(site, [
      [x - 0.8, y, z],
      [x + 0.8, y, z],
    ]),
  )
  sheet.stroke(lines(arms), grey, { width: metre * 0.12 })
  sheet.fill(
    polygon(
      seeAll(site, [
        [x + 0.2, y, 6.6],
        [x + 0.6, y, 6.6],
        [x + 0.6, y, 7.4],
        [x + 0.2, y, 7.4],
      ]),
    ),
    grey,
  )
  const wires = [8.65, 8.65, 7.95].map((z, index): Point[] => {
    const [px, py] = eye.see([x + (index - 1) * 0.7, y, z])
    return [
      [px, py],
      [px + towards * 420, py + 70],
      [px + towards * 1250, py - 30 + index * 14],
    ]
  })
  const other = [8.65, 7.95].map((z): Point[] => {
    const [px, py] = eye.see([x, y, z])
    return [
      [px, py],
      [px - towards * 480, py + 80],
      [px - towards * 1250, py - 60],
    ]
  })
  sheet.stroke([...wires, ...other].map(curve).join(''), light.seen('#3a383c', 0.4), {
    width: 1.6,
    opacity: 0.75,
  })
}

/** Carp streamers, flown for Children's Day in early May. */
export function drawCarpStreamers(site: Site, [x, y]: Spot, side: -1 | 1) {
  const { sheet, light, eye } = site
  sheet.stroke(
    line(
      seeAll(site, [
        [x, y, 0],
        [x, y, 8.2],
      ]),
    ),
    light.seen('#b99e72', 0.8),
    { width: eye.scale([x, y, 0]) * 0.1 },
  )
  const fish: readonly Colour[] = ['#2f3b4c', '#c23b2e', '#3d6c9c']
  for (const [index, colour] of fish.entries()) {
    const [px, py] = eye.see([x, y, 7.7 - index * 1.25])
    const long = eye.scale([x, y, 0]) * (2.9 - index * 0.45) * side
    const half = Math.abs(long) * 0.14
    const body: Point[] = [
      [px, py - half],
      [px + long * 0.4, py - half * 1.3 + half * 0.3],
      [px + long * 0.8, py - half * 0.2],
      [px + long, py - half * 0.5],
      [px + long * 0.94, py + half * 0.7],
      [px + long, py + half * 1.9],
      [px + long * 0.78, py + half],
      [px + long * 0.4, py + half * 1.5],
      [px, py + half],
    ]
    sheet.fill(polygon(body), light.seen(colour, 0.9))
    sheet.circle([px + long * 0.1, py - half * 0.1], half * 0.5, light.seen('#f6f1e6', 1))
    sheet.circle([px + long * 0.1, py - half * 0.1], half * 0.22, light.seen('#1e1b18', 1))
    const scales = [0.28, 0.42, 0.56, 0.68].map((part): Point[] => [
      [px + long * part, py - half * 0.8],
      [px + long * (part + 0.05), py + half * 0.1],
      [px + long * part, py + half * 0.9],
    ])
    sheet.stroke(scales.map(curve).join(''), light.seen('#f6f1e6', 0.9), { width: 2, opacity: 0.7 })
  }
}

export function drawTorii(
  { sheet, light }: Pick<Site, 'sheet' | 'light'>,
  [x, y]: Point,
  size: number,
  far: number,
) {
  const red = light.seen('#c23b2e', 0.9, far)
  const posts: Point[][] = [-1, 1].map((side) => [
    [x + side * size * 0.46, y],
    [x + side * size * 0.4, y - size * 0.95],
  ])
  sheet.stroke(
    lines([
      ...posts,
      [
        [x - size * 0.52, y - size * 0.72],
        [x + size * 0.52, y - size * 0.72],
      ],
    ]),
    red,
    { width: size * 0.1, cap: 'butt' },
  )
  sheet.stroke(
    curve([
      [x - size * 0.72, y - size * 1.02],
      [x, y - size * 0.92],
      [x + size * 0.72, y - size * 1.02],
    ]),
    red,
    { width: size * 0.13, cap: 'butt' },
  )
  sheet.stroke(
    curve([
      [x - size * 0.74, y - size * 1.09],
      [x, y - size * 0.99],
      [x + size * 0.74, y - size * 1.09],
    ]),
    light.seen('#2f2a2a', 0.5, far),
    { width: size * 0.05, cap: 'butt' },
  )
}
