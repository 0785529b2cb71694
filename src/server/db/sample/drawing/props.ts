import type { Random } from '../random.ts'
import { type Colour, darker, lighter } from './colour.ts'
import { curve, dots, line, lines, polygon } from './path.ts'
import type { Spot } from './perspective.ts'
import type { Point } from './sheet.ts'
import { type Site, seeAll } from './site.ts'
import { drawBox } from './walls.ts'

/** The small white truck that every farm has. */
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

/** A red box for letters on a post. */
export function drawLetterBox(site: Site, [x, y]: Spot) {
  drawBox(site, { x0: x - 0.05, x1: x + 0.05, y0: y - 0.05, y1: y + 0.05, z0: 0, z1: 1 }, '#6b5140')
  drawBox(
    site,
    { x0: x - 0.2, x1: x + 0.2, y0: y - 0.16, y1: y + 0.16, z0: 0.95, z1: 1.32 },
    '#c23b2e',
  )
}

/** Washing on a pole between two stands. */
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

/** A stone lantern in the garden; lit when it is dark. */
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

/** Split logs under the eaves for the winter. */
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

/** A pole with its wires, as along any road. */
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
      [px + towards * 900, py - 30 + index * 14],
    ]
  })
  const other = [8.65, 7.95].map((z): Point[] => {
    const [px, py] = eye.see([x, y, z])
    return [
      [px, py],
      [px - towards * 200, py + 34],
      [px - towards * 420, py - 40],
    ]
  })
  sheet.stroke([...wires, ...other].map(curve).join(''), light.seen('#3a383c', 0.4), {
    width: 1.6,
    opacity: 0.75,
  })
}

/** Carp for the children, in the first days of May. */
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

/** Peeled persimmons on strings under the eaves. */
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

/** Smoke that rises straight and then thinks better of it. */
export function drawSmoke(site: Site, from: Spot) {
  const { sheet, light, eye, random } = site
  const [x, y] = eye.see(from)
  const drift = random.pick([-1, 1])
  const wisps = [0, 1, 2].map((index): Point[] => [
    [x + index * 3, y],
    [x + drift * 16, y - 60],
    [x - drift * 14 + index * 10, y - 110 - index * 14],
    [x + drift * (40 + index * 16), y - 170 - index * 18],
    [x + drift * (90 + index * 30), y - 200 - index * 26],
  ])
  sheet.stroke(wisps.map(curve).join(''), light.seen('#f3f0ec', 1), { width: 9, opacity: 0.24 })
}

/** A cat that owns the place. */
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

/** A white heron looking for frogs. */
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

/** A vermilion gate at the edge of the wood. */
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
