import type { Random } from '../../random.ts'
import { drawBackdrop } from '../backdrops.ts'
import { type Colour, darker, lighter } from '../colour.ts'
import { drawGrass, drawStreet, drawTufts } from '../ground.ts'
import { type Mass, plot } from '../house.ts'
import type { Land } from '../lands.ts'
import type { Light } from '../light.ts'
import { drawBranch, drawMeadow } from '../near.ts'
import { plainHouse } from '../neighbours.ts'
import { curve, dots, line, lines, polygon } from '../path.ts'
import type { Spot } from '../perspective.ts'
import { drawUtilityPole } from '../props.ts'
import { fishermansHouse } from '../regional-houses.ts'
import { HEIGHT, type Point, WIDTH } from '../sheet.ts'
import { type Site, seeAll } from '../site.ts'
import { drawSnowfall } from '../sky.ts'
import { nextDoor } from '../town-houses.ts'
import { drawTree, type TreeKind } from '../trees.ts'
import { drawBox } from '../walls.ts'
import { drawWater } from '../water.ts'
import { setStage } from './stage.ts'

/** A street of old shops with its lanterns out. */
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
  drawStreet(site, { ...ground, y0: ground.y0 })
  const shops: Mass[] = [
    ...nextDoor(random, { ...ground, x0: ground.x0 - 11, x1: ground.x0 - 11 }, -1),
    ...nextDoor(random, ground, -1),
    ...nextDoor(random, { ...ground, x0: ground.x0, x1: ground.x0 }, 1),
    ...nextDoor(random, { ...ground, x0: ground.x0, x1: ground.x0 + 12.5 }, 1),
  ]
  for (const shop of shops.sort((a, b) => eye.depth([b.x, b.y, 0]) - eye.depth([a.x, a.y, 0]))) {
    if (eye.depth([shop.x, shop.y, 0]) > 6) for (const part of shop.parts) part(site)
  }
  drawLanterns(site, ground.y0 - 0.9)
  drawBanners(site, ground.y0 - 1.2)
  drawUtilityPole(site, [random.between(-2, 6), ground.y0 - 1.5, 0], random.pick([-1, 1]))
  if (light.snow) drawSnowfall(sheet, random.fork('flakes'))
  return sheet.toString()
}

/** Paper lanterns on a string along the eaves. */
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

/** Tall cloth signs on their poles. */
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

/** One car on a single track, twice an hour. */
export function drawStation(light: Light, land: Land, random: Random) {
  const bearing = random.pick([-1, 1]) * random.between(0.5, 0.75)
  const site = setStage(light, random, {
    bearing,
    away: 26,
    height: random.between(3.2, 4.6),
    focal: 1080,
    horizon: random.between(370, 410),
  })
  const { sheet, eye } = site
  const foot = eye.horizon + (land === 'plain' || land === 'town' ? 8 : 60)
  drawBackdrop(
    { sheet, light, random: random.fork('backdrop'), horizon: eye.horizon, foot, grand: 1.5 },
    land,
  )
  drawGrass(site, foot)
  const easel = { sheet, light, random, far: 0.06 }
  for (let x = -26; x < 26; x += random.between(5, 9))
    drawTree(easel, random.pick<TreeKind>(['cherry', 'cherry', 'broad']), {
      foot: eye.see([x, 11, 0]),
      height: eye.scale([x, 11, 0]) * random.between(4.5, 6.5),
    })
  drawTrack(site)
  drawTrain(
    site,
    random.pick<readonly [Colour, Colour]>([
      ['#c9584a', '#f0e6d0'],
      ['#e3a53a', '#7a3f34'],
      ['#f0e9d8', '#3f6480'],
      ['#d8d5c9', '#4f7a4a'],
      ['#c23b2e', '#c23b2e'],
    ]),
  )
  drawPlatform(site)
  drawTufts(
    site,
    Array.from({ length: 22 }, (): Spot => [random.between(-16, 16), random.between(-16, -5), 0]),
    0.4,
  )
  drawMeadow({ sheet, light, random: random.fork('meadow') }, 62)
  if (light.snow) drawSnowfall(sheet, random.fork('flakes'))
  else if (random.chance(0.5))
    drawBranch({ sheet, light, random: random.fork('branch') }, random.pick([-1, 1]))
  return sheet.toString()
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

/** The platform with its shelter and name board. */
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

/** Boats at their moorings, and the houses of those who own them. */
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
    for (const mass of house.masses)
      for (const part of mass.parts)
        part({ ...site, eye: movedEye(site, x, 20 + own.between(0, 3)) })
  }
  drawLighthouse(site, random.pick([-20, 20]))
  for (let index = 0; index < 4; index++)
    drawFishingBoat(site, [-18 + index * 11 + random.between(-2, 2), random.between(2, 8), -0.6])
  drawFishingBoat(site, [random.between(-10, 4), random.between(-16, -10), -0.6])
  drawGulls(site)
  if (light.snow) drawSnowfall(sheet, random.fork('flakes'))
  return sheet.toString()
}

function movedEye({ eye }: Site, x: number, y: number): Site['eye'] {
  const there = ([px, py, pz]: Spot): Spot => [px + x, py + y, pz]
  return {
    ...eye,
    at: [eye.at[0] - x, eye.at[1] - y, eye.at[2]],
    see: (spot) => eye.see(there(spot)),
    depth: (spot) => eye.depth(there(spot)),
    scale: (spot) => eye.scale(there(spot)),
  }
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

/** Roofs down to the sea or to the foot of the hills. */
export function drawRoofscape(light: Light, land: Land, random: Random) {
  const site = setStage(light, random, {
    bearing: random.between(-0.6, 0.6),
    away: 60,
    height: 19,
    focal: 1150,
    horizon: random.between(280, 320),
  })
  const { sheet, eye } = site
  const shore = land === 'coast' || land === 'lake'
  const foot = eye.horizon + (shore ? 90 : 56)
  drawBackdrop(
    { sheet, light, random: random.fork('backdrop'), horizon: eye.horizon, foot, grand: 1.6 },
    land,
  )
  drawGrass(site, foot)
  const houses: Mass[] = []
  for (let row = 0; row < 5; row++) {
    for (let column = -3; column < 4; column++) {
      if (random.chance(0.14)) continue
      houses.push(
        plainHouse(
          random,
          column * 13 + (row % 2) * 6 + random.between(-1.5, 1.5),
          44 - row * 15 + random.between(-2, 2),
        ),
      )
    }
  }
  const seen = houses.filter(({ x, y }) => {
    const [px, py] = eye.see([x, y, 0])
    return eye.depth([x, y, 0]) > 12 && px > -160 && px < WIDTH + 160 && py < HEIGHT + 160
  })
  for (const house of seen.sort((a, b) => eye.depth([b.x, b.y, 0]) - eye.depth([a.x, a.y, 0]))) {
    for (const part of house.parts) part(site)
    if (random.chance(0.3))
      drawTree(
        { sheet, light, random, far: 0.05 },
        random.pick<TreeKind>(['broad', 'pine', 'cherry', 'persimmon']),
        {
          foot: eye.see([house.x + 6, house.y - 2, 0]),
          height: eye.scale([house.x, house.y, 0]) * random.between(3.5, 5.5),
        },
      )
  }
  drawBranch({ sheet, light, random: random.fork('branch') }, random.pick([-1, 1]))
  return sheet.toString()
}
