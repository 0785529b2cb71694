import { type Colour, darker, lighter, mix } from './colour.ts'
import { riceColour } from './field-hills.ts'
import type { Light } from './light.ts'
import { blob, dots, line, lines, polygon } from './path.ts'
import type { Spot } from './perspective.ts'
import { HEIGHT, type Point, WIDTH } from './sheet.ts'
import { type Site, seeAll } from './site.ts'

export const grassColour = (light: Light): Colour =>
  (
    ({
      spring: '#a7b873',
      rain: '#82a162',
      summer: '#84a35a',
      autumn: '#b3a163',
      winter: '#edf1f4',
    }) as const
  )[light.season]

const earthColour = (light: Light): Colour =>
  light.snow ? '#e3e8ec' : light.season === 'rain' ? '#b5a88e' : '#d8c7a4'

/** The grass from the horizon to the lower edge of the picture. */
export function drawGrass({ sheet, light, eye, random }: Site, top = eye.horizon + 6) {
  const grass = grassColour(light)
  const wash = sheet.gradient(
    [0, top],
    [0, HEIGHT],
    [
      { at: 0, colour: light.seen(grass, 0.9, 0.32) },
      { at: 0.3, colour: light.seen(grass, 0.9, 0.08) },
      { at: 1, colour: light.seen(darker(grass, 0.22), 0.75) },
    ],
  )
  const rise = random.between(-9, 9)
  sheet.fill(
    `M0 ${Math.round(top - rise)}Q600 ${Math.round(top + rise)} ${WIDTH} ${Math.round(top + rise * 0.3)}V${HEIGHT}H0z`,
    wash,
  )
}

interface Field {
  x0: number
  x1: number
  y0: number
  y1: number
}

/** Fields in rows and columns, with the banks between them. */
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

/** The rows that were planted by hand or by a small machine. */
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

/** Swept earth around a house, with the grass creeping in from its edges. */
export function drawYard(site: Site, { x0, x1, y0, y1 }: Field) {
  const { sheet, light, random, eye } = site
  const [width, depth] = [x1 - x0, y1 - y0]
  const edge = (part: number): Spot => {
    const wobble = random.between(-0.35, 0.35)
    if (part < 0.25) return [x0 + width * part * 4, y0 + wobble, 0]
    if (part < 0.5) return [x1 + wobble, y0 + depth * (part - 0.25) * 4, 0]
    if (part < 0.75) return [x1 - width * (part - 0.5) * 4, y1 + wobble, 0]
    return [x0 + wobble, y1 - depth * (part - 0.75) * 4, 0]
  }
  const earth = earthColour(light)
  const outline = Array.from({ length: 20 }, (_, index) => edge(index / 20))
  sheet.fill(blob(seeAll(site, outline)), light.seen(earth, 0.92))
  const inside = (count: number): Point[] =>
    Array.from({ length: count }, () =>
      eye.see([random.between(x0 + 0.5, x1 - 0.5), random.between(y0 + 0.5, y0 + 4.5), 0]),
    )
  sheet.stroke(dots(inside(20)), light.seen(darker(earth, 0.14), 0.8), { width: 3.4, opacity: 0.6 })
  drawTufts(
    site,
    Array.from({ length: 18 }, () =>
      edge(random.chance(0.7) ? random.between(0, 0.25) : random.between(0.25, 1)),
    ),
    0.28,
  )
}

/** Small fans of grass. */
export function drawTufts(site: Site, spots: readonly Spot[], metres: number) {
  const { sheet, light, eye, random } = site
  const grass: Colour = light.snow ? '#a99f86' : darker(grassColour(light), 0.2)
  const blades = spots.flatMap((spot) => {
    const [x, y] = eye.see(spot)
    const size = eye.scale(spot) * metres * random.between(0.6, 1.2)
    if (x < -20 || x > WIDTH + 20 || y > HEIGHT + 20) return []
    return [
      [
        [x - size * 0.5, y - size * 0.7],
        [x, y],
        [x + size * 0.1, y - size],
      ],
      [
        [x, y],
        [x + size * 0.6, y - size * 0.6],
      ],
    ] as const
  })
  sheet.stroke(lines(blades), light.seen(grass, 0.7), { width: 2.4, opacity: 0.8 })
}

/** Flat stones from the gate to the door. */
export function drawSteps(site: Site, from: Spot, to: Spot) {
  const { sheet, light, random, eye } = site
  const count = 9
  const stones = Array.from({ length: count }, (_, index): Spot => {
    const part = (index + 0.3) / count
    const aside = (index % 2 ? 0.2 : -0.2) + random.between(-0.08, 0.08)
    return [from[0] + (to[0] - from[0]) * part + aside, from[1] + (to[1] - from[1]) * part, 0]
  }).filter((spot) => eye.depth(spot) > 4)
  const stone: Colour = light.snow ? '#f4f7f9' : '#9a978e'
  for (const spot of stones) {
    const [x, y] = eye.see(spot)
    const metre = eye.scale(spot)
    const half = metre * random.between(0.16, 0.24)
    const slab = (drop: number) =>
      line([
        [x - half, y + drop],
        [x + half, y + drop],
      ])
    sheet.stroke(slab(metre * 0.07), light.seen(darker(stone, 0.4), 0.3), { width: metre * 0.28 })
    sheet.stroke(slab(0), light.seen(lighter(stone, 0.12), 0.9), { width: metre * 0.28 })
  }
}

/** The shadow a house throws away from the sun. */
export function drawCastShadow(site: Site, { x0, x1, y0, y1 }: Field, height: number) {
  const { sheet, sun, light } = site
  if (light.season === 'rain') return
  const away: Spot = [(-sun[0] / sun[2]) * height, (-sun[1] / sun[2]) * height, 0]
  const foot: Spot[] = [
    [x0, y0, 0],
    [x1, y0, 0],
    [x1, y1, 0],
    [x0, y1, 0],
  ]
  const thrown = foot.map(([x, y]): Spot => [x + away[0], y + away[1], 0])
  sheet.fill(
    polygon(seeAll(site, hull([...foot, ...thrown]))),
    light.seen('#39394d', 0.2),
    light.hour === 'night' ? 0.35 : 0.3,
  )
}

/** The outline around a set of spots on the ground. */
function hull(spots: readonly Spot[]): Spot[] {
  const sorted = [...spots].sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const half = (list: readonly Spot[]) => {
    const chain: Spot[] = []
    for (const spot of list) {
      for (
        let a = chain.at(-2), b = chain.at(-1);
        a && b && turns(a, b, spot) <= 0;
        a = chain.at(-2), b = chain.at(-1)
      )
        chain.pop()
      chain.push(spot)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.reverse())]
}

const turns = (a: Spot, b: Spot, c: Spot) =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

/** A lane of stone slabs or asphalt along the fronts, with its gutter. */
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
