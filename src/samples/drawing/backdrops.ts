import { type Colour, mix } from './colour.ts'
import { drawTeaHill, drawTerracedHill } from './field-hills.ts'
import { drawCedars, drawCrowns, drawMist, drawRidge, ridgeLine } from './hills.ts'
import type { Land } from './lands.ts'
import { drawAlps, drawVolcano } from './mountains.ts'
import { lines, polygon } from './path.ts'
import { type Point, WIDTH } from './sheet.ts'
import { drawBirds, drawSky } from './sky.ts'
import { type View, woodColour } from './view.ts'
import { drawBay } from './water.ts'

const BLUE: Colour = '#5b7f93'

/** Draws everything behind the ground on which the house stands. */
export function drawBackdrop(view: View, land: Land) {
  const { sheet, light, random, horizon } = view
  drawSky(sheet, light, random.fork('sky'), horizon + 12)
  if (random.chance(0.4))
    drawBirds(sheet, random.fork('birds'), horizon, light.seen('#3f4652', 0.5, 0.3))
  drawFar(view, land)
  drawNear(view, land)
}

function drawFar({ sheet, light, random, horizon, grand }: View, land: Land) {
  const foot = horizon + 10
  if (land === 'alps') {
    const snow = { spring: 0.75, rain: 0.2, summer: 0.12, autumn: 0.35, winter: 1.1 }[light.season]
    drawAlps(
      sheet,
      light,
      random.fork('alps'),
      foot,
      Math.min(random.between(220, 290) * grand, horizon * 0.9),
      snow,
    )
    return drawMist(sheet, light, foot - 30, 56, 0.6)
  }
  if (land === 'volcano') {
    const cap = { spring: 0.42, rain: 0.1, summer: 0, autumn: 0.24, winter: 0.6 }[light.season]
    drawVolcano(
      sheet,
      light,
      random.fork('cone'),
      foot,
      Math.min(random.between(250, 320) * grand, horizon * 0.88),
      random.between(200, 1000),
      cap,
    )
    return drawMist(sheet, light, foot - 26, 46, 0.7)
  }
  if (land === 'coast' || land === 'lake') return
  const low = land === 'plain' || land === 'town'
  const first = ridgeLine(random.fork('far'), {
    foot,
    height: random.between(120, 190) * grand * (low ? 0.75 : 1.3),
    rough: 0.5,
  })
  drawRidge({ sheet, light, points: first, foot: foot, colour: BLUE, far: 0.64 })
  if (low) return
  const second = ridgeLine(random.fork('second'), {
    foot,
    height: random.between(130, 190) * grand,
    rough: 0.5,
    peak: random.between(0, 1),
  })
  drawRidge({
    sheet,
    light,
    points: second,
    foot: foot,
    colour: mix(BLUE, woodColour(light), 0.4),
    far: 0.44,
  })
}

function drawNear(view: View, land: Land) {
  const { horizon, foot, grand, random, sheet, light } = view
  switch (land) {
    case 'coast':
    case 'lake':
      return drawBay(view, land === 'lake')
    case 'plain':
    case 'town':
      return drawTreeLine(view, land === 'town' ? 1.7 : 1)
    case 'terraces':
      drawWoodedHill(view, random.between(0.2, 0.8), foot - horizon + 150 * grand, 0.32)
      return drawTerracedHill(view)
    case 'tea':
      drawWoodedHill(view, random.between(0.2, 0.8), foot - horizon + 120 * grand, 0.32)
      return drawTeaHill(view)
    default: {
      const high = foot - horizon + (land === 'valley' ? 150 : 60) * grand
      const [left, right] = [random.between(-0.15, 0.15), random.between(0.85, 1.15)]
      const [first, second] = random.chance(0.5) ? [left, right] : [right, left]
      drawWoodedHill(view, first, high, 0.3)
      drawMist(sheet, light, foot - 30, 40, 0.4)
      drawWoodedHill(view, second, high * 0.72, 0.14)
    }
  }
}

/** A wooded hill. `peak` is the horizontal position of the hilltop in the picture, 0 to 1. */
function drawWoodedHill(
  { sheet, light, random, foot }: View,
  peak: number,
  height: number,
  far: number,
) {
  const own = random.fork(`hill ${peak}`)
  const low = foot + 8
  const ridge = ridgeLine(own, {
    foot: low,
    height: height * own.between(0.85, 1.15),
    rough: 0.35,
    peak,
    spread: own.between(0.35, 0.55),
  })
  const colour = woodColour(light)
  drawRidge({ sheet, light, points: ridge, foot: low, colour: colour, far: far })
  const hillside = { sheet, light, random: own, points: ridge, foot: low, far }
  if (own.chance(0.4)) drawCedars({ ...hillside, colour: mix(colour, '#3d5c4b', 0.4) }, 38)
  else drawCrowns({ ...hillside, colour }, 30)
}

/** A row of distant trees, and the roofs of a village among them. */
function drawTreeLine(view: View, size: number) {
  const { sheet, light, random, horizon } = view
  const foot = horizon + 14 + size * 4
  const low = ridgeLine(random.fork('trees'), { foot, height: 46 * size, rough: 0.9 })
  const colour = woodColour(light)
  drawRidge({ sheet, light, points: low, foot: foot, colour: colour, far: 0.42 })
  drawCrowns(
    { sheet, light, random: random.fork('crowns'), points: low, foot, colour, far: 0.36 },
    20 * size,
  )
  drawVillage(view, foot, size)
}

/** Draws distant roofs as mere outlines, with lamps. */
function drawVillage({ sheet, light, random }: View, foot: number, size: number) {
  const roofs: string[] = []
  const walls: string[] = []
  const lamps: Point[][] = []
  for (
    let x = random.between(20, 120);
    x < WIDTH;
    x += random.between(60, 240) * Math.max(0.7, 1.6 - size * 0.5)
  ) {
    const half = random.between(16, 30) * size
    const top = foot - random.between(7, 12) * size
    walls.push(
      polygon([
        [x - half * 0.8, foot],
        [x + half * 0.8, foot],
        [x + half * 0.8, top],
        [x - half * 0.8, top],
      ]),
    )
    roofs.push(
      polygon([
        [x - half, top + 1],
        [x - half * 0.55, top - half * 0.5],
        [x + half * 0.55, top - half * 0.5],
        [x + half, top + 1],
      ]),
    )
    const pane = (top + foot) / 2
    lamps.push(
      [
        [x - half * 0.4, pane],
        [x - half * 0.2, pane],
      ],
      [
        [x + half * 0.2, pane],
        [x + half * 0.4, pane],
      ],
    )
  }
  sheet.fill(walls.join(''), light.seen('#e4dac4', 0.8, 0.3))
  sheet.fill(roofs.join(''), light.seen(light.snow ? '#f0f4f6' : '#555c66', 0.8, 0.3))
  sheet.stroke(lines(lamps), light.lamps > 0.5 ? '#ffd27a' : light.seen('#6a7377', 0.5, 0.35), {
    width: 4.5 * size,
    cap: 'butt',
  })
}
