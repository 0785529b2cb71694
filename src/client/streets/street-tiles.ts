import type { Coordinate } from '#contract/place-values.ts'

/**
 * The highest zoom of the tiles in usual extracts. At higher zooms, the map enlarges these tiles.
 */
export const MAX_TILE_ZOOM = 13
/**
 * The lowest zoom of the tiles to keep. The map shows them from zoom 9, where a municipality fills
 * the screen of a phone.
 */
const MIN_TILE_ZOOM = 8
/**
 * The most tiles to keep for a place at one zoom. A municipality has fewer at every zoom, and a
 * prefecture has more from zoom 10.
 */
const MAX_TILES_AT_ZOOM = 36
const EARTH_KM = 40_075

/** The circle in which a house lies. */
export interface Circle extends Coordinate {
  radiusKm: number
}

export interface Tile {
  zoom: number
  x: number
  y: number
}

/**
 * The tiles with the streets in a circle, from the least to the most detailed. The larger the
 * circle, the fewer details have its tiles.
 */
export function tilesAround(circle: Circle, maxZoom = MAX_TILE_ZOOM): Tile[] {
  const tiles: Tile[] = []
  for (let zoom = MIN_TILE_ZOOM; zoom <= maxZoom; zoom += 1) {
    const touched = tilesAt(circle, zoom)
    if (touched.length > MAX_TILES_AT_ZOOM) break
    tiles.push(...touched)
  }
  return tiles
}

/** The tiles of a zoom that the circle touches. Positions and distances are in tiles. */
function tilesAt({ latitude, longitude, radiusKm }: Circle, zoom: number): Tile[] {
  const side = 2 ** zoom
  const angle = (latitude * Math.PI) / 180
  const centre = {
    x: ((longitude + 180) / 360) * side,
    y: ((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * side,
  }
  const radius = (radiusKm / (EARTH_KM * Math.cos(angle))) * side
  const tiles: Tile[] = []
  for (let x = Math.floor(centre.x - radius); x <= centre.x + radius; x += 1) {
    for (let y = Math.floor(centre.y - radius); y <= centre.y + radius; y += 1) {
      const apart = Math.hypot(distanceTo(x, centre.x), distanceTo(y, centre.y))
      if (apart <= radius) tiles.push({ zoom, x, y })
    }
  }
  return tiles
}

/** How far `value` lies outside of the tile that begins at `start`. */
function distanceTo(start: number, value: number) {
  return Math.max(start - value, 0, value - start - 1)
}
