import type { Colour } from '../colour.ts'
import { curve, dots, line, polygon } from '../path.ts'
import { drawCushion, drawTea } from './furniture.ts'
import type { Room } from './room.ts'

/** Cushions, tea, a slice of melon in summer, and sometimes a sleeping cat. */
export function drawLife(room: Room, edge: number) {
  const { random, outside, depth, eye, sheet, seen } = room
  const cloth = random.pick<Colour>(['#7a3f4a', '#3f5a6b', '#8a6a3a', '#b0553f', '#4f5f3f'])
  drawCushion(room, random.pick([-0.75, 0.75]), depth + 0.5, cloth)
  drawTea(room, random.between(-0.2, 0.2), depth + 0.5, -0.03)
  if (outside.season === 'summer') {
    const [x, y] = eye.see([random.pick([-1.25, 1.25]), depth + 0.4, 0])
    sheet.stroke(
      line([
        [x - 50, y],
        [x + 50, y],
      ]),
      seen('#e9e4d8', 0.95),
      { width: 13 },
    )
    for (const shift of [-24, 14]) {
      sheet.fill(`M${Math.round(x + shift - 26)} ${Math.round(y - 8)}h52l-26-46z`, '#d8503f')
      sheet.stroke(
        line([
          [x + shift - 28, y - 7],
          [x + shift + 28, y - 7],
        ]),
        '#4f8049',
        { width: 7 },
      )
      sheet.stroke(
        dots([
          [x + shift - 8, y - 18],
          [x + shift + 8, y - 20],
          [x + shift, y - 32],
        ]),
        '#2a2322',
        { width: 4 },
      )
    }
  }
  if (!random.chance(0.6)) return
  const [x, y] = eye.see([random.pick([-1.15, 1.1]), (depth + edge) / 2 + 0.2, 0])
  const fur = seen(random.pick<Colour>(['#2f2b2a', '#d89a5a', '#f2ece2', '#9a9590']), 0.9)
  sheet.stroke(
    curve([
      [x - 44, y - 16],
      [x - 8, y - 34],
      [x + 34, y - 18],
    ]),
    fur,
    { width: 36 },
  )
  sheet.circle([x + 52, y - 24], 19, fur)
  sheet.fill(
    polygon([
      [x + 38, y - 34],
      [x + 40, y - 54],
      [x + 52, y - 40],
    ]),
    fur,
  )
  sheet.fill(
    polygon([
      [x + 54, y - 40],
      [x + 66, y - 54],
      [x + 68, y - 34],
    ]),
    fur,
  )
  sheet.stroke(
    curve([
      [x - 58, y - 8],
      [x - 84, y + 2],
      [x - 62, y + 8],
      [x - 30, y + 2],
    ]),
    fur,
    { width: 10 },
  )
}
