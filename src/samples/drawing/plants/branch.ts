import { type Colour, darker, lighter } from '../colour.ts'
import { curve, dots, lines } from '../path.ts'
import { type Point, WIDTH } from '../sheet.ts'
import type { Foreground } from './meadow.ts'

/** A branch from a corner of the picture, as if the viewer stood under the tree. */
export function drawBranch({ sheet, light, random }: Foreground, side: -1 | 1) {
  const edge = side < 0 ? -20 : WIDTH + 20
  const to = (across: number, y: number): Point => [edge - side * across, y]
  const reach = random.between(360, 520)
  const top = random.between(-10, 70)
  const drop = random.between(40, 110)
  const spine: Point[] = [
    to(0, top),
    to(reach * 0.35, top + drop * 0.2),
    to(reach * 0.65, top + drop * 0.8),
    to(reach, top + drop),
  ]
  const twig = (across: number, fall: number, long: number): Point[] => {
    const y = top + drop * (across / reach) ** 1.3
    return [to(across, y), to(across + long * 0.5, y + fall * 0.35), to(across + long, y + fall)]
  }
  const twigs = [0.2, 0.36, 0.5, 0.66, 0.8].map((part, index) =>
    twig(reach * part, (index % 2 ? -1 : 1) * random.between(30, 80), random.between(70, 150)),
  )
  const bark = light.seen('#473a34', 0.45)
  sheet.stroke(curve(spine), bark, { width: 13 })
  sheet.stroke(twigs.map(curve).join(''), bark, { width: 5 })
  drawFoliage({ sheet, light, random }, [spine, ...twigs])
}

function drawFoliage({ sheet, light, random }: Foreground, boughs: readonly (readonly Point[])[]) {
  const around = (count: number, out: number) =>
    Array.from({ length: count }, (): Point => {
      const bough = random.pick(boughs)
      const start = bough[random.whole(1, bough.length - 2)] ?? [0, 0]
      const end = bough.at(-1) ?? start
      const part = random.between(0, 1.1)
      return [
        start[0] + (end[0] - start[0]) * part + random.between(-out, out),
        start[1] + (end[1] - start[1]) * part + random.between(-out, out) * 0.8,
      ]
    })
  if (light.snow) {
    const caps = boughs.map((bough) => bough.map(([x, y]): Point => [x, y - 6]))
    return sheet.stroke(caps.map(curve).join(''), light.seen('#fafcfd', 1), { width: 5 })
  }
  if (light.season === 'spring') {
    sheet.stroke(dots(around(70, 30)), light.seen('#e2a0ad', 0.8), { width: 17 })
    sheet.stroke(dots(around(80, 32)), light.seen('#f6d3d7', 1), { width: 16 })
    return sheet.stroke(dots(around(46, 36)), light.seen('#fff6f4', 1), { width: 8 })
  }
  if (light.season === 'autumn')
    return drawMapleLeaves({ sheet, light }, around(24, 40), around(20, 44))
  const green: Colour = light.season === 'rain' ? '#55854f' : '#5d8f4d'
  const leaf = (all: readonly Point[], long: number): Point[][] =>
    all.map(([x, y]) => [
      [x, y],
      [x + long, y + long * random.between(0.2, 0.8)],
    ])
  sheet.stroke(lines(leaf(around(70, 34), 12)), light.seen(darker(green, 0.3), 0.5), { width: 11 })
  sheet.stroke(lines(leaf(around(60, 34), 9)), light.seen(green, 0.9), { width: 8 })
  sheet.stroke(lines(leaf(around(36, 36), 7)), light.seen(lighter(green, 0.28), 1), { width: 5 })
}

function drawMapleLeaves(
  { sheet, light }: Pick<Foreground, 'sheet' | 'light'>,
  back: readonly Point[],
  front: readonly Point[],
) {
  const leaf = ([x, y]: Point, size: number): Point[][] =>
    [-2.6, -1.57, -0.55, 0.35, 2.8].map((angle) => [
      [x, y],
      [x + Math.cos(angle) * size, y + Math.sin(angle) * size],
    ])
  sheet.stroke(lines(back.flatMap((at) => leaf(at, 16))), light.seen('#a63a28', 0.6), { width: 5 })
  sheet.stroke(lines(front.flatMap((at) => leaf(at, 15))), light.seen('#d8573a', 1), { width: 4.6 })
}
