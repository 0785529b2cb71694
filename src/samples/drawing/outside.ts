import type { Random } from '../random.ts'
import { drawBackdrop } from './backdrops.ts'
import type { Colour } from './colour.ts'
import { drawFence } from './fences.ts'
import { drawGrass, drawSteps, drawTufts, drawYard } from './ground.ts'
import { drawHouse, type House } from './house.ts'
import { drawDistantLamps, drawLampLight } from './lamps.ts'
import type { Light, Season } from './light.ts'
import { drawNeighbours } from './neighbours.ts'
import type { OutsideView } from './outside-view.ts'
import { drawPaddies } from './paddies.ts'
import type { Spot } from './perspective.ts'
import { drawBranch } from './plants/branch.ts'
import { drawBushes } from './plants/bushes.ts'
import { drawMeadow } from './plants/meadow.ts'
import { drawShrub } from './plants/shrub.ts'
import { drawSeal } from './seal.ts'
import { drawCastShadow } from './shadows.ts'
import { createSheet, type Sheet } from './sheet.ts'
import { type Site, sunBehind } from './site.ts'
import { drawRain, drawSnowfall } from './sky.ts'
import { standBefore } from './stances.ts'
import { drawStreet } from './street.ts'
import { drawTree, type TreeKind } from './trees.ts'
import { drawYardLife } from './yard-life.ts'

export function drawOutside(view: OutsideView, random: Random) {
  const { light, land, house, framing, bearing } = view
  const sheet = createSheet()
  const eye = standBefore(house, framing, bearing, random.fork('stand'))
  const site: Site = {
    sheet,
    light,
    eye,
    sun: sunBehind(bearing, light.side),
    random: random.fork('site'),
  }
  const open = land === 'plain' || land === 'town'
  const foot = open ? eye.horizon + 8 : eye.see([0, 0, 0])[1] * 0.42 + eye.horizon * 0.58
  drawBackdrop(
    {
      sheet,
      light,
      random: random.fork('backdrop'),
      horizon: eye.horizon,
      foot,
      grand: framing === 'fields' ? 1.6 : 1.35,
    },
    land,
  )
  drawGround(site, view, foot)
  drawBehind(site, view)
  drawHouse(site, house)
  drawBefore(site, view)
  if (framing !== 'street')
    drawMeadow({ sheet, light, random: random.fork('meadow') }, framing === 'fields' ? 46 : 70)
  if (random.chance(framing === 'street' ? 0.15 : 0.35))
    drawBranch({ sheet, light, random: random.fork('branch') }, bearing > 0 ? -1 : 1)
  drawWeather(sheet, light, random.fork('weather'))
  drawSeal(sheet)
  return sheet.toString()
}

function drawGround(site: Site, { land, house, framing }: OutsideView, foot: number) {
  const { light, random } = site
  drawGrass(site, foot)
  if (light.lamps > 0.5) drawDistantLamps(site, foot)
  const wide =
    land === 'plain' ||
    framing === 'fields' ||
    (land !== 'coast' && land !== 'lake' && random.chance(0.4))
  if (wide && framing !== 'street')
    drawPaddies(
      site,
      { x0: -70, x1: 70, y0: house.y1 + 9, y1: house.y1 + (land === 'plain' ? 110 : 40) },
      6,
      land === 'plain' ? 5 : 2,
    )
  if (framing === 'fields')
    drawPaddies(site, { x0: -45, x1: 45, y0: house.y0 - 34, y1: house.y0 - 7 }, 5, 2)
  drawTufts(
    site,
    Array.from(
      { length: 26 },
      (): Spot => [random.between(-22, 22), random.between(house.y0 - 14, house.y1 + 12), 0],
    ),
    0.4,
  )
  if (framing !== 'street') drawBushes(site, bushes(random, house))
  if (framing === 'street') drawStreet(site, house)
  else
    drawYard(site, { x0: house.x0 - 4, x1: house.x1 + 4, y0: house.y0 - 5.8, y1: house.y1 + 2.5 })
  drawCastShadow(site, house, 3)
}

const bushes = (random: Random, { y1 }: House) =>
  Array.from({ length: 9 }, (): Spot => [random.between(-24, 24), y1 + random.between(6, 18), 0])

