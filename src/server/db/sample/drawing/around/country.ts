import type { Random } from '../../random.ts'
import { drawBackdrop } from '../backdrops.ts'
import { type Colour, darker, lighter } from '../colour.ts'
import { prayingHandsHouse, thatchedFarmhouse } from '../farmhouses.ts'
import { drawGrass, drawPaddies, drawTufts } from '../ground.ts'
import { drawHouse, type Mass } from '../house.ts'
import type { Land } from '../lands.ts'
import type { Light } from '../light.ts'
import { drawBranch, drawMeadow } from '../near.ts'
import { plainHouse } from '../neighbours.ts'
import { curve, dots, line, lines, polygon } from '../path.ts'
import type { Spot } from '../perspective.ts'
import { drawHeron, drawTorii } from '../props.ts'
import { HEIGHT, type Point } from '../sheet.ts'
import { type Site, seeAll } from '../site.ts'
import { drawRain, drawSnowfall } from '../sky.ts'
import { drawTree, type TreeKind } from '../trees.ts'
import { drawBox } from '../walls.ts'
import { setStage } from './stage.ts'

/** Fields to the foot of the hills, and the lane between them. */
export function drawFieldsView(light: Light, land: Land, random: Random) {
  const site = setStage(light, random, {
    bearing: random.between(-0.5, 0.5),
    away: 60,
    height: random.between(7, 11),
    focal: 1250,
    horizon: random.between(300, 350),
  })
  const { sheet, eye } = site
  const foot = land === 'plain' ? eye.horizon + 8 : eye.horizon + 70
  drawBackdrop(
    { sheet, light, random: random.fork('backdrop'), horizon: eye.horizon, foot, grand: 1.7 },
    land,
  )
  drawGrass(site, foot)
  drawPaddies(site, { x0: -90, x1: 90, y0: 8, y1: 120 }, 7, 5)
  drawPaddies(site, { x0: -40, x1: 40, y0: -46, y1: 4 }, 3, 3)
  drawLane(site)
  if (random.chance(0.6))
    drawTorii(site, [random.pick([180, 300, 880, 1010]), foot + 26], random.between(40, 64), 0.12)
  scatterHouses(site, random.fork('houses'), 20, 60)
  for (let index = 0; index < 3; index++)
    drawHeron(site, [random.between(-10, 10), random.between(-36, -14), 0])
  if (light.season === 'autumn') drawRacks(site, random)
  finish(site, random)
  return sheet.toString()
}

/** A farm lane that runs to the hills. */
function drawLane({ sheet, light, eye, random }: Site) {
  const x = random.between(-8, 8)
  const edge = (aside: number) =>
    [-52, -30, 0, 40, 90].map(
      (y): Point => eye.see([x + aside + Math.sin(y / 26) * 5, Math.max(y, -54), 0.02]),
    )
  const near = eye.depth([x, -52, 0]) > 3
  if (!near) return
  sheet.fill(
    polygon([...edge(-1.2), ...edge(1.2).reverse()]),
    light.seen(light.snow ? '#f4f6f8' : '#c9bb9a', 0.95),
  )
}

/** Sheaves drying upside down on poles. */
function drawRacks(site: Site, random: Random) {
  const { sheet, light, eye } = site
  for (let index = 0; index < 3; index++) {
    const [x, y] = [random.between(-13, 13), random.between(-34, -20)]
    const metre = eye.scale([x, y, 0])
    const sheaves = seeAll(
      site,
      Array.from({ length: 9 }, (_, at): Spot => [x + at * 0.75, y, 0.9]),
    )
    sheet.stroke(
      lines(
        sheaves.map(([px, py]): Point[] => [
          [px, py - metre * 0.35],
          [px, py + metre * 0.4],
        ]),
      ),
      light.seen('#c9a24a', 0.85),
      { width: metre * 0.72 },
    )
    sheet.stroke(
      lines(
        sheaves.map(([px, py]): Point[] => [
          [px - metre * 0.1, py - metre * 0.2],
          [px - metre * 0.16, py + metre * 0.5],
        ]),
      ),
      light.seen('#e6c878', 1),
      { width: metre * 0.12, opacity: 0.7 },
    )
    sheet.stroke(
      line(
        seeAll(site, [
          [x - 0.6, y, 1.35],
          [x + 6.6, y, 1.35],
        ]),
      ),
      light.seen('#6b5140', 0.6),
      { width: metre * 0.09 },
    )
  }
}

