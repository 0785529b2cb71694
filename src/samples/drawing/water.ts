import type { Random } from '../random.ts'
import { type Colour, lighter, mix } from './colour.ts'
import { drawCrowns, drawRidge, ridgeLine } from './hills.ts'
import type { Light } from './light.ts'
import { line, lines, polygon } from './path.ts'
import { type Point, type Sheet, WIDTH } from './sheet.ts'
import { type View, woodColour } from './view.ts'

export function drawWater(
  sheet: Sheet,
  light: Light,
  random: Random,
  horizon: number,
  bottom: number,
) {
  const deep: Colour =
    light.hour === 'night' ? '#3d6488' : light.season === 'rain' ? '#6d8a90' : '#2f7f9c'
  const wash = sheet.gradient(
    [0, horizon],
    [0, bottom],
    [
      { at: 0, colour: mix(light.seen(deep, 0.9), light.sky.low, 0.5) },
      { at: 0.35, colour: light.seen(deep, 0.85, 0.15) },
      { at: 1, colour: light.seen(lighter(deep, 0.22), 0.9) },
    ],
  )
  sheet.rect(0, horizon, WIDTH, bottom - horizon, wash)
  const glints = Array.from({ length: 48 }, (): Point[] => {
    const depth = random.between(0, 1) ** 1.6
    const y = horizon + 3 + (bottom - horizon) * depth
    const x = random.between(-40, WIDTH)
    return [
      [x, y],
      [x + 10 + depth * random.between(30, 120), y],
    ]
  })
  sheet.stroke(lines(glints), mix(light.sky.low, '#ffffff', 0.4), { width: 2, opacity: 0.45 })
}

/** The sea with islands and a cape, or a lake with hills behind it. */
export function drawBay(view: View, lake: boolean) {
  const { sheet, light, random, horizon, foot } = view
  const far = horizon - 14
  if (lake) {
    const across = ridgeLine(random.fork('across'), { foot: far + 4, height: 170, rough: 0.5 })
    drawRidge({ sheet, light, points: across, foot: far + 4, colour: '#5b7f93', far: 0.6 })
    const shore = ridgeLine(random.fork('shore'), {
      foot: far + 8,
      height: 110,
      rough: 0.5,
      peak: random.between(0, 1),
    })
    drawRidge({
      sheet,
      light,
      points: shore,
      foot: far + 8,
      colour: mix('#5b7f93', woodColour(light), 0.5),
      far: 0.4,
    })
  }
  drawWater(sheet, light, random.fork('water'), far, foot + 12)
  if (!lake) drawIslands(view, far)
  drawCape(view, far)
  drawBoats(view, far)
}

function drawIslands({ sheet, light, random }: View, sea: number) {
  const own = random.fork('islands')
  for (let index = own.whole(1, 3); index > 0; index--) {
    const x = own.between(40, WIDTH - 40)
    const half = own.between(60, 170)
    const height = half * own.between(0.28, 0.5)
    const top: Point[] = Array.from({ length: 9 }, (_, step) => {
      const part = step / 8
      return [
        x - half + part * half * 2,
        sea + 4 - Math.sin(part * Math.PI) ** 0.8 * height * own.between(0.75, 1.1),
      ]
    })
    sheet.fill(polygon(top), light.seen(woodColour(light), 0.8, own.between(0.3, 0.6)))
  }
}

function drawCape({ sheet, light, random }: View, sea: number) {
  const own = random.fork('cape')
  const peak = own.pick([-0.05, 1.05])
  const foot = sea + 30
  const shore = ridgeLine(own, { foot: foot + 34, height: 190, rough: 0.35, peak, spread: 0.3 })
    .filter(([x]) => Math.abs(x / WIDTH - peak) < 0.52)
    .map(([x, y]): Point => [x, Math.min(y + 14, foot)])
  const [first, last] = [shore[0], shore.at(-1)]
  if (!first || !last) return
  drawRidge({
    sheet,
    light,
    points: [[first[0], foot], ...shore, [last[0], foot]],
    foot,
    colour: woodColour(light),
    far: 0.2,
  })
  const high = shore.filter(([, y]) => y < foot - 20)
  const wood = { sheet, light, random: own, colour: woodColour(light), far: 0.2 }
  if (high.length > 2) drawCrowns({ ...wood, points: high, foot: foot - 4 }, 22)
  sheet.stroke(
    line([
      [first[0], foot],
      [last[0], foot],
    ]),
    light.seen('#e9e2cf', 0.9, 0.2),
    { width: 3, opacity: 0.8 },
  )
}

function drawBoats({ sheet, light, random, foot }: View, sea: number) {
  const own = random.fork('boats')
  for (let index = own.whole(0, 2); index > 0; index--) {
    const [x, y, size] = [
      own.between(120, WIDTH - 120),
      own.between(sea + 40, Math.max(sea + 44, foot - 40)),
      own.between(18, 30),
    ]
    sheet.fill(
      polygon([
        [x - size, y - size * 0.3],
        [x + size * 1.2, y - size * 0.36],
        [x + size * 0.8, y],
        [x - size * 0.8, y],
      ]),
      light.seen('#f4f1ea', 0.9, 0.1),
    )
    sheet.fill(
      polygon([
        [x - size * 0.3, y - size * 0.34],
        [x - size * 0.2, y - size * 0.8],
        [x + size * 0.3, y - size * 0.8],
        [x + size * 0.35, y - size * 0.34],
      ]),
      light.seen('#e3e6e6', 0.7, 0.1),
    )
    sheet.stroke(
      line([
        [x - size * 0.9, y - size * 0.12],
        [x + size, y - size * 0.14],
      ]),
      light.seen('#c23b2e', 0.9, 0.1),
      { width: 2.6 },
    )
  }
}
