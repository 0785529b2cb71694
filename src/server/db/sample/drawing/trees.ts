import type { Random } from '../random.ts'
import { type Colour, darker, lighter, mix } from './colour.ts'
import type { Light } from './light.ts'
import { curve, dots, line, lines, polygon } from './path.ts'
import type { Point, Sheet } from './sheet.ts'

export const TREES = [
  'broad',
  'cherry',
  'maple',
  'ginkgo',
  'persimmon',
  'pine',
  'cedar',
  'bamboo',
  'plum',
  'palm',
  'bare',
  'citrus',
] as const
export type TreeKind = (typeof TREES)[number]

/** Where a tree stands on the sheet, and how high it is there. */
export interface Stand {
  foot: Point
  height: number
}

export interface Easel {
  sheet: Sheet
  light: Light
  random: Random
  /** 0 near, 1 lost in the haze. */
  far: number
}

export function drawTree(easel: Easel, kind: TreeKind, stand: Stand) {
  const { season, snow } = easel.light
  switch (kind) {
    case 'pine':
      return drawPine(easel, stand)
    case 'cedar':
      return drawCedar(easel, stand)
    case 'bamboo':
      return drawBamboo(easel, stand)
    case 'palm':
      return drawPalm(easel, stand)
    case 'bare':
      return drawBranches(easel, stand)
    case 'persimmon':
      return season === 'autumn' || snow
        ? drawPersimmon(easel, stand)
        : drawCrowned(easel, 'broad', stand)
    default:
      return snow && kind !== 'citrus' && kind !== 'plum'
        ? drawBranches(easel, stand)
        : drawCrowned(easel, kind, stand)
  }
}

const GREENS: Record<Light['season'], Colour> = {
  spring: '#97b364',
  rain: '#5f8a52',
  summer: '#4f8049',
  autumn: '#8f8f4a',
  winter: '#6f7a5c',
}

export const leafGreen = (light: Light) => GREENS[light.season]

function crownColour(kind: TreeKind, { season }: Light): Colour {
  if (kind === 'cherry' && season === 'spring') return '#f2c3ca'
  if (kind === 'cherry' && season === 'autumn') return '#c27b43'
  if (kind === 'plum' && season === 'winter') return '#e9a3b4'
  if (kind === 'maple' && season === 'autumn') return '#c9472e'
  if (kind === 'ginkgo' && season === 'autumn') return '#e3b441'
  if (kind === 'citrus') return '#4d7a47'
  return season === 'autumn' ? '#a5803f' : GREENS[season]
}

/** A mass of leaves: its middle and how far it reaches. */
type Clump = readonly [Point, number]

/** A tree that carries leaves or blossom in round masses. */
function drawCrowned(easel: Easel, kind: TreeKind, { foot, height }: Stand) {
  const { sheet, light, random, far } = easel
  const spread = height * random.between(0.33, 0.44)
  const [x, y] = foot
  const heart: Point = [x + random.between(-0.08, 0.08) * height, y - height * 0.64]
  drawTrunk(easel, foot, heart, height * 0.034)
  const clumps = Array.from({ length: 5 }, (_, index): Clump => {
    const turn = ((index + random.between(-0.3, 0.3)) / 5) * Math.PI * 2
    const reach = spread * random.between(0.42, 0.62)
    return [
      [heart[0] + Math.cos(turn) * reach, heart[1] + Math.sin(turn) * reach * 0.72],
      spread * random.between(0.46, 0.62),
    ]
  })
  drawLeaves(easel, clumps, crownColour(kind, light), spread)
  if (kind === 'citrus') {
    sheet.stroke(dots(scattered(random, clumps, 26, 0.9)), light.seen('#e79a2b', 0.95, far), {
      width: Math.max(4, height * 0.03),
    })
  }
  if ((kind === 'cherry' && light.season === 'spring') || (kind === 'plum' && light.snow)) {
    const width = Math.max(3, height * 0.017)
    sheet.stroke(dots(scattered(random, clumps, 36, 1.25)), light.seen('#fff3f1', 1, far), {
      width,
      opacity: 0.9,
    })
    sheet.stroke(dots(scattered(random, clumps, 16, 1)), light.seen('#d98a9c', 0.9, far), {
      width,
      opacity: 0.6,
    })
  }
}