function scatterHouses(site: Site, random: Random, near: number, far: number) {
  const houses: Mass[] = Array.from({ length: 5 }, () =>
    plainHouse(random, random.between(-36, 36), random.between(near, far)),
  )
  for (const house of houses.sort(
    (a, b) => site.eye.depth([b.x, b.y, 0]) - site.eye.depth([a.x, a.y, 0]),
  ))
    for (const part of house.parts) part(site)
}

function finish(site: Site, random: Random) {
  const { sheet, light } = site
  drawMeadow({ sheet, light, random: random.fork('meadow') }, 54)
  if (random.chance(0.4))
    drawBranch({ sheet, light, random: random.fork('branch') }, random.pick([-1, 1]))
  if (light.season === 'rain' && light.lamps < 0.5) drawRain(sheet, random.fork('drops'))
  if (light.snow && random.chance(0.5)) drawSnowfall(sheet, random.fork('flakes'))
}

/** Thatched roofs side by side under the mountains. */
export function drawHamlet(light: Light, land: Land, random: Random, kind: 'hands' | 'straw') {
  const site = setStage(light, random, {
    bearing: random.between(-0.6, 0.6),
    away: 70,
    height: random.between(11, 15),
    focal: 1400,
    horizon: random.between(290, 330),
  })
  const { sheet, eye } = site
  const foot = eye.horizon + 90
  drawBackdrop(
    { sheet, light, random: random.fork('backdrop'), horizon: eye.horizon, foot, grand: 1.6 },
    land,
  )
  drawGrass(site, foot)
  drawPaddies(site, { x0: -60, x1: 60, y0: -50, y1: -16 }, 5, 2)
  const places: [number, number][] = [
    [-24, 22],
    [6, 26],
    [26, 12],
    [-12, 4],
    [14, -6],
  ]
  for (const [index, [x, y]] of places.entries()) {
    const own = random.fork(`house ${index}`)
    const house = kind === 'hands' ? prayingHandsHouse(own) : thatchedFarmhouse(own, 'thatch')
    const moved: Site = { ...site, eye: shifted(site, x + own.between(-3, 3), y) }
    drawTreeAt(
      site,
      own.pick<TreeKind>(['cedar', 'broad', 'persimmon']),
      [x + own.pick([-9, 9]), y + 5, 0],
      own.between(6, 10),
    )
    drawHouse(moved, house)
  }
  finish(site, random)
  return sheet.toString()
}

/** The same eye for somebody who stands elsewhere. */
function shifted({ eye }: Site, x: number, y: number): Site['eye'] {
  const there = ([px, py, pz]: Spot): Spot => [px + x, py + y, pz]
  return {
    ...eye,
    at: [eye.at[0] - x, eye.at[1] - y, eye.at[2]],
    see: (spot) => eye.see(there(spot)),
    depth: (spot) => eye.depth(there(spot)),
    scale: (spot) => eye.scale(there(spot)),
  }
}

function drawTreeAt(
  { sheet, light, random, eye }: Site,
  kind: TreeKind,
  spot: Spot,
  metres: number,
) {
  drawTree({ sheet, light, random, far: 0.08 }, kind, {
    foot: eye.see(spot),
    height: eye.scale(spot) * metres,
  })
}

