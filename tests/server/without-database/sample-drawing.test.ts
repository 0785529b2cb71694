import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { LANDS } from '#samples/drawing/lands.ts'
import { HOURS, type Light, lightOf, SEASONS } from '#samples/drawing/light.ts'
import { drawOutside } from '#samples/drawing/outside.ts'
import type { Framing } from '#samples/drawing/outside-view.ts'
import { lines, polygon } from '#samples/drawing/path.ts'
import { drawRoom, type RoomView } from '#samples/drawing/rooms.ts'
import { createSheet, type Point, type Sheet } from '#samples/drawing/sheet.ts'
import { drawSurroundings } from '#samples/drawing/surroundings.ts'
import { KINDS, type KindName } from '#samples/kinds.ts'
import { seededRandom } from '#samples/random.ts'

const FRAMINGS: Framing[] = ['yard', 'fields', 'close', 'street']
const ROOMS: RoomView[] = [
  'tatami',
  'openRooms',
  'veranda',
  'hearth',
  'kitchen',
  'oldKitchen',
  'living',
  'bath',
  'entrance',
  'upstairs',
]

/** The colour of the red seal with 見本, which means "sample". */
const SEAL = '#c23b2eeb'

const lights: Light[] = SEASONS.flatMap((season) =>
  HOURS.map((hour) => lightOf(season, hour, seededRandom(`${season} ${hour}`))),
)

function drawHouse(kind: KindName, light: Light, framing: Framing, seed: string) {
  const random = seededRandom(seed)
  return drawOutside(
    {
      light,
      land: random.pick(LANDS),
      house: KINDS[kind].draw(random.fork('house')),
      trees: ['cherry', 'pine', 'persimmon'],
      fence: 'stone',
      framing,
      bearing: random.pick([-1, 1]) * random.between(0.25, 0.75),
    },
    random,
  )
}

function expectDrawing(svg: string) {
  expect(svg).not.toMatch(/NaN|Infinity|undefined/)
  expect(svg).toContain(SEAL)
}

test('the sample pictures can show every kind of house in every season, at every hour and from every viewpoint', () => {
  // Draw each kind of house in every light. Each drawing uses the next viewpoint, because drawing
  // every light from every viewpoint would take too long.
  for (const [number, kind] of kindNames().entries()) {
    for (const [index, light] of lights.entries()) {
      const framing = FRAMINGS[(number + index) % FRAMINGS.length] ?? 'yard'
      expectDrawing(drawHouse(kind, light, framing, `${kind} ${index}`))
    }
  }
})

test('the sample pictures can show every room in every light', () => {
  for (const view of ROOMS) {
    for (const light of lights) expectDrawing(drawRoom(view, light, seededRandom(view)))
  }
})

test('the sample pictures can show the surroundings for every kind of land', () => {
  for (const land of LANDS) {
    for (const [index, light] of lights.entries()) {
      const place = { light, land, isThatched: index % 2 > 0, hasRailway: index % 3 > 0 }
      expectDrawing(drawSurroundings(place, seededRandom(`${land} ${index}`)))
    }
  }
})

test('the same seed gives the same sample picture, and another seed gives a different picture', () => {
  const [light] = lights
  if (!light) throw new Error('There is no light')
  const draw = (seed: string) => drawHouse('thatched', light, 'yard', seed)
  expect(draw('one')).toBe(draw('one'))
  expect(draw('one')).not.toBe(draw('another'))
})

test('in a sample drawing, later shapes cover earlier ones, even with the same colour', async () => {
  const sheet = createSheet()
  sheet.fill(square(100, 100, 400), '#ff0000')
  sheet.fill(square(200, 200, 200), '#00ff00')
  sheet.fill(square(200, 200, 100), '#ff0000')
  expect(await colourAt(sheet, 250, 250)).toBe('#ff0000')
})

test('in a sample drawing, overlapping shapes leave no hole, whichever way round their outlines are drawn', async () => {
  const sheet = createSheet()
  sheet.fill(square(100, 100, 400), '#ff0000')
  sheet.fill(square(200, 200, 100, true), '#ff0000')
  expect(await colourAt(sheet, 250, 250)).toBe('#ff0000')
})

function square(x: number, y: number, side: number, isReversed = false) {
  const corners: Point[] = [
    [x, y],
    [x + side, y],
    [x + side, y + side],
    [x, y + side],
  ]
  return polygon(isReversed ? corners.reverse() : corners)
}

async function colourAt(sheet: Sheet, left: number, top: number) {
  const [red = 0, green = 0, blue = 0] = await sharp(Buffer.from(sheet.toString()))
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer()
  return `#${[red, green, blue].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

test('in a sample drawing, a path goes exactly through its given points', () => {
  const coordinate = fc.double({ min: -2000, max: 2000, noNaN: true })
  const point = fc.tuple(coordinate, coordinate)
  fc.assert(
    fc.property(
      fc.array(fc.array(point, { minLength: 1, maxLength: 6 }), { maxLength: 5 }),
      (all) => {
        const rounded = all.map((points) => points.map((point) => point.map(nearest)))
        expect(readPath(lines(all))).toEqual(rounded.map(withoutStandstill))
      },
    ),
  )
})

/** Rounds to an integer, and turns -0 into 0. */
const nearest = (number: number) => Math.round(number) || 0

const withoutStandstill = (points: number[][]) =>
  points.filter(([x, y], index) => x !== points[index - 1]?.[0] || y !== points[index - 1]?.[1])

/** Parses the points of a path that has only moves and relative lines. */
function readPath(d: string) {
  const all: number[][][] = []
  let [x, y] = [0, 0]
  for (const [, letter, numbers = ''] of d.matchAll(/([Mmlh])([^Mmlh]*)/g)) {
    if (letter === 'h') continue
    const steps = numbers.match(/-?\d+/g)?.map(Number) ?? []
    for (let index = 0; index < steps.length; index += 2) {
      x += steps[index] ?? 0
      y += steps[index + 1] ?? 0
      if (letter !== 'l' && index === 0) all.push([])
      all.at(-1)?.push([x, y])
    }
  }
  return all
}

function kindNames() {
  // `Object.keys` returns plain strings, so restore the type of the names.
  return Object.keys(KINDS) as KindName[]
}