/** Masses of leaves in three tones: shade, body, and light towards the sun. */
function drawLeaves(
  { sheet, light, random, far }: Easel,
  clumps: readonly Clump[],
  colour: Colour,
  spread: number,
) {
  const mass = (paint: Colour, size: number, dx: number, dy: number, bump: number) => {
    const rings = clumps.map(([[x, y], reach]) =>
      polygon(ringAround(random, [x + dx * reach, y + dy * reach], reach * size)),
    )
    sheet.bumpy(rings.join(''), paint, spread * bump)
  }
  const edge: Point[] = scattered(random, clumps, 22, 1.06)
  sheet.stroke(dots(edge), light.seen(darker(colour, 0.06), 0.75, far), { width: spread * 0.12 })
  mass(
    light.seen(mix(darker(colour, 0.16), '#3b4a63', 0.14), 0.55, far),
    0.86,
    -light.side * 0.06,
    0.16,
    0.22,
  )
  mass(light.seen(colour, 0.85, far), 0.78, 0, 0, 0.2)
  mass(light.seen(lighter(colour, 0.2), 1, far), 0.42, light.side * 0.22, -0.26, 0.15)
}

/** An uneven ring, flatter than it is wide. */
function ringAround(random: Random, [x, y]: Point, reach: number, flat = 0.8): Point[] {
  const count = 7
  const from = random.between(0, 1)
  return Array.from({ length: count }, (_, index) => {
    const turn = ((index + from) / count) * Math.PI * 2
    const away = reach * random.between(0.8, 1.1)
    return [x + Math.cos(turn) * away, y + Math.sin(turn) * away * flat]
  })
}

/** Points in and around masses of leaves, the most of them inside. */
function scattered(random: Random, clumps: readonly Clump[], count: number, out: number): Point[] {
  return Array.from({ length: count }, (_, index) => {
    const [[x, y], reach] = clumps[index % clumps.length] ?? random.pick(clumps)
    const turn = random.between(0, Math.PI * 2)
    const away = reach * out * Math.sqrt(random.between(0.04, 1))
    return [x + Math.cos(turn) * away, y + Math.sin(turn) * away * 0.82]
  })
}

/** A trunk that forks into the crown. */
function drawTrunk({ sheet, light, random, far }: Easel, foot: Point, top: Point, width: number) {
  const bark = light.seen('#5b4a3e', 0.6, far)
  const [x, y] = foot
  const bend = random.between(-2, 2) * width
  const mid: Point = [(x + top[0]) / 2 + bend, (y + top[1]) / 2]
  sheet.fill(
    polygon([
      [x - width, y],
      [mid[0] - width * 0.6, mid[1]],
      [top[0] - width * 0.3, top[1]],
      [top[0] + width * 0.3, top[1]],
      [mid[0] + width * 0.6, mid[1]],
      [x + width * 1.1, y],
    ]),
    bark,
  )
  const fork = (side: -1 | 1, from: number): Point[] => {
    const start: Point = [mid[0] + (top[0] - mid[0]) * from, mid[1] + (top[1] - mid[1]) * from]
    const reach = (y - top[1]) * random.between(0.25, 0.4)
    return [
      start,
      [start[0] + side * reach * 0.6, start[1] - reach * 0.35],
      [start[0] + side * reach, start[1] - reach * 0.85],
    ]
  }
  sheet.stroke(curve(fork(-1, 0.3)) + curve(fork(1, 0.5)), bark, { width: width * 0.7 })
}