/** A clear river, and the red bridge over it. */
export function drawRiver(light: Light, land: Land, random: Random) {
  const site = setStage(light, random, {
    bearing: 0,
    away: 30,
    height: random.between(5, 7),
    focal: 1000,
    horizon: random.between(320, 360),
  })
  const { sheet, eye } = site
  const foot = eye.horizon + 60
  drawBackdrop(
    { sheet, light, random: random.fork('backdrop'), horizon: eye.horizon, foot, grand: 1.6 },
    land === 'coast' || land === 'plain' ? 'valley' : land,
  )
  drawGrass(site, foot)
  const bend = random.between(-14, 14)
  const bank = (aside: number): Point[] =>
    [-22, -12, 0, 16, 40, 90].map((y) =>
      eye.see([aside * (1 + y / 240) + bend * ((y + 22) / 112) ** 2, y, -0.6]),
    )
  const water = [...bank(-8), ...bank(8).reverse()]
  const [low, middle]: [Colour, Colour] = [light.sky.low, light.seen('#4f93a3', 0.9, 0.2)]
  sheet.fill(
    polygon(water),
    sheet.gradient(
      [0, foot],
      [0, HEIGHT],
      [
        { at: 0, colour: low },
        { at: 0.35, colour: middle },
        { at: 1, colour: light.seen('#5fa3ad', 0.95) },
      ],
    ),
  )
  const glints = Array.from({ length: 34 }, (): Point[] => {
    const y = random.between(-20, 40)
    const x = random.between(-6, 6) + bend * ((y + 22) / 112) ** 2
    return seeAll(site, [
      [x, y, -0.6],
      [x + random.between(0.6, 2.2), y, -0.6],
    ])
  })
  sheet.stroke(lines(glints), lighter(low, 0.4), { width: 2.6, opacity: 0.55 })
  drawRocks(site, bend)
  drawBridge(site, bend)
  for (const side of [-1, 1] as const)
    drawTreeAt(
      site,
      random.pick<TreeKind>(['maple', 'cherry', 'broad', 'pine']),
      [side * random.between(12, 16), random.between(-4, 4), 0],
      random.between(6, 8.5),
    )
  drawTufts(
    site,
    Array.from(
      { length: 24 },
      (): Spot => [random.pick([-1, 1]) * random.between(8.4, 16), random.between(-16, 14), 0],
    ),
    0.5,
  )
  finish(site, random)
  return sheet.toString()
}

function drawRocks(site: Site, bend: number) {
  const { sheet, light, random, eye } = site
  for (let index = 0; index < 9; index++) {
    const y = random.between(-15, 20)
    const x = random.pick([-1, 1]) * random.between(4, 8.4) + bend * ((y + 22) / 112) ** 2
    const size = eye.scale([x, y, 0]) * random.between(0.35, 0.8)
    const [px, py] = eye.see([x, y, -0.6])
    sheet.fill(
      polygon([
        [px - size, py],
        [px - size * 0.8, py - size * 0.55],
        [px - size * 0.1, py - size * 0.85],
        [px + size * 0.7, py - size * 0.5],
        [px + size, py],
      ]),
      light.seen('#7f7d77', 0.6),
    )
    sheet.fill(
      polygon([
        [px - size * 0.8, py - size * 0.55],
        [px - size * 0.1, py - size * 0.85],
        [px + size * 0.7, py - size * 0.5],
        [px, py - size * 0.42],
      ]),
      light.seen(light.snow ? '#ffffff' : '#aba89f', 0.95),
    )
  }
}

function drawBridge(site: Site, bend: number) {
  const { sheet, light, random } = site
  const y = random.between(8, 16)
  const middle = bend * ((y + 22) / 112) ** 2
  const red: Colour = random.chance(0.75) ? '#c23b2e' : '#8a6a4a'
  const arch = (lift: number, depth: number) =>
    Array.from({ length: 13 }, (_, index): Spot => {
      const part = index / 12 - 0.5
      return [middle + part * 25, y + depth, lift + 2.1 * (1 - (part * 2) ** 2)]
    })
  const edge = (lift: number, depth: number) => seeAll(site, arch(lift, depth))
  sheet.fill(
    polygon([...edge(0.2, 0), ...edge(-0.35, 0).reverse()]),
    light.seen(darker(red, 0.25), 0.6),
  )
  sheet.fill(
    polygon([...edge(0.2, 0), ...edge(0.2, 3).reverse()]),
    light.seen(light.snow ? '#f6f9fb' : '#a58a6a', 0.9),
  )
  const posts = arch(0.2, 0).map(([x, , z]) =>
    seeAll(site, [
      [x, y, z],
      [x, y, z + 1.15],
    ]),
  )
  const legs = [-0.24, 0.24].map((part) =>
    seeAll(site, [
      [middle + part * 25, y, -0.6],
      [middle + part * 25, y, 1.6],
    ]),
  )
  const metre = site.eye.scale([middle, y, 0])
  sheet.stroke(lines(legs), light.seen('#6b5140', 0.5), { width: metre * 0.4, cap: 'butt' })
  for (const depth of [3, 0]) {
    sheet.stroke(
      line(edge(1.25, depth)) + line(edge(0.75, depth)),
      light.seen(red, depth ? 0.6 : 0.95),
      { width: metre * 0.16 },
    )
  }
  sheet.stroke(lines(posts), light.seen(red, 0.9), { width: metre * 0.2, cap: 'butt' })
}

