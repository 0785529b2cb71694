import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { getBasemap, getBorders } from '#contract/basemap.ts'
import { getPlaces } from '#contract/places.ts'
import { PREFECTURES } from '#contract/prefectures.ts'
import { COMMAND_LINE } from '#server/audit/audit.ts'
import { BORDERS_ATTRIBUTION } from '#server/borders/borders-by-prefecture.ts'
import { unmatchedSources } from '#server/places/stored-places.ts'
import { importPlaceFile } from '#server/reference-data/import-places.ts'
import { PLACES_DIR } from '#tests/support/akiya-bank.ts'
import { BORDER, borderFile } from '#tests/support/border-file.ts'
import { TODAY } from '#tests/support/imports.ts'
import { gzipped, importPlaceText } from '#tests/support/place-files.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let subscriber: Person
beforeEach(async () => {
  server = await startServer()
  subscriber = await server.addSubscriber()
})

const importText = (text: string | Uint8Array) => importPlaceText(server.services.db, text)
const importJson = (file: unknown) => importText(JSON.stringify(file))

async function pathOf(prefecture: string) {
  return (await server.call(subscriber, getBorders, { prefecture })).body.path
}

const PATH = 'M10600 15650l-100 119 0 239'

test('importing a GeoJSON file of municipalities adds the borders between them, with a credit', async () => {
  expect((await server.call(subscriber, getBasemap, {})).body.borders).toBeUndefined()
  expect(await pathOf('ehime')).toBe('')

  const result = await importText(gzipped(JSON.stringify(borderFile())))
  expect(result).toEqual({ kind: 'borders', rows: PREFECTURES.length, unknown: [] })
  expect((await server.call(subscriber, getBasemap, {})).body.borders).toBe(BORDERS_ATTRIBUTION)
  // The path contains only the border between municipalities. It leaves out coasts and prefecture
  // borders, because the map draws them from other data.
  expect(await pathOf('ehime')).toBe(PATH)
  // The borders decide in which municipality a point lies.
  expect(await unmatchedSources(server.services.db)).toContainEqual(
    expect.objectContaining({ name: 'borders' }),
  )
  const admin = await server.addAdmin()
  const { attribution } = (await server.call(admin, getPlaces, {})).body
  expect(attribution).toContain('N03')
})

test('importing a TopoJSON file, in which neighbours share an arc, adds the same borders as a GeoJSON file', async () => {
  const geometries = PREFECTURES.flatMap((_, at) => {
    const start = String(at + 1).padStart(2, '0')
    return [
      { type: 'Polygon', arcs: [[0, 1]], properties: { c: `${start}201` } },
      { type: 'MultiPolygon', arcs: [[[2, ~0]]], properties: { c: `${start}202` } },
    ]
  })
  await importJson({
    type: 'Topology',
    transform: { scale: [0.1, 0.1], translate: [132, 33] },
    arcs: [
      [
        [5, 0],
        [0, 2],
        [1, 1],
      ],
      [
        [6, 3],
        [-4, 0],
        [0, -3],
        [3, 0],
      ],
      [
        [5, 0],
        [3, 0],
        [0, 3],
        [-2, 0],
      ],
    ],
    objects: { m: { type: 'GeometryCollection', geometries } },
  })
  expect(await pathOf('kochi')).toBe(PATH)
})

test('the import simplifies a border by leaving out points that lie almost on its line', async () => {
  const [start = [0, 0], ...rest] = BORDER
  await importJson(borderFile([start, [132.5009, 33.1], ...rest]))
  expect(await pathOf('ehime')).toBe(PATH)
})

test('the border of a municipality inside another, such as a village in a city, becomes a separate line', async () => {
  const { features, ...file } = borderFile()
  const hole = [
    [132.3, 33.1],
    [132.4, 33.1],
    [132.4, 33.2],
    [132.3, 33.1],
  ]
  const [city, ...others] = features
  city?.geometry.coordinates.push(hole as never)
  const village = {
    ...{ type: 'Feature', properties: { N03_007: '01303' } },
    geometry: { type: 'Polygon', coordinates: [hole.toReversed()] },
  }
  await importJson({ ...file, features: [city, ...others, village] })
  expect((await pathOf('hokkaido')).match(/M/g)).toHaveLength(2)
})

test('an import replaces the borders, and a browser with cached borders gets the new borders', async () => {
  await importJson(borderFile())
  const ask = (etag = '') =>
    server.fetch('/v1/borders?prefecture=ehime', {
      headers: { authorization: `Bearer ${subscriber.token}`, 'if-none-match': etag },
    })
  const etag = (await ask()).headers.get('etag') ?? ''
  expect((await ask(etag)).status).toBe(304)
  await importJson(
    borderFile([
      [132.5, 33],
      [132.7, 33.3],
    ]),
  )
  expect((await ask(etag)).status).toBe(200)
  expect(await pathOf('ehime')).toBe('M10700 15650l-200 358')
})

const { features } = borderFile()
test.each([
  ['cut off', JSON.stringify(borderFile()).slice(0, -20), /cut off/],
  ['without a prefecture', { type: 'FeatureCollection', features: features.slice(2) }, /Hokkaido/],
  ['of another kind', { type: 'Feature' }, /neither GeoJSON nor TopoJSON/],
  [
    'outside Japan',
    borderFile([
      [2.35, 48.85],
      [132.5, 33],
    ]),
    /outside Japan/,
  ],
  [
    'with a missing arc',
    {
      ...{ type: 'Topology', arcs: [] },
      objects: {
        m: { geometries: [{ type: 'Polygon', arcs: [[7]], properties: { c: '01101' } }] },
      },
    },
    /arc/,
  ],
])('a file of borders %s is refused, and the stored borders stay', async (_, file, reason) => {
  await importJson(borderFile())
  const text = typeof file === 'string' ? file : JSON.stringify(file)
  await expect(importText(text)).rejects.toMatchObject({
    status: 422,
    detail: expect.stringMatching(reason),
  })
  expect(await pathOf('ehime')).toBe(PATH)
})

test('a request for the borders of an unknown prefecture is refused', async () => {
  const { status } = await server.call(subscriber, getBorders, { prefecture: 'atlantis' })
  expect(status).toBe(422)
})

test.runIf(PLACES_DIR)('the borders of all of Japan are smaller than 250 kB', async () => {
  await importPlaceFile({
    ...{ db: server.services.db, now: () => TODAY, actor: COMMAND_LINE, fileName: 'm.topo.json' },
    input: createReadStream(join(String(PLACES_DIR), 'municipalities.topo.json')),
  })
  const paths = await Promise.all(PREFECTURES.map(({ value }) => pathOf(value)))
  expect(paths.every((path) => path.length > 500)).toBe(true)
  expect(paths.join('').length).toBeLessThan(250_000)
})
