import type { LatLngTuple } from 'leaflet'

/** The map of Japan that the build draws. Its format is described in `japanSvg`. */
const FILE = '/map/japan.svg'
/**
 * The longitude and the latitude of the map's top left corner. `LEFT` is in degrees. `TOP` was
 * converted to the Mercator projection, and is in the same unit as `LEFT`.
 */
const LEFT = 122
const TOP = 51
/** The number of map units per degree. */
const UNITS = 1000

const PREFECTURE = /id="(\w+)" d="([^"]+)"/g

export interface Outline {
  /** The English name of the prefecture. */
  name: string
  /** The islands of the prefecture, as polygons of latitudes and longitudes. */
  islands: LatLngTuple[][]
}

/** @throws if the file of outlines cannot be loaded. */
export async function loadJapan(): Promise<Outline[]> {
  const response = await fetch(FILE)
  if (!response.ok)
    throw new Error(`The outlines of Japan could not be loaded: status ${response.status}`)
  return readOutlines(await response.text())
}

export function readOutlines(svg: string): Outline[] {
  return [...svg.matchAll(PREFECTURE)].map(([, name = '', path = '']) => ({
    name,
    islands: readPath(path),
  }))
}

/** Parses the `d` attribute of an SVG path into its rings or lines. */
export function readPath(path: string) {
  return path.split('M').slice(1).map(toPoints)
}

/**
 * Parses a ring or a line of an SVG path. The text contains the first point, and then the offset
 * from each point to the next.
 */
function toPoints(ring: string): LatLngTuple[] {
  let x = 0
  let y = 0
  const numbers = (ring.match(/-?\d+/g) ?? []).map(Number)
  const points: LatLngTuple[] = []
  for (let at = 0; at < numbers.length; at += 2) {
    x += numbers[at] ?? 0
    y += numbers[at + 1] ?? 0
    points.push([toLatitude(TOP - y / UNITS), LEFT + x / UNITS])
  }
  return points
}

function toLatitude(mercatorDegrees: number) {
  const angle = Math.atan(Math.exp((mercatorDegrees * Math.PI) / 180))
  return ((2 * angle - Math.PI / 2) * 180) / Math.PI
}