/** A bare tree, its twigs against the sky; with snow on them in winter. */
function drawBranches(easel: Easel, stand: Stand) {
  const { sheet, light, far } = easel
  const tips = drawBoughs(easel, stand, '#665950')
  if (!light.snow) return tips
  const snow = tips.map(([x, y]): Point => [x, y - 2])
  sheet.stroke(dots(snow), light.seen('#fbfdff', 1, far), {
    width: Math.max(4, stand.height * 0.024),
    opacity: 0.9,
  })
  return tips
}

function drawBoughs(
  { sheet, light, random, far }: Easel,
  { foot, height }: Stand,
  colour: Colour,
): Point[] {
  const levels: Point[][][] = [[], [], [], []]
  const tips: Point[] = []
  const grow = ([x, y]: Point, angle: number, length: number, level: number) => {
    const end: Point = [x + Math.sin(angle) * length, y - Math.cos(angle) * length]
    const bend: Point = [(x + end[0]) / 2 + random.between(-0.13, 0.13) * length, (y + end[1]) / 2]
    levels[level]?.push([[x, y], bend, end])
    if (level > 1) tips.push(end)
    if (level > 2) return
    const count = level === 0 ? 4 : 3
    for (let index = 0; index < count; index++) {
      const swing = (index - (count - 1) / 2) * random.between(0.5, 0.75)
      grow(
        end,
        angle + swing + random.between(-0.15, 0.15),
        length * random.between(0.55, 0.8),
        level + 1,
      )
    }
  }
  grow(foot, random.between(-0.08, 0.08), height * 0.34, 0)
  const bark = light.seen(colour, 0.6, far)
  for (const [level, boughs] of levels.entries()) {
    const d = boughs
      .map(level < 2 ? curve : (bough) => line([bough[0] ?? foot, bough[2] ?? foot]))
      .join('')
    sheet.stroke(d, bark, { width: Math.max(1.3, height * 0.04 * 0.52 ** level) })
  }
  return tips
}

/** Leafless in November, and full of fruit. */
function drawPersimmon(easel: Easel, stand: Stand) {
  const { sheet, light, random, far } = easel
  const tips = drawBranches(easel, stand)
  const size = Math.max(6, stand.height * 0.036)
  const fruit = random.shuffled(tips).slice(0, light.snow ? 11 : 24)
  sheet.stroke(dots(fruit.map(([x, y]) => [x, y + size * 0.5])), light.seen('#dd6a28', 0.95, far), {
    width: size,
  })
  if (light.snow) sheet.stroke(dots(fruit), '#ffffff', { width: size * 0.55 })
}

/** Flat clouds of needles on a trunk that has seen weather. */
function drawPine({ sheet, light, random, far }: Easel, { foot: [x, y], height }: Stand) {
  const lean = random.pick([-1, 1]) * height * random.between(0.1, 0.22)
  const bark = light.seen('#6b4f3f', 0.65, far)
  const spine: Point[] = [
    [x, y],
    [x + lean * 0.9, y - height * 0.22],
    [x - lean * 0.35, y - height * 0.5],
    [x + lean * 0.5, y - height * 0.78],
    [x + lean * 0.3, y - height * 0.95],
  ]
  sheet.stroke(curve(spine), bark, { width: height * 0.045 })
  const pads = [0.36, 0.5, 0.64, 0.78, 0.92].map((part, index): Clump => {
    const side = index % 2 ? 1 : -1
    const reach = height * (0.32 - part * 0.17)
    const aside = part > 0.9 ? 0 : side * reach * random.between(0.6, 0.95)
    return [[x + lean * 0.3 + aside, y - height * part], reach * random.between(0.85, 1.15)]
  })
  const arms = pads.map(([at]): Point[] => [
    [x + lean * 0.15, at[1] + height * 0.07],
    [(x + at[0]) / 2, at[1] + height * 0.05],
    [at[0], at[1] + 2],
  ])
  sheet.stroke(arms.map(curve).join(''), bark, { width: height * 0.018 })
  const colour: Colour = light.snow ? '#4c6450' : '#3f6a4a'
  const needles = (paint: Colour, drop: number, grow: number, width: number) => {
    const strokes = pads.flatMap(([[px, py], reach]) =>
      padStrokes(random, [px, py + drop * height], reach * grow),
    )
    sheet.stroke(lines(strokes), paint, { width: height * width })
  }
  needles(light.seen(darker(colour, 0.28), 0.45, far), 0.018, 1, 0.055)
  needles(light.seen(colour, 0.9, far), 0, 0.92, 0.045)
  needles(light.seen(light.snow ? '#f7fafb' : lighter(colour, 0.18), 1, far), -0.022, 0.66, 0.026)
}

