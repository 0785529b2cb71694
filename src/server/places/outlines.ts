import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import svgpath from 'svgpath'

/**
 * The top left corner of the map of Japan, in degrees. The latitude is in Mercator's projection.
 */
export const JAPAN_LEFT = 122
export const JAPAN_TOP = 51
/** How many units the map of Japan has per degree. One unit is about 90 m. */
export const JAPAN_UNITS = 1000

/** The side length of the square that each outline fills, in the units of the SVG path. */
const SIZE = 100

/**
 * The projection of the map in the package @svg-maps/japan: Mercator, with slightly different
 * scales for longitude and latitude. The package does not state its projection, so these values
 * were fitted to the official outlines of 2021 (National Land Numerical Information, N03). Half of
 * the map's points lie within 0.25 km of these outlines, and nine of ten within 1.1 km.
 */
const PROJECTION = {
  unitsPerLongitude: 19.7117,
  unitsPerLatitude: 19.6292,
  left: -2437.29,
  top: 1006.16,
}

/**
 * The maximum distance of an island from the main island, in units of the map in @svg-maps/japan:
 * about 170 km. Farther islands are left out, because they would make the outline too small.
 */
const FAR = 30
/**
 * The minimum size of an island, in units of {@link SIZE}. Smaller islands would not be visible.
 */
const SMALL = 0.8
/**
 * How far outside the square of the outline a coordinate may be, in the unit of {@link SIZE}. Such
 * a coordinate belongs to a place on the coast, and is moved to the edge of the square.
 */
const COAST = 3

/**
 * The wrong and the right prefecture of two islands, Shodo Island and Iki. The map of
 * @svg-maps/japan draws each island as a part of the wrong prefecture.
 */
const MISPLACED = [
  ['Okayama', 'Kagawa'],
  ['Saga', 'Nagasaki'],
] as const

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

interface Coordinate {
  latitude: number
  longitude: number
}

interface Outline {
  /** The data of an SVG path. */
  path: string
  /** The position of the outline's square on the map of @svg-maps/japan. */
  frame: { left: number; top: number; scale: number }
}

let outlines: Map<string, Outline> | undefined

/** The outlines of the prefectures by their English names. North is up. */
export function prefectureOutlines() {
  outlines ??= readOutlines()
  return outlines
}

