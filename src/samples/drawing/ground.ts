import { type Colour, darker, lighter } from './colour.ts'
import type { Light } from './light.ts'
import { blob, dots, line, lines } from './path.ts'
import type { Spot } from './perspective.ts'
import { HEIGHT, type Point, WIDTH } from './sheet.ts'
import { type Site, seeAll } from './site.ts'

export const grassColour = (light: Light): Colour =>
  (
    ({
      spring: '#a7b873',
      rain: '#82a162',
      summer: '#84a35a',
      autumn: '#a9ab6c',
      winter: '#edf1f4',
    }) as const
  )[light.season]

const earthColour = (light: Light): Colour =>
  light.snow ? '#e3e8ec' : light.season === 'rain' ? '#b5a88e' : '#d8c7a4'

/** Grass from the horizon to the bottom of the picture. */
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

export interface Field {
  x0: number
  x1: number
  y0: number
  y1: number
}

/** Swept earth around a house, with ragged edges of grass. */
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

/** Stepping stones from the gate to the door. */
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