/** A pad of needles as a few level strokes, shorter towards the top. */
function padStrokes(random: Random, [x, y]: Point, reach: number): Point[][] {
  return [1, 0.82, 0.5].map((part, index) => {
    const level = y - index * reach * 0.2
    const shift = random.between(-0.12, 0.12) * reach
    return [
      [x - reach * part * 0.8 + shift, level + random.between(-2, 2)],
      [x + reach * part * 0.8 + shift, level],
    ]
  })
}

function drawCedar({ sheet, light, random, far }: Easel, { foot: [x, y], height }: Stand) {
  const half = height * random.between(0.13, 0.17)
  const colour: Colour =
    light.season === 'spring' ? '#4f6f4a' : light.season === 'autumn' ? '#56683f' : '#3f6348'
  sheet.stroke(
    line([
      [x, y],
      [x, y - height * 0.3],
    ]),
    light.seen('#5a4335', 0.6, far),
    { width: height * 0.035 },
  )
  const tiers = 7
  const top = y - height
  const edge = (side: -1 | 1, width: number): Point[] =>
    Array.from({ length: tiers * 2 }, (_, index) => {
      const part = (Math.floor(index / 2) + (index % 2 ? 1 : 0.15)) / tiers
      const reach = width * part ** 0.85 * (index % 2 ? 1.08 : 0.72) * random.between(0.9, 1.1)
      return [x + side * reach, top + height * 0.88 * part]
    })
  sheet.fill(
    polygon([[x, top], ...edge(1, half), ...edge(-1, half).reverse()]),
    light.seen(darker(colour, 0.14), 0.6, far),
  )
  const lit: Point[] = [
    [x, top],
    ...edge(light.side, half * 0.92),
    [x - light.side * half * 0.1, y - height * 0.14],
    [x, top + height * 0.4],
  ]
  sheet.fill(polygon(lit), light.seen(lighter(colour, light.snow ? 0.75 : 0.1), 1, far), 0.8)
}

/** A grove: culms that bow at the top. */
function drawBamboo({ sheet, light, random, far }: Easel, { foot: [x, y], height }: Stand) {
  const colour: Colour = light.snow ? '#8c9c6b' : '#86a55a'
  const culms = Array.from({ length: 8 }, (_, index): Point[] => {
    const from = x + (index - 3.5) * height * 0.055 + random.between(-4, 4)
    const bow = random.between(-0.2, 0.2) * height
    const tall = height * random.between(0.75, 1)
    return [
      [from, y],
      [from + bow * 0.1, y - tall * 0.6],
      [from + bow, y - tall],
    ]
  })
  sheet.stroke(culms.map(curve).join(''), light.seen(darker(colour, 0.12), 0.7, far), {
    width: Math.max(2, height * 0.016),
  })
  const sprays = (count: number): Point[][] =>
    Array.from({ length: count }, () => {
      const [, , tip] = random.pick(culms)
      const part = random.between(0, 0.6)
      const [px, py] = [
        (tip?.[0] ?? x) * (1 - part * 0.5) + x * part * 0.5 + random.between(-0.1, 0.1) * height,
        (tip?.[1] ?? y) + height * part,
      ]
      const reach = height * random.between(0.03, 0.075) * random.pick([-1, 1])
      return [
        [px, py],
        [px + reach, py + Math.abs(reach) * 0.75],
      ]
    })
  sheet.stroke(lines(sprays(44)), light.seen(darker(colour, 0.24), 0.6, far), {
    width: height * 0.03,
    opacity: 0.9,
  })
  sheet.stroke(lines(sprays(40)), light.seen(colour, 0.9, far), { width: height * 0.024 })
  sheet.stroke(lines(sprays(26)), light.seen(lighter(colour, light.snow ? 0.8 : 0.25), 1, far), {
    width: height * 0.017,
  })
}

