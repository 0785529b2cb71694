import type { Coordinate } from '#contract/place-values.ts'

/**
 * The highest zoom at which usual extracts of the street map contain tiles. At higher zooms, the
 * map enlarges these tiles.
 */
export const MAX_TILE_ZOOM = 13
/**
 * The lowest zoom of the tiles to keep. A phone shows a whole municipality when the map is at zoom 9.
 * A map at zoom 9 uses the tiles of zoom 8, so no lower tiles are needed.
 */
const MIN_TILE_ZOOM = 8
/**
 * The maximum number of tiles to keep for a place at one zoom. A municipality has fewer tiles at
 * every zoom. A prefecture has more tiles from zoom 10 on.
 */
const MAX_TILES_AT_ZOOM = 36
const EARTH_CIRCUMFERENCE_KM = 40_075

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
 * The tiles that cover a circle, from the lowest to the highest zoom. If a circle touches too many
 * tiles at a zoom, the result contains no tiles of this zoom or of higher zooms. So a larger circle
 * gets less detail.
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

/**
 * At one zoom, all tiles that the circle touches. The unit of positions and distances is one tile.
 */
function tilesAt({ latitude, longitude, radiusKm }: Circle, zoom: number): Tile[] {
  const side = 2 ** zoom
  const angle = (latitude * Math.PI) / 180
  const centre = {
    x: ((longitude + 180) / 360) * side,
    y: ((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * side,
  }
  const radius = (radiusKm / (EARTH_CIRCUMFERENCE_KM * Math.cos(angle))) * side
  const tiles: Tile[] = []
  for (let x = Math.floor(centre.x - radius); x <= centre.x + radius; x += 1) {
    for (let y = Math.floor(centre.y - radius); y <= centre.y + radius; y += 1) {
      const distance = Math.hypot(distanceTo(x, centre.x), distanceTo(y, centre.y))
      if (distance <= radius) tiles.push({ zoom, x, y })
    }
  }
  return tiles
}

/**
 * The distance along one axis from `value` to the tile that begins at `start`. Zero if the tile
 * contains `value`.
 */
function distanceTo(start: number, value: number) {
  return Math.max(start - value, 0, value - start - 1)
}
