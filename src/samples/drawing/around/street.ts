import type { Random } from '../../random.ts'
import { drawBackdrop } from '../backdrops.ts'
import { type Colour, lighter } from '../colour.ts'
import { drawGrass } from '../ground.ts'
import { drawHouse, type Mass, plot } from '../house.ts'
import { nextDoor } from '../houses/street.ts'
import type { Light } from '../light.ts'
import { line, lines, polygon } from '../path.ts'
import type { Spot } from '../perspective.ts'
import { drawUtilityPole } from '../props/poles.ts'
import { type Point, WIDTH } from '../sheet.ts'
import { type Site, seeAll } from '../site.ts'
import { drawSnowfall } from '../sky.ts'
import { drawStreet } from '../street.ts'
import { setStage } from './stage.ts'

export function drawShoppingStreet(light: Light, random: Random) {
  const bearing = random.pick([-1, 1]) * random.between(0.75, 0.95)
  const site = setStage(light, random, { bearing, away: 16, height: 1.9, focal: 800, horizon: 500 })
  const { sheet, eye } = site
  drawBackdrop(
    {
      sheet,
      light,
      random: random.fork('backdrop'),
      horizon: eye.horizon,
      foot: eye.horizon + 8,
      grand: 1,
    },
    'town',
  )
  drawGrass(site, eye.horizon + 8)
  const ground = plot(6, 9)
  drawStreet(site, ground)
  const shops: Mass[] = [
    ...nextDoor(random, { ...ground, x0: ground.x0 - 11, x1: ground.x0 - 11 }, -1),
    ...nextDoor(random, ground, -1),
    ...nextDoor(random, { ...ground, x0: ground.x0, x1: ground.x0 }, 1),
    ...nextDoor(random, { ...ground, x0: ground.x0, x1: ground.x0 + 12.5 }, 1),
  ]
  drawHouse(site, { masses: shops })
  drawLanterns(site, ground.y0 - 0.9)
  drawBanners(site, ground.y0 - 1.2)
  drawUtilityPole(site, [random.between(-2, 6), ground.y0 - 1.5, 0], random.pick([-1, 1]))
  if (light.snow) drawSnowfall(sheet, random.fork('flakes'))
  return sheet
}

function drawLanterns(site: Site, y: number) {
  const { sheet, light, eye, random } = site
  const spots = Array.from({ length: 22 }, (_, index): Spot => [-22 + index * 1.9, y, 2.55]).filter(
    (spot) => eye.depth(spot) > 4,
  )
  const colour: Colour = random.pick(['#c23b2e', '#f3ecdc'])
  sheet.stroke(
    line(
      seeAll(
        site,
        spots.map(([x, py, z]): Spot => [x, py, z + 0.28]),
      ),
    ),
    light.seen('#3b2f28', 0.4),
    { width: 1.8 },
  )
  for (const spot of spots) {
    const metre = eye.scale(spot)
    const [x, py] = eye.see(spot)
    if (x < -30 || x > WIDTH + 30) continue
    if (light.lamps > 0.2) sheet.circle([x, py], metre * 0.6, '#ffcf78', 0.25)
    sheet.stroke(
      line([
        [x, py - metre * 0.08],
        [x, py + metre * 0.12],
      ]),
      light.lamps > 0.5 ? lighter(colour, 0.25) : light.seen(colour, 0.9),
      { width: metre * 0.36 },
    )
    sheet.stroke(
      lines([
        [
          [x - metre * 0.12, py - metre * 0.26],
          [x + metre * 0.12, py - metre * 0.26],
        ],
        [
          [x - metre * 0.12, py + metre * 0.3],
          [x + metre * 0.12, py + metre * 0.3],
        ],
      ]),
      light.seen('#2f2a26', 0.6),
      { width: metre * 0.06 },
    )
  }
}

function drawBanners(site: Site, y: number) {
  const { sheet, light, eye, random } = site
  for (const x of [-7, -1.5, 4]) {
    const spot: Spot = [x + random.between(-1, 1), y, 0]
    if (eye.depth(spot) < 5) continue
    const metre = eye.scale(spot)
    const [px, py] = eye.see(spot)
    const colour = random.pick<Colour>(['#28456b', '#c23b2e', '#4f7a4a', '#b07d12'])
    sheet.stroke(
      line([
        [px, py],
        [px, py - metre * 2.5],
      ]),
      light.seen('#e9e4d8', 0.8),
      { width: metre * 0.05 },
    )
    sheet.fill(
      polygon([
        [px, py - metre * 2.45],
        [px + metre * 0.55, py - metre * 2.4],
        [px + metre * 0.52, py - metre * 0.7],
        [px, py - metre * 0.75],
      ]),
      light.seen(colour, 0.9),
    )
    const marks = [2.15, 1.75, 1.35].map((z): Point[] => [
      [px + metre * 0.16, py - metre * z],
      [px + metre * 0.38, py - metre * (z - 0.02)],
      [px + metre * 0.27, py - metre * (z - 0.22)],
    ])
    sheet.stroke(lines(marks), light.seen('#f6f1e6', 0.95), { width: metre * 0.06 })
  }
}
