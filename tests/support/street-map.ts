import { writeFileSync } from 'node:fs'

/** A place where {@link writeStreetMap} draws streets, in Matsuyama. */
export const STREETS_AT = { latitude: 33.84, longitude: 132.77 }

const ZOOMS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]
/** The side of a tile in the coordinates of a vector tile. */
const EXTENT = 4096
const HEADER_BYTES = 127

/**
 * Writes a PMTiles file of version 3 with one tile for each zoom, which contains
 * {@link STREETS_AT}. Each tile is land with a highway and a cross street through its middle. See
 * https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
 */
export function writeStreetMap(file: string) {
  const tile = streetTile()
  const ids = ZOOMS.map(tileId)
  const directory = [
    ids.length,
    ...ids.map((id, at) => id - (ids[at - 1] ?? 0)),
    ...ids.map(() => 1), // run lengths
    ...ids.map(() => tile.length),
    ...ids.map(() => 1), // Each entry has offset 0, because all share one tile.
  ].flatMap(varint)
  const metadata = [...Buffer.from('{"vector_layers":[{"id":"earth"},{"id":"roads"}]}')]

  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles\u0003', 'latin1')
  const metadataAt = HEADER_BYTES + directory.length
  const tilesAt = metadataAt + metadata.length
  const positions = [
    ...[HEADER_BYTES, directory.length, metadataAt, metadata.length, tilesAt, 0],
    ...[tilesAt, tile.length, ids.length, ids.length, 1],
  ]
  for (const [at, value] of positions.entries()) header.writeBigUInt64LE(BigInt(value), 8 + at * 8)
  const isClustered = 0
  const uncompressed = 1
  const vectorTiles = 1
  const [minZoom, maxZoom] = [0, ZOOMS.length - 1]
  header.set([isClustered, uncompressed, uncompressed, vectorTiles, minZoom, maxZoom], 96)
  const bounds = [122, 24, 154, 46].map((degrees) => degrees * 1e7)
  for (const [at, value] of bounds.entries()) header.writeInt32LE(value, 102 + at * 4)
  writeFileSync(file, Buffer.from([...header, ...directory, ...metadata, ...tile]))
}

/**
 * The id of a tile. Tiles of lower zooms come first. The tiles of one zoom are numbered along a
 * Hilbert curve.
 */
function tileId(zoom: number) {
  let { x, y } = tileAt(zoom)
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

/** The tile of a zoom that contains {@link STREETS_AT}. */
function tileAt(zoom: number) {
  const angle = (STREETS_AT.latitude * Math.PI) / 180
  const fromTop = (1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2
  const side = 2 ** zoom
  return {
    x: Math.floor(((STREETS_AT.longitude + 180) / 360) * side),
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
