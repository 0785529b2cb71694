import type { Random } from '../../random.ts'
import { drawBackdrop } from '../backdrops.ts'
import { type Colour, darker } from '../colour.ts'
import { drawGrass, drawTufts } from '../ground.ts'
import type { Land } from '../lands.ts'
import type { Light, Season } from '../light.ts'
import { dots, line, lines, polygon } from '../path.ts'
import type { Spot } from '../perspective.ts'
import { type Point, WIDTH } from '../sheet.ts'
import { type Site, seeAll } from '../site.ts'
import type { TreeKind } from '../trees.ts'
import { drawBox } from '../walls.ts'
import { drawNearest, plant, setStage } from './stage.ts'

/** A railcar's colours: the body, and the band below the windows. */
const LIVERIES: readonly (readonly [body: Colour, band: Colour])[] = [
  ['#c9584a', '#f0e6d0'],
  ['#e3a53a', '#7a3f34'],
  ['#f0e9d8', '#3f6480'],
  ['#d8d5c9', '#4f7a4a'],
  ['#c23b2e', '#c23b2e'],
  ['#4f7a6a', '#f0e6d0'],
]

export function drawStation(light: Light, land: Land, random: Random) {
  const site = setStage(light, random, {
    bearing: random.pick([-1, 1]) * random.between(0.35, 0.85),
    away: random.between(19, 24),
    height: random.between(2.6, 4.8),
    focal: random.between(1050, 1200),
    horizon: random.between(360, 430),
  })
  const { sheet, eye } = site
  const foot = eye.horizon + (land === 'plain' || land === 'town' ? 8 : 60)
  drawBackdrop(
    { sheet, light, random: random.fork('backdrop'), horizon: eye.horizon, foot, grand: 1.5 },
    land,
  )
  drawGrass(site, foot)
  const kind = random.pick<TreeKind>(['cherry', 'cherry', 'broad', 'pine', 'ginkgo', 'maple'])
  for (let x = -26; x < 26; x += random.between(5, 9)) {
    plant(site, kind, [x, random.between(9, 12), 0], random.between(4.5, 6.5))
  }
  drawTrack(site)
  drawTrain(site, random.pick(LIVERIES))
  drawPlatform(site)
  const flowers = Array.from(
    { length: 26 },
    (): Spot => [random.between(-14, 14), random.between(-12, -4), 0],
  )
  drawTufts(site, flowers, 0.5)
  if (!light.snow) {
    const paint = light.seen(FLOWERS[light.season], 1)
    sheet.stroke(
      dots(
        seeAll(
          site,
          flowers.map(([x, y]): Spot => [x, y, 0.45]),
        ),
      ),
      paint,
      { width: 11 },
    )
  }
  drawNearest(site, random)
  return sheet
}

/** The colour of the flowers along a rural railway platform, by season. */
const FLOWERS: Record<Season, Colour> = {
  spring: '#f3d24f',
  rain: '#8aa0d8',
  summer: '#f2a03d',
  autumn: '#e7a6c4',
  winter: '#ffffff',
}

function drawTrack(site: Site) {
  const { sheet, light, eye } = site
  const bed = seeAll(
    site,
    [
      [-60, 0.2, 0],
      [60, 0.2, 0],
      [60, 3.4, 0],
      [-60, 3.4, 0],
    ].map(([x = 0, y = 0, z = 0]): Spot => [x, y, z]),
  )
  sheet.fill(polygon(bed), light.seen(light.snow ? '#e6ebef' : '#a1968a', 0.8))
  const sleepers = Array.from({ length: 50 }, (_, index) =>
    seeAll(site, [
      [-30 + index * 1.2, 0.9, 0.03],
      [-30 + index * 1.2, 2.9, 0.03],
    ]),
  ).filter(([a]) => a && a[0] > -60 && a[0] < WIDTH + 60)
  sheet.stroke(lines(sleepers), light.seen('#5f4c40', 0.6), {
    width: eye.scale([0, 2, 0]) * 0.22,
    cap: 'butt',
  })
  for (const y of [1.3, 2.5])
    sheet.stroke(
      line(
        seeAll(site, [
          [-40, y, 0.1],
          [40, y, 0.1],
        ]),
      ),
      light.seen('#8d7f77', 0.9),
      { width: 4 },
    )
}