/** An SVG with all outlines. `<use href="/outlines.svg#Ehime">` shows one of them. */
export function outlinesSvg() {
  const paths = [...prefectureOutlines()].map(
    ([name, { path }]) => `<path id="${name}" d="${path}"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg"><defs>${paths.join('')}</defs></svg>`
}

/**
 * The position of a coordinate in the outline of its prefecture, such as `43.2 51`. Undefined if
 * the coordinate is outside the outline's square, for example on an island that the outline leaves
 * out.
 */
export function spotIn(prefecture: string, { latitude, longitude }: Coordinate) {
  const frame = prefectureOutlines().get(prefecture)?.frame
  if (!frame) return undefined
  const { unitsPerLongitude, unitsPerLatitude, left, top } = PROJECTION
  const x = (left + unitsPerLongitude * longitude - frame.left) * frame.scale
  const y = (top - unitsPerLatitude * mercatorDegrees(latitude) - frame.top) * frame.scale
  const isInside = [x, y].every((value) => value >= -COAST && value <= SIZE + COAST)
  return isInside ? `${withinSquare(x)} ${withinSquare(y)}` : undefined
}

function withinSquare(value: number) {
  return Math.round(Math.min(Math.max(value, 0), SIZE) * 10) / 10
}

export function mercatorDegrees(latitude: number) {
  const angle = (latitude * Math.PI) / 180
  return (Math.log(Math.tan(Math.PI / 4 + angle / 2)) * 180) / Math.PI
}

/**
 * A map of Japan as an SVG, with a path for each prefecture. The unit is a thousandth of a degree
 * of longitude. The x axis begins at 122° east. The y axis shows the latitude in Mercator's
 * projection, from `JAPAN_TOP` downwards. All numbers are whole, because the client also reads the
 * paths as coordinates.
 */
export function japanSvg() {
  const { unitsPerLongitude, unitsPerLatitude, left, top } = PROJECTION
  const paths = [...readIslands()].map(([name, islands]) => {
    const path = svgpath(islands.map(({ island }) => island).join(''))
      .translate(-left, -top)
      .scale(JAPAN_UNITS / unitsPerLongitude, JAPAN_UNITS / unitsPerLatitude)
      .translate(-JAPAN_LEFT * JAPAN_UNITS, JAPAN_TOP * JAPAN_UNITS)
      .unshort()
    return `<path id="${name}" d="${wholeNumbers(path)}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg">${paths.join('')}</svg>`
}

/**
 * Converts a path to rings of whole numbers. A ring consists of its first point and the step from
 * each point to the next one.
 */
function wholeNumbers(path: ReturnType<typeof svgpath>) {
  const rings: [x: number, y: number][][] = []
  path.iterate((segment, _index, x, y) => {
    const [command] = segment
    if (command === 'M') rings.push([])
    if (command === 'Z' || command === 'z') return
    const point = segmentEnd(segment, x, y)
    rings.at(-1)?.push([Math.round(point[0]), Math.round(point[1])])
  })
  return rings.map(toRing).join('')
}

/** The end point of a segment that begins at x, y, in absolute coordinates. */
function segmentEnd(segment: (string | number)[], x: number, y: number): [number, number] {
  const numbers = segment.slice(1).map(Number)
  if (segment[0] === 'H') return [numbers[0] ?? x, y]
  if (segment[0] === 'V') return [x, numbers[0] ?? y]
  return [numbers.at(-2) ?? x, numbers.at(-1) ?? y]
}

function toRing(points: [x: number, y: number][]) {
  const steps = points.slice(1).flatMap(([x, y], at) => {
    const [fromX, fromY] = points[at] ?? [0, 0]
    return x === fromX && y === fromY ? [] : `${x - fromX} ${y - fromY}`
  })
  return steps.length < 3 ? '' : `M${points[0]?.join(' ')}l${steps.join(' ')}z`
}

function readOutlines() {
  return new Map([...readIslands()].map(([name, islands]) => [name, toOutline(islands)]))
}

/** The islands of each prefecture, in the units of the map in @svg-maps/japan. */
function readIslands() {
  // Read the SVG file of @svg-maps/japan, because Node cannot load the package's module.
  const file = createRequire(import.meta.url).resolve('@svg-maps/japan/japan.svg')
  const paths = readFileSync(file, 'utf8').matchAll(/aria-label="(\w+)"\s+d="([^"]+)"/g)
  const islands = new Map([...paths].map(([, name = '', path = '']) => [name, islandsOf(path)]))
  for (const [wrong, right] of MISPLACED) {
    const [island] = islands.get(wrong)?.splice(1, 1) ?? []
    if (island) islands.get(right)?.push(island)
  }
  return islands
}

interface Island {
  island: string
  box: Box
}

/** The islands that the SVG path of a prefecture draws, the largest first. */
function islandsOf(path: string): Island[] {
  return svgpath(path)
    .abs()
    .toString()
    .split(/(?=M)/)
    .map((island) => ({ island, box: boundingBox(island) }))
    .sort((a, b) => area(b.box) - area(a.box))
}

function toOutline(islands: Island[]): Outline {
  const main = islands[0]?.box
  if (!main) throw new Error('A prefecture has no outline')
  const near = islands.filter(({ box }) => isNear(box, main))
  const frame = squareAround(boundingBox(near.map(({ island }) => island).join('')))
  const visible = near.filter(({ box }) => area(box) * frame.scale >= SMALL)
  const drawn = svgpath(visible.map(({ island }) => island).join(''))
    .translate(-frame.left, -frame.top)
    .scale(frame.scale)
    .round(1)
    .rel()
    .round(1)
  return { path: drawn.toString(), frame }
}

function boundingBox(path: string): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  // `iterate` calls this function with the position before each segment. A path ends with a closing
  // segment, so the last call receives the last point of the path.
  svgpath(path).iterate(([command], _index, x, y) => {
    if (command === 'M') return
    box.left = Math.min(box.left, x)
    box.top = Math.min(box.top, y)
    box.right = Math.max(box.right, x)
    box.bottom = Math.max(box.bottom, y)
  })
  return box
}

const area = ({ left, top, right, bottom }: Box) => Math.max(right - left, bottom - top)

function isNear(box: Box, main: Box) {
  return (
    box.left > main.left - FAR &&
    box.right < main.right + FAR &&
    box.top > main.top - FAR &&
    box.bottom < main.bottom + FAR
  )
}

function squareAround(box: Box) {
  const size = area(box)
  return {
    left: (box.left + box.right - size) / 2,
    top: (box.top + box.bottom - size) / 2,
    scale: SIZE / size,
  }
}
