import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PMTiles } from 'pmtiles'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkStreets } from '#client/streets/check-streets.ts'
import { planStreets } from '#client/streets/plan-streets.ts'
import { saveStreets } from '#client/streets/save-streets.ts'
import { streetSaver } from '#client/streets/street-saver.ts'
import { streetSource } from '#client/streets/street-source.ts'
import { type Tile, tilesAround } from '#client/streets/street-tiles.ts'
import {
  readPartSizes,
  removeStreets,
  STREETS_CACHE,
  versionOf,
} from '#client/streets/streets-cache.ts'
import { BASEMAP_PATH } from '#contract/basemap.ts'
import { openCacheStorage } from '#tests/support/cache-storage.ts'
import { STREETS_LOCATION, tileAt, writeStreetMap } from '#tests/support/street-map.ts'
import { testDirectory } from '#tests/support/test-directory.ts'

const HOUSE = { ...STREETS_LOCATION, radiusKm: 9 }
const OTHER_HOUSE = { latitude: 33.36, longitude: 132.51, radiusKm: 9 }

let storage: ReturnType<typeof openCacheStorage>
/** The operator's file of streets, and its ETag. */
let file: { bytes: Uint8Array; etag: string | undefined }
/** The first byte of each requested range. */
let requests: number[]
/** Decides whether a request reaches the server. */
let isReachable: () => boolean

beforeEach(() => {
  storage = openCacheStorage()
  file = { bytes: streetMap(), etag: '"1"' }
  requests = []
  isReachable = () => true
  vi.stubGlobal('fetch', async (_url: string, { headers, signal }: RequestInit) => {
    const [, first, last] = new Headers(headers).get('range')?.match(/^bytes=(\d+)-(\d+)$/) ?? []
    requests.push(Number(first))
    signal?.throwIfAborted()
    if (!isReachable()) throw new TypeError('Failed to fetch')
    const bytes = file.bytes.slice(Number(first), Number(last) + 1)
    return new Response(bytes, {
      status: 206,
      headers: { 'content-length': String(bytes.length), ...(file.etag && { etag: file.etag }) },
    })
  })
})

afterEach(() => {
  streetSaver.pause()
  vi.unstubAllGlobals()
})

function streetMap(version = 1) {
  const path = join(testDirectory(), `streets-${version}.pmtiles`)
  writeStreetMap(path, version)
  return new Uint8Array(readFileSync(path))
}

const plan = (circles = [HOUSE]) => planStreets(BASEMAP_PATH, circles)
const save = async (circles = [HOUSE]) =>
  saveStreets(await plan(circles), new AbortController().signal)
const countAt = (tiles: Tile[], zoom: number) => tiles.filter((tile) => tile.zoom === zoom).length

/**
 * Reads the tile at {@link STREETS_LOCATION} as the map does. Resolves with the size of the tile in
 * bytes.
 */
async function readTile(zoom: number) {
  const { x, y } = tileAt(zoom)
  const tile = await new PMTiles(streetSource(BASEMAP_PATH)).getZxy(zoom, x, y)
  return tile && new Uint8Array(tile.data).length
}

test('for a house, the app saves each map tile that the circle around the house touches, from zoom 8 to zoom 13', () => {
  const tiles = tilesAround(HOUSE)
  expect(new Set(tiles.map(({ zoom }) => zoom))).toEqual(new Set([8, 9, 10, 11, 12, 13]))
  for (const zoom of [8, 10, 13]) {
    expect(tiles).toContainEqual({ zoom, ...tileAt(zoom) })
  }
  // A tile of zoom 13 is 4 km wide. The circle is 18 km wide, so it touches five or six tiles in
  // each direction.
  expect(countAt(tiles, 13)).toBeGreaterThan(18)
  expect(countAt(tiles, 13)).toBeLessThanOrEqual(36)
  expect(countAt(tilesAround({ ...HOUSE, radiusKm: 0.1 }), 13)).toBeLessThanOrEqual(4)
})