/** The way up to the shrine, under its cedars. */
export function drawShrine(light: Light, random: Random) {
  const site = setStage(light, random, {
    bearing: random.between(-0.1, 0.1),
    away: 20,
    height: 1.7,
    focal: 1000,
    horizon: 470,
  })
  const { sheet, eye } = site
  drawBackdrop(
    {
      sheet,
      light,
      random: random.fork('backdrop'),
      horizon: eye.horizon,
      foot: eye.horizon + 30,
      grand: 1.6,
    },
    'valley',
  )
  drawGrass(site, eye.horizon + 24)
  for (let row = 5; row >= 0; row--) {
    for (const side of [-1, 1] as const)
      drawTrunk(site, [side * random.between(5.5, 8.5), row * 9 - 4, 0])
  }
  const path = seeAll(site, [
    [-1.8, -17, 0],
    [1.8, -17, 0],
    [1.8, 26, 0],
    [-1.8, 26, 0],
  ])
  sheet.fill(polygon(path), light.seen(light.snow ? '#f2f5f7' : '#b9b2a2', 0.9))
  for (let step = 0; step < 8; step++)
    drawBox(
      site,
      { x0: -2.6, x1: 2.6, y0: 20 + step * 0.6, y1: 27, z0: step * 0.28, z1: (step + 1) * 0.28 },
      '#8f8b82',
      '#bdb8ab',
    )
  drawHall(site)
  for (const [index, y] of [10, 2].entries()) {
    for (const side of [-1, 1] as const) drawPostLantern(site, [side * (2.9 + index * 0.2), y, 0])
  }
  drawGate(site, -3)
  finish(site, random)
  return sheet.toString()
}

function drawTrunk(site: Site, spot: Spot) {
  const { sheet, light, eye, random } = site
  if (eye.depth(spot) < 4) return
  const [x, y] = eye.see(spot)
  const half = eye.scale(spot) * random.between(0.35, 0.55)
  const far = Math.min(0.5, eye.depth(spot) / 90)
  const trunk: Point[] = [
    [x - half * 1.2, y],
    [x - half * 0.75, -10],
    [x + half * 0.75, -10],
    [x + half * 1.2, y],
  ]
  sheet.fill(polygon(trunk), light.seen('#6b4c3c', 0.55, far))
  const bark = Array.from({ length: 4 }, (_, index): Point[] => [
    [x + half * (index * 0.45 - 0.7), y - 20],
    [x + half * (index * 0.32 - 0.5), 0],
  ])
  sheet.stroke(lines(bark), light.seen('#4a342a', 0.4, far), {
    width: Math.max(1.5, half * 0.12),
    opacity: 0.6,
  })
  const fronds = Array.from({ length: 6 }, (_, index): Point[] => {
    const top = random.between(-20, 190)
    const side = index % 2 ? 1 : -1
    return [
      [x, top],
      [x + side * half * 2.4, top + half * 0.5],
      [x + side * half * random.between(3.2, 4.6), top + half * 1.9],
    ]
  })
  sheet.stroke(
    fronds.map(curve).join(''),
    light.seen(light.snow ? '#9fb0a4' : '#3f6348', 0.7, far),
    { width: half * 0.95 },
  )
}

