import { type Colour, darker, lighter, mix } from '../colour.ts'
import { grassColour } from '../ground.ts'
import { line, polygon } from '../path.ts'
import { drawShrub } from '../plants/shrub.ts'
import { HEIGHT, type Point, WIDTH } from '../sheet.ts'
import { drawTree, type TreeKind } from '../trees.ts'
import { woodColour } from '../view.ts'
import type { Room } from './room.ts'

export function drawGardenView(room: Room, outline: readonly Point[]) {
  const { sheet, outside: light } = room
  const random = room.random.fork(`garden ${outline.join()}`)
  const xs = outline.map(([x]) => x)
  const ys = outline.map(([, y]) => y)
  const [left, right] = [Math.max(-60, Math.min(...xs)), Math.min(WIDTH + 60, Math.max(...xs))]
  const [top, bottom] = [Math.max(-60, Math.min(...ys)), Math.min(HEIGHT + 60, Math.max(...ys))]
  const [width, height] = [right - left, bottom - top]
  const ground = top + height * 0.66
  const wash = (colours: readonly Colour[], from: number, to: number) =>
    sheet.gradient(
      [0, from],
      [0, to],
      colours.map((colour, index) => ({ at: index / (colours.length - 1), colour })),
    )
  const hill = (height: number, from: number): Point[] =>
    [0, 0.2, 0.4, 0.6, 0.8, 1].map((part) => [
      left + width * part,
      from - height * (0.55 + 0.45 * Math.sin(part * 3 + random.between(0, 3))),
    ])
  sheet.within(polygon(outline), () => {
    sheet.rect(left, top, width, height, wash([light.sky.middle, light.sky.low], top, ground))
    sheet.fill(
      polygon([...hill(height * 0.3, ground), [right, ground + 9], [left, ground + 9]]),
      light.seen('#5b7f93', 0.8, 0.5),
    )
    sheet.fill(
      polygon([...hill(height * 0.18, ground), [right, ground + 9], [left, ground + 9]]),
      light.seen(woodColour(light), 0.8, 0.2),
    )
    const grass = grassColour(light)
    sheet.rect(
      left,
      ground,
      width,
      height * 0.4,
      wash([light.seen(grass, 0.9, 0.1), light.seen(darker(grass, 0.18), 0.9)], ground, bottom),
    )
    const hedge = Array.from(
      { length: 9 },
      (_, index): Point => [
        left + (width * index) / 8,
        ground - height * random.between(0.02, 0.07),
      ],
    )
    sheet.stroke(line(hedge), light.seen(darker(woodColour(light), 0.1), 0.7), {
      width: height * 0.1,
      dash: `0 ${Math.max(4, Math.round(height * 0.06))}`,
    })
    const context = { sheet, light, random, far: 0.06 }
    const kinds: readonly TreeKind[] = {
      spring: ['cherry', 'broad'],
      rain: ['maple', 'pine'],
      summer: ['pine', 'bamboo', 'broad'],
      autumn: ['maple', 'ginkgo', 'persimmon'],
      winter: ['pine', 'bare', 'plum'],
    }[light.season] as readonly TreeKind[]
    const at: Point = [
      left + width * random.between(0.25, 0.75),
      ground + height * random.between(0.04, 0.16),
    ]
    drawTree(context, random.pick(kinds), { foot: at, height: height * random.between(0.55, 0.8) })
    drawShrub(context, {
      foot: [left + width * random.between(0.05, 0.95), ground + height * 0.2],
      height: height * 0.13,
    })
    const stone: Point = [left + width * random.between(0.1, 0.9), ground + height * 0.22]
    sheet.stroke(
      line([stone, [stone[0] + height * 0.07, stone[1]]]),
      light.seen(light.snow ? '#f1f4f6' : lighter('#8d8a82', 0.05), 0.8),
      { width: height * 0.06 },
    )
    if (light.hour === 'night')
      sheet.rect(left, top, width, height, mix(light.sky.top, '#000000', 0.2), 0.25)
  })
}
