import type { Random } from '../random.ts'
import { type Colour, darker, lighter } from './colour.ts'
import { grassColour } from './ground.ts'
import type { Light } from './light.ts'
import { curve, dots, lines } from './path.ts'
import { HEIGHT, type Point, type Sheet, WIDTH } from './sheet.ts'

interface Foreground {
  sheet: Sheet
  light: Light
  random: Random
}

/** Blades along the lower edge, and what flowers there. */
export function drawMeadow({ sheet, light, random }: Foreground, high = 70) {
  const grass: Colour = light.snow ? '#9b8f74' : grassColour(light)
  const blades = (count: number, tall: number): Point[][] =>
    Array.from({ length: count }, () => {
      const x = random.between(-20, WIDTH + 20)
      const height = tall * random.between(0.5, 1.1) * (0.55 + 0.75 * Math.abs(x / WIDTH - 0.5))
      const lean = random.between(-0.4, 0.4) * height
      return [
        [x, HEIGHT + 6],
        [x + lean * 0.2, HEIGHT - height * 0.6],
        [x + lean, HEIGHT - height],
      ]
    })
  if (light.snow) {
    sheet.fill(
      `M0 ${HEIGHT - 40}Q300 ${HEIGHT - 78} 620 ${HEIGHT - 36}T${WIDTH} ${HEIGHT - 52}V${HEIGHT}H0z`,
      light.seen('#fbfcfd', 1),
    )
    return sheet.stroke(blades(16, high).map(curve).join(''), light.seen(grass, 0.6), {
      width: 2.4,
    })
  }
  sheet.stroke(blades(26, high).map(curve).join(''), light.seen(darker(grass, 0.42), 0.5), {
    width: 4,
  })
  const front = blades(24, high * 0.85)
  sheet.stroke(front.map(curve).join(''), light.seen(darker(grass, 0.1), 0.9), { width: 3 })
  drawFlowers({ sheet, light, random }, high)
}

const FLOWERS: Record<Light['season'], readonly Colour[]> = {
  spring: ['#f3d24f', '#f7b7c6', '#ffffff'],
  rain: ['#7d92cf', '#a58fce', '#c7a6d6'],
  summer: ['#ffffff', '#f2a03d', '#e8e070'],
  autumn: ['#c8372d', '#e7a6c4', '#ffffff'],
  winter: ['#ffffff'],
}

function drawFlowers({ sheet, light, random }: Foreground, high: number) {
  const colour = random.pick(FLOWERS[light.season])
  const left = random.chance(0.5)
  const heads = Array.from({ length: 18 }, (): Point => {
    const across = random.between(0, 1) ** 1.6 * 0.62
    return [(left ? across : 1 - across) * WIDTH, HEIGHT - random.between(0.25, 1.05) * high]
  })
  const stems = heads.map(([x, y]): Point[] => [
    [x, y],
    [x + random.between(-6, 6), HEIGHT],
  ])
  sheet.stroke(lines(stems), light.seen('#5d7a44', 0.6), { width: 1.6 })
  if (light.season === 'autumn' && colour === '#c8372d')
    return drawSpiderLilies({ sheet, light, random }, heads)
  if (light.season === 'rain') return drawHydrangeas({ sheet, light, random }, heads, colour)
  sheet.stroke(dots(heads), light.seen(colour, 1), { width: 11 })
  sheet.stroke(dots(heads), light.seen(colour === '#f3d24f' ? '#fff3a8' : '#f0c14b', 1), {
    width: 4,
  })
}

/** Higanbana: they flower on the banks in the week of the equinox. */
function drawSpiderLilies({ sheet, light, random }: Foreground, heads: readonly Point[]) {
  const rays = heads.flatMap(([x, y]) =>
    [-2.9, -2.2, -1.57, -0.95, -0.25].map((angle): Point[] => {
      const reach = random.between(11, 17)
      return [
        [x, y],
        [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach],
      ]
    }),
  )
  sheet.stroke(lines(rays), light.seen('#c8372d', 0.95), { width: 2.6 })
  sheet.stroke(dots(heads), light.seen('#e2604a', 1), { width: 6 })
}

function drawHydrangeas(
  { sheet, light, random }: Foreground,
  heads: readonly Point[],
  colour: Colour,
) {
  const some = heads.filter((_, index) => index % 2)
  sheet.stroke(dots(some), light.seen(darker(colour, 0.15), 0.7), { width: 36 })
  const petals = some.flatMap(([x, y]) =>
    Array.from(
      { length: 6 },
      (): Point => [x + random.between(-13, 13), y + random.between(-15, 8)],
    ),
  )
  sheet.stroke(dots(petals), light.seen(lighter(colour, 0.25), 1), { width: 9, opacity: 0.85 })
}

/** A branch that leans in from a corner, as if one stood under the tree. */
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
