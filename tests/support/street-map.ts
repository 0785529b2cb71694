import { writeFileSync } from 'node:fs'

/** A place where {@link writeStreetMap} draws streets: Tamba, where the photographed houses are. */
export const STREETS_LOCATION = { latitude: 35.17483, longitude: 135.03101 }

/** The root directory lists the tiles below this zoom. One leaf directory lists all other tiles. */
const LEAF_ZOOM = 8
const MAX_ZOOM = 13
/** The width and the height of a tile, in the units of the coordinates within the tile. */
const EXTENT = 4096
const HEADER_BYTES = 127
/**
 * The size of the range that readers request first. The leaf directory and the tiles come after
 * this range.
 */
const START_BYTES = 16_384

interface Entry {
  id: number
  offset: number
  length: number
  /** The number of tiles that the entry represents. Zero if the entry refers to a directory. */
  run: number
}

/**
 * Writes a PMTiles file of version 3. For each zoom, the file contains the tile at
 * {@link STREETS_LOCATION}. From zoom 8, the file also contains the tiles around this tile. Each
 * tile is land with a highway and a cross street through its middle. See
 * https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
 *
 * `version` changes the bytes of the file, but not the map.
 */
export function writeStreetMap(file: string, version = 1) {
  const tile = streetTile()
  const entries = tilesToWrite()
    .map(tileId)
    .sort((a, b) => a - b)
    .map((id, at) => ({ id, offset: at * tile.length, length: tile.length, run: 1 }))
  const firstOfLeaf = (4 ** LEAF_ZOOM - 1) / 3
  const leaf = directory(entries.filter(({ id }) => id >= firstOfLeaf))
  const root = directory([
    ...entries.filter(({ id }) => id < firstOfLeaf),
    { id: firstOfLeaf, offset: 0, length: leaf.length, run: 0 },
  ])
  const metadata = [
    ...text(`{"version":${version},"vector_layers":[{"id":"earth"},{"id":"roads"}]}`),
  ]

  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles\u0003', 'latin1')
  const metadataAt = HEADER_BYTES + root.length
  const leafAt = START_BYTES
  const tilesAt = leafAt + leaf.length
  const positions = [
    ...[HEADER_BYTES, root.length, metadataAt, metadata.length, leafAt, leaf.length],
    ...[tilesAt, tile.length * entries.length, entries.length, entries.length, entries.length],
  ]
  for (const [at, value] of positions.entries()) header.writeBigUInt64LE(BigInt(value), 8 + at * 8)
  const isClustered = 1
  const uncompressed = 1
  const vectorTiles = 1
  header.set([isClustered, uncompressed, uncompressed, vectorTiles, 0, MAX_ZOOM], 96)
  const bounds = [122, 24, 154, 46].map((degrees) => degrees * 1e7)
  for (const [at, value] of bounds.entries()) header.writeInt32LE(value, 102 + at * 4)
  const start = Buffer.alloc(START_BYTES)
  start.set([...header, ...root, ...metadata])
  writeFileSync(file, Buffer.from([...start, ...leaf, ...entries.flatMap(() => tile)]))
}

function tilesToWrite() {
  return Array.from({ length: MAX_ZOOM + 1 }, (_, zoom) => {
    const { x, y } = tileAt(zoom)
    const steps = zoom < LEAF_ZOOM ? [0] : [-1, 0, 1]
    return steps.flatMap((right) => steps.map((down) => ({ zoom, x: x + right, y: y + down })))
  }).flat()
}

/** Encodes a directory. For each id, the format stores the difference from the previous id. */
function directory(entries: Entry[]) {
  return [
    entries.length,
    ...entries.map(({ id }, at) => id - (entries[at - 1]?.id ?? 0)),
    ...entries.map(({ run }) => run),
    ...entries.map(({ length }) => length),
    // The format stores offset + 1. Zero has another meaning.
    ...entries.map(({ offset }) => offset + 1),
  ].flatMap(varint)
}

