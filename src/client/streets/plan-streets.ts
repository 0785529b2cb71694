import { findTile, type Header, PMTiles, zxyToTileId } from 'pmtiles'
import { type FileStart, START, streetSource } from './street-source.ts'
import { type Circle, MAX_TILE_ZOOM, type Tile, tilesAround } from './street-tiles.ts'
import { type FileRange, rangeKey, readPartSizes, versionOf } from './streets-cache.ts'

/** The maximum size of the street data that a device stores, in bytes. */
const MAX_STREET_BYTES = 20_000_000

export interface StreetPlan {
  url: string
  start: FileStart
  /**
   * The directories and tiles of the street file to keep on this device, besides the start of the
   * file.
   */
  ranges: FileRange[]
  /** The total size of `start` and `ranges`, in bytes. */
  bytes: number
  /** The size in bytes of the parts of the street file that this device does not keep yet. */
  missingBytes: number
  /** The number of circles whose streets are in the plan. These are always the first circles. */
  placeCount: number
  /** Whether this device keeps parts of an older street file that the operator has replaced. */
  isReplaced: boolean
}

/**
 * Chooses the parts of the street file at `url` that contain the streets in the circles, up to a
 * size of `maxBytes`. The first circles have priority. Downloads no tiles, because the directories
 * of the file contain the size of each tile.
 * @throws if the start of the street file cannot be read.
 */
export async function planStreets(
  url: string,
  circles: readonly Circle[],
  maxBytes = MAX_STREET_BYTES,
): Promise<StreetPlan> {
  const source = streetSource(url, { isFresh: true })
  const file = new PMTiles(source)
  const header = await file.getHeader()
  const start = source.start()
  if (!start) throw new Error('The start of the file was not read')

  const ranges = new Map<string, FileRange>()
  let bytes = start.data.byteLength
  let placeCount = 0
  for (const circle of circles) {
    const added = new Map<string, FileRange>()
    for (const tile of tilesAround(circle, Math.min(header.maxZoom, MAX_TILE_ZOOM))) {
      for (const range of await findRanges(file, header, tile)) {
        const key = rangeKey(url, range, start.version)
        // Count each range once. Several circles can share a directory, and the file stores
        // identical tiles, such as tiles of the sea, only once.
        if (!ranges.has(key)) added.set(key, range)
      }
    }
    const size = sum([...added.values()].map(({ length }) => length))
    if (bytes + size > maxBytes) break
    for (const [key, range] of added) ranges.set(key, range)
    bytes += size
    placeCount += 1
  }

  const stored = await readPartSizes()
  const missing = [...ranges].filter(([key]) => !stored.has(key)).map(([, { length }]) => length)
  const isStarted = stored.has(rangeKey(url, START))
  const versions = [...stored.keys()].map(versionOf).filter((version) => version !== '')
  return {
    url,
    start,
    ranges: [...ranges.values()],
    bytes,
    missingBytes: sum(missing) + (isStarted ? 0 : start.data.byteLength),
    placeCount,
    isReplaced: versions.some((version) => version !== start.version),
  }
}

/**
 * The ranges of the street file that the map needs for a tile: the leaf directories that lead to
 * the tile, and the tile itself if the file contains it.
 */
async function findRanges(file: PMTiles, header: Header, { zoom, x, y }: Tile) {
  const id = zxyToTileId(zoom, x, y)
  const ranges: FileRange[] = []
  let directory = { offset: header.rootDirectoryOffset, length: header.rootDirectoryLength }
  for (;;) {
    const { offset, length } = directory
    const entry = findTile(await file.cache.getDirectory(file.source, offset, length, header), id)
    if (!entry) return ranges
    if (entry.runLength > 0) {
      return [...ranges, { offset: header.tileDataOffset + entry.offset, length: entry.length }]
    }
    directory = { offset: header.leafDirectoryOffset + entry.offset, length: entry.length }
    ranges.push(directory)
  }
}

function sum(numbers: readonly number[]) {
  return numbers.reduce((total, number) => total + number, 0)
}