function drawPalm({ sheet, light, random, far }: Easel, { foot: [x, y], height }: Stand) {
  const lean = random.between(-0.2, 0.2) * height
  const top: Point = [x + lean, y - height * 0.78]
  sheet.stroke(
    curve([[x, y], [x + lean * 0.2, y - height * 0.45], top]),
    light.seen('#7d6650', 0.7, far),
    { width: height * 0.04 },
  )
  const frond = (angle: number, reach: number): string => {
    const tip: Point = [
      top[0] + Math.cos(angle) * reach,
      top[1] - Math.sin(angle) * reach * 0.5 + reach * 0.36,
    ]
    const over: Point = [
      top[0] + Math.cos(angle) * reach * 0.55,
      top[1] - Math.sin(angle) * reach * 0.75 - reach * 0.12,
    ]
    return curve([top, over, tip])
  }
  const fan = (count: number, reach: number) =>
    Array.from({ length: count }, (_, index) =>
      frond((index / (count - 1)) * Math.PI * 1.1 - 0.15, reach * random.between(0.85, 1.1)),
    ).join('')
  sheet.stroke(fan(10, height * 0.4), light.seen('#3f6b45', 0.55, far), { width: height * 0.05 })
  sheet.stroke(fan(8, height * 0.37), light.seen('#5f8f52', 0.9, far), { width: height * 0.032 })
  sheet.stroke(fan(6, height * 0.33), light.seen('#92b56b', 1, far), { width: height * 0.014 })
}

/** A clipped shrub, flowering in its season. */
export function drawShrub(
  { sheet, light, random, far }: Easel,
  { foot: [x, y], height }: Stand,
  flower?: Colour,
) {
  const colour = light.snow ? '#5d6f57' : mix(GREENS[light.season], '#4c7147', 0.5)
  const half = height * random.between(0.6, 0.85)
  const dome = (grow: number, dx: number, dy: number): Point[] =>
    Array.from({ length: 7 }, (_, index) => {
      const turn = Math.PI * (index / 6)
      const reach = grow * random.between(0.85, 1)
      return [
        x + dx + Math.cos(turn) * half * reach,
        y + dy - Math.sin(turn) * height * 0.85 * reach,
      ]
    })
  const mass = (paint: Colour, grow: number, dx: number, dy: number) =>
    sheet.bumpy(polygon(dome(grow, dx, dy)), paint, height * 0.26)
  mass(light.seen(darker(colour, 0.22), 0.55, far), 1, 0, -height * 0.08)
  mass(light.seen(colour, 0.85, far), 0.78, light.side * half * 0.1, -height * 0.2)
  mass(
    light.seen(light.snow ? '#f5f8fa' : lighter(colour, 0.16), 1, far),
    light.snow ? 0.6 : 0.42,
    light.side * half * 0.24,
    -height * 0.42,
  )
  if (!flower || light.snow) return
  const heads = Array.from(
    { length: 11 },
    (): Point => [x + random.between(-0.8, 0.8) * half, y - random.between(0.3, 0.95) * height],
  )
  sheet.stroke(dots(heads), light.seen(flower, 1, far), { width: Math.max(5, height * 0.18) })
}