function drawTrain(site: Site, [paint, band]: readonly [Colour, Colour]) {
  const { sheet, light, eye, random } = site
  const [x0, x1, y0, y1] = [random.between(-9, -4), 0, 0.6, 3.2]
  const end = x0 + 16 + x1
  drawBox(
    site,
    { x0: x0 + 0.4, x1: end - 0.4, y0: y0 + 0.3, y1: y1 - 0.3, z0: 0.3, z1: 0.9 },
    '#4a4745',
  )
  drawBox(site, { x0, x1: end, y0, y1, z0: 0.9, z1: 3.7 }, paint)
  drawBox(site, { x0: x0 - 0.05, x1: end + 0.05, y0: y0 - 0.02, y1, z0: 1.15, z1: 1.85 }, band)
  drawBox(
    site,
    { x0: x0 + 0.1, x1: end - 0.1, y0: y0 + 0.2, y1: y1 - 0.2, z0: 3.7, z1: 3.95 },
    '#a9a8a2',
    '#c4c3bd',
  )
  const glass = light.lamps > 0.2 ? '#ffdf9b' : light.seen('#4b5a62', 0.6)
  const pane = (from: number, to: number, z0: number, z1: number): Point[] =>
    seeAll(site, [
      [from, y0, z0],
      [to, y0, z0],
      [to, y0, z1],
      [from, y0, z1],
    ])
  const windows = Array.from({ length: 8 }, (_, index) =>
    pane(x0 + 2.6 + index * 1.4, x0 + 3.65 + index * 1.4, 2.1, 3.1),
  )
  sheet.fill(windows.map(polygon).join(''), glass)
  const doors = [pane(x0 + 0.9, x0 + 2.1, 1, 3.2), pane(end - 2.1, end - 0.9, 1, 3.2)]
  sheet.fill(doors.map(polygon).join(''), light.seen(darker(paint, 0.16), 0.8))
  sheet.fill(
    [pane(x0 + 1.1, x0 + 1.9, 2.1, 3.05), pane(end - 1.9, end - 1.1, 2.1, 3.05)]
      .map(polygon)
      .join(''),
    glass,
  )
  for (const x of [x0, end]) {
    if (Math.sign(eye.at[0] - x) !== (x === end ? 1 : -1)) continue
    const front = (from: number, to: number, z0: number, z1: number) =>
      seeAll(site, [
        [x, from, z0],
        [x, to, z0],
        [x, to, z1],
        [x, from, z1],
      ])
    sheet.fill(
      [
        front(y0 + 0.2, y0 + 0.9, 2.1, 3.15),
        front(y0 + 1, y1 - 1, 2.1, 3.15),
        front(y1 - 0.9, y1 - 0.2, 2.1, 3.15),
      ]
        .map(polygon)
        .join(''),
      glass,
    )
    sheet.stroke(
      dots([eye.see([x, y0 + 0.4, 1.4]), eye.see([x, y1 - 0.4, 1.4])]),
      light.lamps > 0.2 ? '#fff3c4' : light.seen('#f3efe2', 1),
      { width: eye.scale([x, y0, 1.4]) * 0.26 },
    )
  }
}

function drawPlatform(site: Site) {
  const { sheet, light, eye } = site
  drawBox(site, { x0: -16, x1: 16, y0: -3.2, y1: -0.3, z0: 0, z1: 0.9 }, '#a39d92', '#c9c3b5')
  sheet.stroke(
    line(
      seeAll(site, [
        [-16, -0.7, 0.92],
        [16, -0.7, 0.92],
      ]),
    ),
    light.seen('#e6c65a', 0.95),
    { width: 5 },
  )
  const metre = eye.scale([5, -1.6, 1])
  const [x, y] = eye.see([4.5, -2.2, 0.9])
  sheet.stroke(
    lines([
      [
        [x, y],
        [x, y - metre * 1.6],
      ],
      [
        [x + metre * 1.3, y],
        [x + metre * 1.3, y - metre * 1.6],
      ],
    ]),
    light.seen('#5f5a54', 0.7),
    { width: metre * 0.09 },
  )
  sheet.rect(
    x - metre * 0.2,
    y - metre * 1.65,
    metre * 1.7,
    metre * 0.8,
    light.seen('#f6f4ee', 0.95),
  )
  sheet.rect(
    x - metre * 0.2,
    y - metre * 1.05,
    metre * 1.7,
    metre * 0.1,
    light.seen('#4f7a4a', 0.9),
  )
  sheet.stroke(
    line([
      [x + metre * 0.3, y - metre * 1.32],
      [x + metre * 1, y - metre * 1.32],
    ]),
    light.seen('#3a3633', 0.7),
    { width: metre * 0.12, cap: 'butt' },
  )
  for (const post of [-9, -5.4])
    drawBox(site, { x0: post, x1: post + 0.14, y0: -2.9, y1: -2.76, z0: 0.9, z1: 3.2 }, '#7a6350')
  drawBox(site, { x0: -9.2, x1: -5.2, y0: -2.6, y1: -2.1, z0: 1.3, z1: 1.4 }, '#8a6a4a')
  drawBox(site, { x0: -10, x1: -4.4, y0: -3.2, y1: -1, z0: 3.2, z1: 3.4 }, '#7a4b40', '#8f5a4a')
}