/**
 * The id of a tile. Tiles of lower zooms come first. The tiles of one zoom are numbered along a
 * Hilbert curve.
 */
function tileId({ zoom, x: column, y: row }: { zoom: number; x: number; y: number }) {
  let [x, y] = [column, row]
  let id = (4 ** zoom - 1) / 3
  for (let side = 2 ** zoom / 2; side >= 1; side /= 2) {
    const right = (x & side) > 0 ? 1 : 0
    const lower = (y & side) > 0 ? 1 : 0
    id += side * side * ((3 * right) ^ lower)
    if (lower === 0) {
      if (right === 1) {
        x = side - 1 - x
        y = side - 1 - y
      }
      ;[x, y] = [y, x]
    }
  }
  return id
}

/** The tile at this zoom that contains {@link STREETS_LOCATION}. */
export function tileAt(zoom: number) {
  const angle = (STREETS_LOCATION.latitude * Math.PI) / 180
  const fromTop = (1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2
  const side = 2 ** zoom
  return {
    x: Math.floor(((STREETS_LOCATION.longitude + 180) / 360) * side),
    y: Math.floor(fromTop * side),
  }
}

/** A vector tile. See https://github.com/mapbox/vector-tile-spec/tree/master/2.1 */
function streetTile() {
  const middle = EXTENT / 2
  const land = [
    [0, 0],
    [EXTENT, 0],
    [EXTENT, EXTENT],
    [0, EXTENT],
  ]
  const crossing = [
    {
      kind: 'highway',
      points: [
        [0, middle],
        [EXTENT, middle],
      ],
    },
    {
      kind: 'major_road',
      points: [
        [middle, 0],
        [middle, EXTENT],
      ],
    },
  ]
  return [
    ...field(3, layer('earth', 'polygon', [{ kind: 'earth', points: land }])),
    ...field(3, layer('roads', 'line', crossing)),
  ]
}

interface Feature {
  kind: string
  points: number[][]
}

function layer(name: string, shape: 'line' | 'polygon', features: Feature[]) {
  return [
    ...[...varint((15 << 3) | 0), ...varint(2)], // version
    ...field(1, text(name)),
    ...features.flatMap(({ points }, at) => {
      const tags = field(2, [0, at].flatMap(varint))
      const type = [...varint(3 << 3), ...varint(shape === 'line' ? 2 : 3)]
      return field(2, [...tags, ...type, ...field(4, geometry(points, shape))])
    }),
    ...field(3, text('kind')),
    ...features.flatMap(({ kind }) => field(4, field(1, text(kind)))),
    ...[...varint(5 << 3), ...varint(EXTENT)],
  ]
}

function geometry(points: number[][], shape: 'line' | 'polygon') {
  const [moveTo, lineTo, close] = [1, 2, 7]
  const steps = points.map(([x = 0, y = 0], at) => {
    const [fromX = 0, fromY = 0] = points[at - 1] ?? []
    return [x - fromX, y - fromY].map((step) => (step << 1) ^ (step >> 31))
  })
  return [
    ...[(1 << 3) | moveTo, ...(steps[0] ?? [])],
    ...[((steps.length - 1) << 3) | lineTo, ...steps.slice(1).flat()],
    ...(shape === 'polygon' ? [(1 << 3) | close] : []),
  ].flatMap(varint)
}

/** A field of Protocol Buffers that holds bytes. */
function field(number: number, bytes: number[]) {
  return [...varint((number << 3) | 2), ...varint(bytes.length), ...bytes]
}

const text = (value: string) => [...Buffer.from(value)]

function varint(value: number) {
  const bytes: number[] = []
  let rest = value
  while (rest > 127) {
    bytes.push((rest % 128) | 128)
    rest = Math.floor(rest / 128)
  }
  return [...bytes, rest]
}