test('at each zoom, the app saves a limited number of map tiles for a house, however large the circle around the house is', () => {
  for (const radiusKm of [1, 5, 9, 15, 45, 100, 500]) {
    const tiles = tilesAround({ ...HOUSE, radiusKm })
    for (let zoom = 0; zoom <= 15; zoom += 1) {
      expect(countAt(tiles, zoom), `${radiusKm} km, zoom ${zoom}`).toBeLessThanOrEqual(36)
    }
  }
  // A circle as large as a prefecture gets only tiles of low zooms, which contain the main roads.
  expect(countAt(tilesAround({ ...HOUSE, radiusKm: 45 }), 8)).toBeGreaterThan(0)
  expect(countAt(tilesAround({ ...HOUSE, radiusKm: 45 }), 13)).toBe(0)
})

test('the download size of the streets is known before any tile is downloaded', async () => {
  const { bytes, missingBytes, ranges, placeCount } = await plan()
  expect(placeCount).toBe(1)
  expect(missingBytes).toBe(bytes)
  // To make the plan, the app requests only the start of the file and one directory.
  expect(requests).toEqual([0, 16_384])
  await save()
  const kept = [...(await readPartSizes()).values()]
  expect(kept).toHaveLength(ranges.length + 1)
  expect(kept.reduce((total, size) => total + size, 0)).toBe(bytes)
  expect((await plan()).missingBytes).toBe(0)
})

test('if the streets around all favorites exceed the maximum size, the app saves only the streets around the newest favorites', async () => {
  const newest = { ...HOUSE, radiusKm: 0.1 }
  const { bytes, placeCount } = await plan([newest, HOUSE])
  expect(placeCount).toBe(2)
  const onlyNewest = await plan([newest])
  const limited = await planStreets(BASEMAP_PATH, [newest, HOUSE], bytes - 1)
  expect(limited).toMatchObject({ placeCount: 1, bytes: onlyNewest.bytes })
})

test('without a network, the map can read only the street tiles saved on the device', async () => {
  await save()
  isReachable = () => false
  expect(await readTile(13)).toBeGreaterThan(100)
  expect(await readTile(8)).toBeGreaterThan(100)
  // Tiles of zooms below 8 are not kept.
  await expect(readTile(5)).rejects.toThrow('Failed to fetch')
  await removeStreets()
  await expect(readTile(13)).rejects.toThrow('Failed to fetch')
})

test('with a network, the map does not download saved street tiles again', async () => {
  await save()
  requests = []
  await readTile(13)
  expect(requests).toEqual([0])
})

test('an interrupted download of streets keeps the parts that have arrived, and the next download requests only the missing parts', async () => {
  const whole = await plan()
  isReachable = () => requests.length < 10
  await expect(saveStreets(whole, new AbortController().signal)).rejects.toThrow('Failed to fetch')
  const storedCount = (await readPartSizes()).size
  expect(storedCount).toBeGreaterThan(2)
  isReachable = () => true
  requests = []
  await saveStreets(whole, new AbortController().signal)
  expect(requests).toHaveLength(whole.ranges.length + 1 - storedCount)
  await saveStreets(whole, new AbortController().signal)
  expect(requests).toHaveLength(whole.ranges.length + 1 - storedCount)
})

