import type { Random } from '../../random.ts'
import { drawBackdrop } from '../backdrops.ts'
import type { Colour } from '../colour.ts'
import { drawHouse } from '../house.ts'
import { fishermansHouse } from '../houses/shore.ts'
import type { Light } from '../light.ts'
import { plainHouse } from '../neighbours.ts'
import { curve, line, lines, polygon } from '../path.ts'
import type { Spot } from '../perspective.ts'
import { HEIGHT, type Point } from '../sheet.ts'
import type { Site } from '../site.ts'
import { drawSnowfall } from '../sky.ts'
import { drawBox } from '../walls.ts'
import { drawWater } from '../water.ts'
import { movedTo, setStage } from './stage.ts'

export function drawHarbour(light: Light, random: Random) {
  const bearing = random.pick([-1, 1]) * random.between(0.3, 0.55)
  const site = setStage(light, random, {
    bearing,
    away: 46,
    height: random.between(6, 8),
    focal: 1150,
    horizon: random.between(320, 360),
  })
  const { sheet, eye } = site
  const foot = eye.horizon + 40
  drawBackdrop(
    { sheet, light, random: random.fork('backdrop'), horizon: eye.horizon, foot, grand: 1.5 },
    random.pick(['valley', 'coast'] as const),
  )
  drawWater(sheet, light, random.fork('water'), foot, HEIGHT)
  drawBox(site, { x0: -70, x1: 70, y0: 12, y1: 60, z0: -1, z1: 0.6 }, '#8f8b84', '#b9b4a8')
  for (let x = -34; x < 34; x += random.between(10, 13)) {
    const own = random.fork(`house ${Math.round(x)}`)
    const house = own.chance(0.5) ? fishermansHouse(own) : { masses: [plainHouse(own, 0, 0)] }
    drawHouse(movedTo(site, x, 20 + own.between(0, 3)), house)
  }
  drawLighthouse(site, random.pick([-20, 20]))
  for (let index = 0; index < 4; index++)
    drawFishingBoat(site, [-18 + index * 11 + random.between(-2, 2), random.between(2, 8), -0.6])
  drawFishingBoat(site, [random.between(-10, 4), random.between(-16, -10), -0.6])
  drawGulls(site)
  if (light.snow) drawSnowfall(sheet, random.fork('flakes'))
  return sheet
}

function drawFishingBoat(site: Site, [x, y, z]: Spot) {
  const { sheet, light, random } = site
  const stripe = random.pick<Colour>(['#c23b2e', '#3f6480', '#4f7a4a'])
  const at = (dx: number, dz: number, dy = 0): Point => site.eye.see([x + dx, y + dy, z + dz])
  const hull = [at(-3.2, 1.3), at(4.2, 1.7), at(3, 0), at(-2.8, 0)]
  sheet.fill(
    polygon([at(-3.2, 1.3, 1.8), at(4.2, 1.7, 0.9), at(4.2, 1.7), at(-3.2, 1.3)]),
    light.seen('#c9c2b0', 0.8),
  )
  sheet.fill(polygon(hull), light.seen('#f4f2ec', 0.92))
  sheet.stroke(line([at(-3.1, 0.95), at(3.9, 1.3)]), light.seen(stripe, 0.9), {
    width: site.eye.scale([x, y, z]) * 0.24,
    cap: 'butt',
  })
  drawBox(
    site,
    { x0: x - 1.8, x1: x + 0.4, y0: y + 0.3, y1: y + 1.5, z0: z + 1.3, z1: z + 2.9 },
    '#e9e6de',
    '#d4d1c8',
  )
  sheet.fill(
    polygon([at(-1.5, 2.1, 0.3), at(0.1, 2.1, 0.3), at(0.1, 2.7, 0.3), at(-1.5, 2.7, 0.3)]),
    light.lamps > 0.5 ? '#ffd483' : light.seen('#4b5a62', 0.5),
  )
  sheet.stroke(
    lines([
      [at(-0.6, 2.9, 0.9), at(-0.6, 5.2, 0.9)],
      [at(-0.6, 5, 0.9), at(3.8, 1.8, 0.5)],
    ]),
    light.seen('#6d6a66', 0.6),
    { width: 2.6 },
  )
  sheet.stroke(
    lines([
      [at(-2.8, -0.05), at(2.9, -0.05)],
      [at(-2.2, -0.35), at(1.8, -0.35)],
    ]),
    light.seen('#24485a', 0.5),
    { width: 5, opacity: 0.4 },
  )
}

function drawLighthouse(site: Site, x: number) {
  const { sheet, light } = site
  const at = (dx: number, z: number): Point => site.eye.see([x + dx, 10, z])
  sheet.fill(
    polygon([at(-9, -0.6), at(9, -0.6), at(9, 0.7), at(-9, 0.7)]),
    light.seen('#a39d92', 0.7),
  )
  sheet.fill(
    polygon([at(-0.9, 0.7), at(0.9, 0.7), at(0.6, 6), at(-0.6, 6)]),
    light.seen(x > 0 ? '#c23b2e' : '#f6f4ee', 0.92),
  )
  sheet.fill(
    polygon([at(-0.75, 6), at(0.75, 6), at(0.6, 7), at(-0.6, 7)]),
    light.lamps > 0.2 ? '#ffe7ae' : light.seen('#5b666a', 0.7),
  )
  sheet.fill(polygon([at(-0.75, 7), at(0, 7.7), at(0.75, 7)]), light.seen('#5b4038', 0.7))
}

function drawGulls({ sheet, light, random }: Site) {
  const gulls = Array.from({ length: 5 }, (): Point[] => {
    const [x, y, span] = [
      random.between(120, 1080),
      random.between(90, 420),
      random.between(14, 24),
    ]
    return [
      [x - span, y - span * 0.2],
      [x - span * 0.45, y - span * 0.5],
      [x, y],
      [x + span * 0.45, y - span * 0.5],
      [x + span, y - span * 0.2],
    ]
  })
  sheet.stroke(gulls.map(curve).join(''), light.seen('#ffffff', 1), { width: 4 })
}
