import { type Colour, mix } from './colour.ts'
import { drawCrowns, drawRidge, ridgeLine } from './hills.ts'
import type { Light } from './light.ts'
import { lines, polygon } from './path.ts'
import type { Point } from './sheet.ts'
import { type View, woodColour } from './view.ts'

/** A hill of rice terraces, each with its wall. */
export function drawTerracedHill({ sheet, light, random, horizon, foot, grand }: View) {
  const peak = random.between(0.05, 0.95)
  const low = foot + 10
  const hill = ridgeLine(random.fork('terraced'), {
    foot: low,
    height: foot - horizon + 130 * grand,
    rough: 0.12,
    peak,
    spread: 0.5,
  })
  drawRidge({ sheet, light, points: hill, foot: low, colour: woodColour(light), far: 0.2 })
  const crest = Math.min(...hill.map(([, y]) => y))
  drawCrowns(
    {
      sheet,
      light,
      random: random.fork('wood'),
      points: hill,
      foot: crest + (low - crest) * 0.35,
      colour: woodColour(light),
      far: 0.2,
    },
    26,
  )
  const steps = 9
  const wave = random.between(0, 6)
  for (let step = 1; step <= steps; step++) {
    const rise = (0.8 * (steps - step + 0.2)) / steps
    const level = (part: number) =>
      hill.map(
        ([x, y]): Point => [x, low - (low - y) * part + Math.sin(x / 70 + wave + step) * 2.6],
      )
    drawStep(
      { sheet, light },
      level(rise + 0.8 / steps),
      level(rise + 0.34 / steps),
      level(rise),
      0.26 - step * 0.02,
    )
  }
}

/**
 * Draws one terrace, with water or rice above its bank. Draws nothing where the hill is too flat.
 */
function drawStep(
  { sheet, light }: Pick<View, 'sheet' | 'light'>,
  top: readonly Point[],
  edge: readonly Point[],
  bank: readonly Point[],
  far: number,
) {
  const wide = top.map(([, y], index) => (edge[index]?.[1] ?? y) - y > 3.6)
  const [from, to] = [wide.indexOf(true), wide.lastIndexOf(true) + 1]
  if (to - from < 3) return
  const cut = (all: readonly Point[]) =>
    all.slice(from, to).filter((_, index, { length }) => index % 2 === 0 || index === length - 1)
  sheet.fill(
    polygon([...cut(edge), ...cut(bank).reverse()]),
    light.seen(light.snow ? '#9aa7b0' : '#6f7f4a', 0.4, far),
  )
  sheet.fill(polygon([...cut(top), ...cut(edge).reverse()]), riceColour(light, far))
}

/** The colour of a rice field in its season: earth, water, green, gold or snow. */
export function riceColour(light: Light, far = 0): Colour {
  if (light.season === 'rain') return mix(light.sky.low, light.sky.middle, 0.35)
  const colour = (
    { spring: '#b3ab7c', summer: '#86b352', autumn: '#d9b350', winter: '#f3f6f8' } as const
  )[light.season]
  return light.seen(colour, 0.95, far)
}

export function drawTeaHill({ sheet, light, random, horizon, foot, grand }: View) {
  const low = foot + 10
  const hill = ridgeLine(random.fork('tea'), {
    foot: low,
    height: foot - horizon + 90 * grand,
    rough: 0.05,
    peak: random.between(0.05, 0.95),
    spread: 0.6,
  })
  const colour: Colour = light.snow ? '#76866a' : light.season === 'spring' ? '#86ad52' : '#5b8548'
  drawRidge({ sheet, light, points: hill, foot: low, colour: colour, far: 0.16 })
  const rows = 10
  const row = (index: number, lift: number) =>
    hill
      .filter((_, at) => at % 3 === 0)
      .map(([x, y]): Point => [x, low - (low - y) * (index / rows) - lift])
  const all = (lift: number) =>
    lines(Array.from({ length: rows }, (_, index) => row(index + 0.5, lift)))
  sheet.stroke(all(0), light.seen(mix(colour, '#24402f', 0.55), 0.5, 0.16), { width: 6 })
  sheet.stroke(all(7), light.seen(mix(colour, '#d8e08a', light.snow ? 0 : 0.32), 1, 0.12), {
    width: 9,
    opacity: 0.75,
  })
}
