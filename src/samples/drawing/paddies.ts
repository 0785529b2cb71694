import { mix } from './colour.ts'
import { riceColour } from './field-hills.ts'
import type { Field } from './ground.ts'
import { dots, lines, polygon } from './path.ts'
import type { Spot } from './perspective.ts'
import { HEIGHT, type Point, WIDTH } from './sheet.ts'
import { type Site, seeAll } from './site.ts'

export function drawPaddies(site: Site, { x0, x1, y0, y1 }: Field, columns: number, rows: number) {
  const { sheet, light, eye, random } = site
  const bank = 0.5
  for (let row = rows - 1; row >= 0; row--) {
    const [near, far] = [y0 + ((y1 - y0) * row) / rows, y0 + ((y1 - y0) * (row + 1)) / rows - bank]
    const shift = random.between(-5, 5)
    for (let column = 0; column < columns; column++) {
      const [left, right] = [
        x0 + ((x1 - x0) * column) / columns + shift,
        x0 + ((x1 - x0) * (column + 1)) / columns + shift - bank,
      ]
      const corners: Spot[] = [
        [left, near, 0],
        [right, near, 0],
        [right, far, 0],
        [left, far, 0],
      ]
      if (corners.some((spot) => eye.depth(spot) < 4)) continue
      const points = seeAll(site, corners)
      if (
        points.every(([x]) => x < 0) ||
        points.every(([x]) => x > WIDTH) ||
        points.every(([, y]) => y > HEIGHT)
      )
        continue
      const distance = Math.min(0.35, eye.depth([left, far, 0]) / 260)
      sheet.fill(
        polygon(points),
        mix(
          riceColour(light, distance),
          light.season === 'rain' ? light.sky.middle : '#7f8f4c',
          random.between(0, 0.22),
        ),
      )
      if (eye.depth(corners[0] ?? [0, 0, 0]) < 46) drawRice(site, left, right, near, far)
    }
  }
}

function drawRice(site: Site, left: number, right: number, near: number, far: number) {
  const { sheet, light, eye } = site
  if (light.snow) return
  const gap = 0.62
  const rows = Math.min(18, Math.floor((right - left) / gap))
  const across = (index: number) => left + (right - left) * ((index + 0.5) / rows)
  if (light.season === 'rain' || light.season === 'spring') {
    const tufts = Array.from({ length: rows }, (_, index) =>
      [0.12, 0.3, 0.5, 0.7, 0.88].map(
        (part): Point => eye.see([across(index), near + (far - near) * part, 0]),
      ),
    ).flat()
    const inside = tufts.filter(([x, y]) => x > -10 && x < WIDTH + 10 && y < HEIGHT + 10)
    return sheet.stroke(
      dots(inside),
      light.seen(light.season === 'rain' ? '#5f8f45' : '#c9a9b8', 0.9),
      { width: Math.max(2, eye.scale([across(0), near, 0]) * 0.1), opacity: 0.85 },
    )
  }
  const strokes = Array.from({ length: rows }, (_, index) =>
    seeAll(site, [
      [across(index), near, 0.1],
      [across(index), far, 0.1],
    ]),
  )
  sheet.stroke(lines(strokes), light.seen(light.season === 'summer' ? '#a9cf6c' : '#f0d27c', 1), {
    width: 2.4,
    opacity: 0.45,
    cap: 'butt',
  })
}