function drawBehind(site: Site, { house, trees, framing, land }: OutsideView) {
  const { random } = site
  if (land === 'town') drawNeighbours(site, house)
  const [first = 'broad', second = 'broad'] = trees
  const lower = framing === 'street' ? 0.75 : 1
  const row: [TreeKind, number, number][] = [
    [first, house.x0 - random.between(0.5, 3), random.between(6, 9)],
    [second, house.x1 + random.between(0.5, 3), random.between(5, 8)],
  ]
  if (land !== 'coast' && random.chance(0.65))
    row.push([
      random.pick(trees),
      random.between(house.x0 + 1, house.x1 - 1),
      random.between(house.top, house.top + 2.5),
    ])
  if (random.chance(0.5)) row.push([first, house.x0 - random.between(5, 9), random.between(5, 8)])
  if (random.chance(0.5)) row.push([second, house.x1 + random.between(5, 9), random.between(5, 8)])
  for (const [kind, x, metres] of row.sort((a, b) => b[2] - a[2]))
    plant(site, kind, [x, house.y1 + random.between(3, 6.5), 0], metres * lower)
}

function plant(site: Site, kind: TreeKind, spot: Spot, metres: number) {
  const { eye, sheet, light, random } = site
  const [x, y] = eye.see(spot)
  const height = eye.scale(spot) * metres
  if (eye.depth(spot) < 5 || x < -height * 0.4 || x > 1200 + height * 0.4) return
  const far = Math.min(0.2, Math.max(0, (eye.depth(spot) - eye.depth([0, 0, 0])) / 100))
  drawTree({ sheet, light, random, far }, kind, { foot: [x, y], height })
}

/** The garden, the path to the door, and the fence. */
function drawBefore(site: Site, view: OutsideView) {
  const { light, random } = site
  const { house, framing } = view
  if (light.lamps > 0.5) drawLampLight(site, house)
  if (framing === 'street') return drawYardLife(site, view)
  const gate = house.door + random.between(-1.2, 1.2)
  drawSteps(site, [gate, house.y0 - 6, 0], [house.door, house.y0 - 1.2, 0])
  drawGarden(site, view)
  drawYardLife(site, view)
  const front = house.y0 - 6.2
  const isWhole = random.chance(0.6)
  const open = random.pick(['left', 'right'])
  if (isWhole || open === 'right') {
    drawFence(site, view.fence, [house.x0 - 4.5, front, 0], [gate - 1.3, front, 0])
  }
  if (isWhole || open === 'left') {
    drawFence(site, view.fence, [gate + 1.3, front, 0], [house.x1 + 4.5, front, 0])
  }
}

/** Garden flowers, by season. */
const GARDEN_FLOWERS: Partial<Record<Season, Colour>> = {
  spring: '#e3799a',
  rain: '#8aa0d8',
  winter: '#c23b2e',
}

/** Shrubs at the corners of the house, and a shade tree. */
function drawGarden(site: Site, { house, trees, bearing }: OutsideView) {
  const { eye, sheet, light, random } = site
  const [corner, out] = bearing > 0 ? [house.x1, 1] : [house.x0, -1]
  const beds: Spot[] = [
    [house.x0 - 1.2, house.y0 - 0.4, 0],
    [house.x1 + 1.2, house.y0 - 0.4, 0],
    [corner + out * 1.4, house.y0 - 2.2, 0],
    [corner - out * random.between(0.5, 2), house.y0 - 3.4, 0],
  ]
  for (const bed of beds.filter(() => random.chance(0.8))) {
    const height = eye.scale(bed) * random.between(0.6, 1.15)
    const flower = random.chance(0.5) ? GARDEN_FLOWERS[light.season] : undefined
    drawShrub({ sheet, light, random, far: 0 }, { foot: eye.see(bed), height }, flower)
  }
  const shade = house.y0 - random.between(0.5, 2)
  const spot: Spot = [corner + out * random.between(2.6, 4), shade, 0]
  plant(site, trees[2] ?? 'pine', spot, random.between(3.8, 6))
}

function drawWeather(sheet: Sheet, light: Light, random: Random) {
  if (light.season === 'rain' && light.lamps < 0.5 && random.chance(0.5)) drawRain(sheet, random)
  if (light.snow && random.chance(0.4)) drawSnowfall(sheet, random)
}
