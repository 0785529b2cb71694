import type { Colour } from '../colour.ts'
import { curve, line, lines, polygon } from '../path.ts'
import type { Spot } from '../perspective.ts'
import type { Site } from '../site.ts'

export function drawCat(site: Site, [x, y, z]: Spot) {
  const { sheet, light, eye, random } = site
  const metre = eye.scale([x, y, z])
  const [px, py] = eye.see([x, y, z])
  const colour = random.pick<Colour>(['#2f2b2a', '#d89a5a', '#f2ece2', '#8a8580'])
  const size = metre * 0.36
  const shown = light.seen(colour, 0.85)
  sheet.stroke(
    line([
      [px - size * 0.4, py - size * 0.3],
      [px + size * 0.4, py - size * 0.32],
    ]),
    shown,
    { width: size * 0.62 },
  )
  sheet.circle([px + size * 0.72, py - size * 0.62], size * 0.32, shown)
  sheet.fill(
    polygon([
      [px + size * 0.46, py - size * 0.8],
      [px + size * 0.5, py - size * 1.12],
      [px + size * 0.7, py - size * 0.9],
    ]),
    shown,
  )
  sheet.fill(
    polygon([
      [px + size * 0.74, py - size * 0.9],
      [px + size * 0.96, py - size * 1.12],
      [px + size * 0.99, py - size * 0.78],
    ]),
    shown,
  )
  sheet.stroke(
    curve([
      [px - size * 0.6, py - size * 0.2],
      [px - size * 1.2, py - size * 0.1],
      [px - size * 1.15, py - size * 0.7],
    ]),
    shown,
    { width: size * 0.18 },
  )
}

export function drawHeron(site: Site, spot: Spot) {
  const { sheet, light, eye, random } = site
  const [x, y] = eye.see(spot)
  const size = eye.scale(spot) * 0.9
  const side = random.pick([-1, 1])
  const white = light.seen('#fbfaf6', 1)
  sheet.stroke(
    lines([
      [
        [x, y],
        [x, y - size * 0.4],
      ],
      [
        [x + size * 0.08, y],
        [x + size * 0.06, y - size * 0.4],
      ],
    ]),
    light.seen('#4a463f', 0.6),
    { width: Math.max(1.2, size * 0.03) },
  )
  sheet.fill(
    polygon([
      [x - side * size * 0.34, y - size * 0.42],
      [x - side * size * 0.06, y - size * 0.6],
      [x + side * size * 0.2, y - size * 0.56],
      [x + side * size * 0.16, y - size * 0.38],
    ]),
    white,
  )
  sheet.stroke(
    curve([
      [x + side * size * 0.14, y - size * 0.5],
      [x + side * size * 0.36, y - size * 0.66],
      [x + side * size * 0.14, y - size * 0.82],
      [x + side * size * 0.28, y - size * 0.98],
    ]),
    white,
    { width: Math.max(2, size * 0.07) },
  )
  sheet.stroke(
    line([
      [x + side * size * 0.28, y - size * 0.98],
      [x + side * size * 0.48, y - size * 0.94],
    ]),
    light.seen('#d9a43b', 0.9),
    { width: Math.max(1.4, size * 0.035) },
  )
}
