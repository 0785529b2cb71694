import type { Random } from '../../random.ts'
import { type Colour, darker, lighter } from '../colour.ts'
import { dots, lines, polygon } from '../path.ts'
import type { Spot } from '../perspective.ts'
import type { Point } from '../sheet.ts'
import { type Site, seeAll } from '../site.ts'
import { drawBox } from '../walls.ts'

export function drawLetterBox(site: Site, [x, y]: Spot) {
  drawBox(site, { x0: x - 0.05, x1: x + 0.05, y0: y - 0.05, y1: y + 0.05, z0: 0, z1: 1 }, '#6b5140')
  drawBox(
    site,
    { x0: x - 0.2, x1: x + 0.2, y0: y - 0.16, y1: y + 0.16, z0: 0.95, z1: 1.32 },
    '#c23b2e',
  )
}

export function drawWashing(site: Site, [x, y]: Spot, random: Random) {
  const { sheet, light, eye } = site
  const long = 3
  const metre = eye.scale([x, y, 0])
  const posts = [0, long].map((at) =>
    seeAll(site, [
      [x + at, y, 0],
      [x + at, y, 1.8],
    ]),
  )
  sheet.stroke(
    lines([
      ...posts,
      seeAll(site, [
        [x - 0.2, y, 1.72],
        [x + long + 0.2, y, 1.72],
      ]),
    ]),
    light.seen('#a9a294', 0.8),
    { width: Math.max(2, metre * 0.06) },
  )
  const cloths: readonly Colour[] = ['#f4f1ea', '#8fb0c9', '#f4f1ea', '#d98a72', '#e6d9a8']
  let at = 0.2
  for (const cloth of random.shuffled(cloths).slice(0, 4)) {
    const width = random.between(0.4, 0.75)
    const low = random.between(0.75, 1.1)
    const shape: Spot[] = [
      [x + at, y, 1.7],
      [x + at + width, y, 1.7],
      [x + at + width * 1.03, y, low],
      [x + at + 0.02, y, low - 0.05],
    ]
    sheet.fill(polygon(seeAll(site, shape)), light.seen(cloth, 0.95))
    at += width + 0.08
  }
}

/** A stone lantern in the garden, lit after dark. */
export function drawLantern(site: Site, [x, y]: Spot) {
  const stone: Colour = '#9c9a92'
  const block = (half: number, z0: number, z1: number, colour: Colour = stone) =>
    drawBox(
      site,
      { x0: x - half, x1: x + half, y0: y - half, y1: y + half, z0, z1 },
      colour,
      lighter(colour, 0.15),
    )
  block(0.3, 0, 0.14)
  block(0.12, 0.14, 0.72)
  block(0.28, 0.72, 0.86)
  block(0.2, 0.86, 1.2, site.light.lamps > 0.5 ? '#ffcf78' : '#6d6b66')
  const { sheet, light, eye } = site
  const [px, py] = eye.see([x, y, 1.2])
  const metre = eye.scale([x, y, 1.2])
  sheet.fill(
    polygon([
      [px - metre * 0.44, py + metre * 0.04],
      [px - metre * 0.14, py - metre * 0.26],
      [px + metre * 0.14, py - metre * 0.26],
      [px + metre * 0.44, py + metre * 0.04],
    ]),
    light.seen(light.snow ? '#f4f7f9' : darker(stone, 0.12), 0.8),
  )
  sheet.circle([px, py - metre * 0.3], metre * 0.09, light.seen(stone, 0.8))
}

export function drawFirewood(site: Site, [x, y]: Spot, long = 2.2) {
  const { sheet, light, random, eye } = site
  drawBox(site, { x0: x, x1: x + long, y0: y - 0.45, y1: y, z0: 0, z1: 1.05 }, '#6a5240')
  const ends = Array.from(
    { length: 32 },
    (_, index): Point =>
      eye.see([
        x + 0.15 + ((index % 8) / 7) * (long - 0.3) + random.between(-0.03, 0.03),
        y - 0.46,
        0.14 + Math.floor(index / 8) * 0.25,
      ]),
  )
  sheet.stroke(dots(ends), light.seen('#c7a67c', 0.85), { width: eye.scale([x, y, 0]) * 0.21 })
}

export function drawDryingPersimmons(site: Site, from: Spot, to: Spot) {
  const { sheet, light, eye } = site
  const strings = Array.from({ length: 9 }, (_, index) => {
    const part = (index + 0.5) / 9
    return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part] as const
  })
  const threads = strings.map(([x, y]) =>
    seeAll(site, [
      [x, y, from[2]],
      [x, y, from[2] - 1.15],
    ]),
  )
  sheet.stroke(lines(threads), light.seen('#c9b892', 0.6), { width: 1.2 })
  const fruit = strings.flatMap(([x, y]) =>
    [0.3, 0.52, 0.74, 0.96, 1.15].map((down) => eye.see([x, y, from[2] - down])),
  )
  sheet.stroke(dots(fruit), light.seen('#d4622a', 0.85), { width: eye.scale(from) * 0.17 })
}