test('the check of saved streets works without a network, and finds the parts that must be downloaded again', async () => {
  const check = () => checkStreets(BASEMAP_PATH, [HOUSE])
  const { partCount, missingBytes, plan: whole } = await check()
  expect(partCount).toBe(whole.ranges.length + 1)
  expect(missingBytes).toBe(whole.bytes)

  await save()
  isReachable = () => false
  expect(await check()).toMatchObject({ partCount, storedCount: partCount, missingBytes: 0 })

  const cache = await caches.open(STREETS_CACHE)
  const keys = [...(await readPartSizes()).keys()]
  const [lost = '', broken = ''] = keys.filter((key) => versionOf(key) !== '').slice(-2)
  await cache.delete(lost)
  await cache.put(broken, new Response('cut off'))
  expect(await check()).toMatchObject({ partCount, storedCount: partCount - 2 })

  isReachable = () => true
  const { plan: missing } = await check()
  requests = []
  await saveStreets(missing, new AbortController().signal)
  expect(requests).toHaveLength(2)
  expect(await check()).toMatchObject({ storedCount: partCount, missingBytes: 0 })
})

test('the check of saved streets fails if the device has neither saved streets nor a network', async () => {
  isReachable = () => false
  await expect(checkStreets(BASEMAP_PATH, [HOUSE])).rejects.toThrow('Failed to fetch')
})

test('after the operator has replaced the street file, no part of the new file counts as saved', async () => {
  await save()
  file = { bytes: streetMap(2), etag: '"2"' }
  const check = await checkStreets(BASEMAP_PATH, [HOUSE])
  expect(check).toMatchObject({ storedCount: 0, partCount: check.plan.ranges.length })
})

test('the app deletes the saved streets around removed favorites', async () => {
  await save([HOUSE])
  const before = (await readPartSizes()).size
  await save([OTHER_HOUSE])
  expect((await readPartSizes()).size).toBeLessThan(before)
  isReachable = () => false
  await expect(readTile(13)).rejects.toThrow('Failed to fetch')
})

test.each([
  ['with an ETag', '"2"'],
  ['without an ETag', undefined],
])(
  'after the operator has replaced a street file %s, the saved streets stay until the download of the new streets is complete',
  async (_how, etag) => {
    if (!etag) file.etag = undefined
    await save()
    file = { bytes: streetMap(2), etag }
    const next = await plan()
    expect(next.isReplaced).toBe(true)
    expect(next.missingBytes).toBe(next.bytes - next.start.data.byteLength)
    requests = []
    isReachable = () => requests.length < 4
    await expect(saveStreets(next, new AbortController().signal)).rejects.toThrow('Failed to fetch')
    expect(await readTile(13)).toBeGreaterThan(100)

    isReachable = () => true
    await saveStreets(next, new AbortController().signal)
    expect((await readPartSizes()).size).toBe(next.ranges.length + 1)
    expect((await plan()).isReplaced).toBe(false)
    isReachable = () => false
    expect(await readTile(13)).toBeGreaterThan(100)
  },
)

test('if the download of streets fails, the app knows whether the device is full, the connection was lost or the operator has replaced the street file', async () => {
  const whole = await plan()
  storage.capacity = 20_000
  await streetSaver.save(whole)
  expect(streetSaver.current()).toMatchObject({ phase: 'full' })
  storage.capacity = Number.POSITIVE_INFINITY
  isReachable = () => false
  await streetSaver.save(whole)
  expect(streetSaver.current()).toMatchObject({ phase: 'interrupted' })
  isReachable = () => true
  file.etag = '"2"'
  await streetSaver.save(whole)
  expect(streetSaver.current()).toMatchObject({ phase: 'replaced' })
  await streetSaver.save(await plan())
  expect(streetSaver.current()).toMatchObject({ phase: 'saved', bytes: whole.bytes })
  await streetSaver.remove()
  expect(streetSaver.current()).toMatchObject({ phase: undefined, bytes: 0 })
})

test('removing the saved streets stops a running download, which then stores no more parts', async () => {
  const whole = await plan()
  requests = []
  isReachable = () => {
    if (requests.length === 3) void caches.delete(STREETS_CACHE)
    return true
  }
  await streetSaver.save(whole)
  expect(streetSaver.current()).toMatchObject({ phase: undefined, bytes: 0 })
  expect(await caches.has(STREETS_CACHE)).toBe(false)
})