function drawGate(site: Site, y: number) {
  const { sheet, light, eye } = site
  const metre = eye.scale([0, y, 0])
  const red = light.seen('#c23b2e', 0.9)
  const at = (x: number, z: number) => eye.see([x, y, z])
  sheet.stroke(lines([-1, 1].map((side) => [at(side * 2.5, 0), at(side * 2.3, 4.6)])), red, {
    width: metre * 0.42,
    cap: 'butt',
  })
  sheet.stroke(
    lines([-1, 1].map((side) => [at(side * 2.5, 0), at(side * 2.49, 0.45)])),
    light.seen('#2f2a2a', 0.5),
    { width: metre * 0.5, cap: 'butt' },
  )
  sheet.stroke(line([at(-3, 3.9), at(3, 3.9)]), red, { width: metre * 0.36, cap: 'butt' })
  sheet.stroke(curve([at(-3.9, 5.15), at(0, 4.7), at(3.9, 5.15)]), red, {
    width: metre * 0.46,
    cap: 'butt',
  })
  sheet.stroke(
    curve([at(-4, 5.45), at(0, 5), at(4, 5.45)]),
    light.seen(light.snow ? '#f6f8fa' : '#2f2a2a', 0.7),
    { width: metre * 0.2, cap: 'butt' },
  )
  sheet.stroke(line([at(0, 4.05), at(0, 4.75)]), light.seen('#2f2a2a', 0.6), {
    width: metre * 0.5,
    cap: 'butt',
  })
  const [left, right] = [at(-2.2, 3.55), at(2.2, 3.55)]
  sheet.stroke(
    curve([left, [(left[0] + right[0]) / 2, left[1] + metre * 0.4], right]),
    light.seen('#d9c48a', 0.9),
    { width: metre * 0.16 },
  )
  const papers = [0.25, 0.5, 0.75].map(
    (part): Point => [left[0] + (right[0] - left[0]) * part, left[1] + metre * 0.32],
  )
  sheet.stroke(
    lines(
      papers.map(([x, py]): Point[] => [
        [x, py],
        [x + metre * 0.1, py + metre * 0.2],
        [x, py + metre * 0.3],
        [x + metre * 0.08, py + metre * 0.48],
      ]),
    ),
    light.seen('#ffffff', 1),
    { width: metre * 0.07 },
  )
}

function drawHall(site: Site) {
  const { sheet, light, eye } = site
  const at = (x: number, z: number) => eye.see([x, 28, z])
  sheet.fill(
    polygon([at(-3.4, 2.2), at(3.4, 2.2), at(3.4, 4.6), at(-3.4, 4.6)]),
    light.seen('#7a5440', 0.5),
  )
  sheet.fill(
    polygon([at(-1.2, 2.2), at(1.2, 2.2), at(1.2, 4.2), at(-1.2, 4.2)]),
    light.lamps > 0.2 ? '#ffd483' : light.seen('#3b2a22', 0.4),
  )
  sheet.fill(
    polygon([at(-5.2, 4.3), at(-3, 5.6), at(-1.6, 7), at(1.6, 7), at(3, 5.6), at(5.2, 4.3)]),
    light.seen(light.snow ? '#f2f5f7' : '#4f5a52', 0.75),
  )
  sheet.stroke(line([at(-1.8, 7.1), at(1.8, 7.1)]), light.seen('#3a3f3c', 0.5), {
    width: eye.scale([0, 28, 0]) * 0.3,
  })
}

function drawPostLantern(site: Site, [x, y]: Spot) {
  const { sheet, light, eye } = site
  const metre = eye.scale([x, y, 0])
  const at = (z: number): Point => eye.see([x, y, z])
  sheet.stroke(line([at(0), at(1.5)]), light.seen('#8a2f26', 0.8), {
    width: metre * 0.14,
    cap: 'butt',
  })
  sheet.stroke(
    line([at(1.5), at(1.95)]),
    light.lamps > 0.2 ? '#ffe0a0' : light.seen('#f3ecdc', 0.9),
    { width: metre * 0.42, cap: 'butt' },
  )
  sheet.stroke(line([at(2), at(2.12)]), light.seen(light.snow ? '#f6f8fa' : '#8a2f26', 0.8), {
    width: metre * 0.66,
    cap: 'butt',
  })
  if (light.lamps > 0.2)
    sheet.stroke(dots([at(1.72)]), '#ffd483', { width: metre * 1.5, opacity: 0.25 })
}
