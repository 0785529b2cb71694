import { Refusal } from '#server/errors/refusal.ts'
import { JAPAN_LEFT, JAPAN_TOP, JAPAN_UNITS, mercatorDegrees } from '#server/places/outlines.ts'

/** A point on the grid of `map-units.ts`. */
export type GridPoint = readonly [x: number, y: number]
export type Ring = GridPoint[]

/** The outline of a municipality or of one of its parts. */
export interface Outline {
  /** The municipality's code of five digits, as in JIS X 0402. */
  code: string
  rings: Ring[]
}

/**
 * The names of the property that contains the code of a municipality. The name depends on the file:
 * the National Land Numerical Information uses `N03_007`.
 */
const CODE_PROPERTIES = ['N03_007', 'code', 'c']

type Fields = Record<string, unknown>

/**
 * Reads the outlines of municipalities from a GeoJSON or TopoJSON text. Areas without a code, such
 * as lakes, are left out.
 * @throws {Refusal} 422 for a text that is neither GeoJSON nor TopoJSON.
 */
export function readBorderFile(text: string): Outline[] {
  const file = parse(text)
  if (file.type === 'FeatureCollection') {
    return toList(file.features).flatMap((feature) => {
      const { geometry, properties } = toFields(feature)
      return toOutline(properties, geometry, (ring) => toList(ring).map(toPoint))
    })
  }
  if (file.type === 'Topology') return readTopology(file)
  throw unreadable('is neither GeoJSON nor TopoJSON')
}

function parse(text: string) {
  try {
    return toFields(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) throw unreadable('is no complete JSON: is the file cut off?')
    throw error
  }
}

/**
 * Reads the outlines in a TopoJSON file. In TopoJSON, a ring is a list of arcs, and neighbours
 * share their arcs. See https://github.com/topojson/topojson-specification
 */
function readTopology({ arcs, transform, objects }: Fields) {
  const decoded = toList(arcs).map((arc) => decodeArc(arc, transform))
  const toRing = (ring: unknown) =>
    toList(ring).flatMap((index) => {
      // A negative index refers to a reversed arc. The bitwise complement of this index is the
      // position of the arc in the list.
      const arc = decoded[Number(index) < 0 ? ~Number(index) : Number(index)]
      if (!arc) throw unreadable('names an arc that it does not hold')
      return Number(index) < 0 ? arc.toReversed() : arc
    })
  return Object.values(toFields(objects)).flatMap((object) =>
    toList(toFields(object).geometries).flatMap((geometry) => {
      const { type, arcs, properties } = toFields(geometry)
      return toOutline(properties, { type, coordinates: arcs }, toRing)
    }),
  )
}

function decodeArc(arc: unknown, transform: unknown): Ring {
  const points = toList(arc)
  if (transform === undefined) return points.map(toPoint)
  const { scale, translate } = toFields(transform)
  const [scaleX, scaleY] = toGridPoint(scale)
  const [left, bottom] = toGridPoint(translate)
  let x = 0
  let y = 0
  return points.map((step) => {
    const [dx, dy] = toGridPoint(step)
    x += dx
    y += dy
    return toPoint([x * scaleX + left, y * scaleY + bottom])
  })
}

function toOutline(
  properties: unknown,
  geometry: unknown,
  toRing: (ring: unknown) => Ring,
): Outline[] {
  const code = codeOf(toFields(properties ?? {}))
  if (code === undefined) return []
  const { type, coordinates } = toFields(geometry ?? {})
  if (type === 'Polygon') return [{ code, rings: toList(coordinates).map(toRing) }]
  if (type === 'MultiPolygon') {
    return [{ code, rings: toList(coordinates).flatMap((polygon) => toList(polygon).map(toRing)) }]
  }
  return []
}

function codeOf(properties: Fields) {
  const codes = CODE_PROPERTIES.map((name) => String(properties[name] ?? ''))
  return codes.find((code) => /^\d{5}$/.test(code))
}

function toPoint(coordinate: unknown): GridPoint {
  const [longitude, latitude] = toGridPoint(coordinate)
  if (longitude < 122 || longitude > 155 || latitude < 20 || latitude > 46) {
    throw unreadable(`has a point outside Japan: ${longitude}, ${latitude}`)
  }
  return toMapUnits(longitude, latitude)
}

function toGridPoint(value: unknown): GridPoint {
  const [x, y] = toList(value)
  if (typeof x !== 'number' || typeof y !== 'number')
    throw unreadable('has a point without numbers')
  return [x, y]
}

function toList(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw unreadable('lacks a list where its format has one')
  return value
}

function toFields(value: unknown): Fields {
  if (typeof value === 'object' && value !== null) return { ...value }
  throw unreadable('lacks an object where its format has one')
}

function unreadable(problem: string) {
  return new Refusal(422, `The file of borders ${problem}`)
}

/**
 * Rounds a coordinate to the grid of `/map/japan.svg`. The borders and the map use the same grid,
 * so the client can read both in the same way.
 */
export function toMapUnits(longitude: number, latitude: number) {
  const x = Math.round((longitude - JAPAN_LEFT) * JAPAN_UNITS)
  const y = Math.round((JAPAN_TOP - mercatorDegrees(latitude)) * JAPAN_UNITS)
  return [x, y] as const
}
