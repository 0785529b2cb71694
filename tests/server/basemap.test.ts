import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BASEMAP_PATH, getBasemap } from '#contract/basemap.ts'
import { openBasemap } from '#server/basemap/basemap.ts'
import { startServer } from '#tests/support/server.ts'
import { testDirectory } from '#tests/support/test-directory.ts'

const VECTOR_TILES = '\u0001'
const PICTURES = '\u0002'

/** The header of a PMTiles file. Only its signature and its tile type are set. */
const headerOf = (tileType: string) =>
  `${'PMTiles\u0003'.padEnd(99, '\0')}${tileType}`.padEnd(127, '\0')

function writeBasemap(content = `${headerOf(VECTOR_TILES)}0123456789`) {
  const file = join(testDirectory(), 'japan.pmtiles')
  writeFileSync(file, content, 'latin1')
  return file
}

const askFor = (range: string) => ({ headers: { range } })

test('the server serves a local street map in ranges, with an ETag that changes with the file', async () => {
  const file = writeBasemap()
  const server = await startServer({ basemap: await openBasemap(file) })
  const ana = await server.addSubscriber()
  const { body } = await server.call(ana, getBasemap, {})
  expect(body).toEqual({ url: BASEMAP_PATH })

  const part = await server.fetch(BASEMAP_PATH, askFor('bytes=127-130'))
  expect(part.status).toBe(206)
  expect(await part.text()).toBe('0123')
  expect(part.headers.get('content-range')).toBe('bytes 127-130/137')
  const tag = part.headers.get('etag')

  // A map reader first requests a range of fixed length. This range may be longer than a small
  // file, so the server sends the whole file.
  const whole = await server.fetch(BASEMAP_PATH, askFor('bytes=0-16383'))
  expect(whole.headers.get('content-range')).toBe('bytes 0-136/137')
  expect(whole.headers.get('etag')).toBe(tag)

  writeFileSync(file, `${headerOf(VECTOR_TILES)}another map`, 'latin1')
  const changed = await server.fetch(BASEMAP_PATH, askFor('bytes=127-133'))
  expect(await changed.text()).toBe('another')
  expect(changed.headers.get('etag')).not.toBe(tag)
})

test.each([
  '',
  'bytes=0-',
  'bytes=-5',
  'bytes=0-1,3-4',
  'bytes=9-8',
  'bytes=0-1000000',
  'lines=0-1',
])('a request for the range %s of the street map is refused', async (range) => {
  const server = await startServer({ basemap: await openBasemap(writeBasemap()) })
  expect((await server.fetch(BASEMAP_PATH, range ? askFor(range) : {})).status).toBe(416)
})

test('a request for a range beyond the end of the street map is refused', async () => {
  const server = await startServer({ basemap: await openBasemap(writeBasemap()) })
  const { status, headers } = await server.fetch(BASEMAP_PATH, askFor('bytes=137-140'))
  expect([status, headers.get('content-range')]).toEqual([416, 'bytes */137'])
})

test('pages may request streets from the server that the operator names, and from no other server', async () => {
  const basemap = await openBasemap('https://tiles.example/japan.pmtiles')
  const server = await startServer({ basemap })
  const ana = await server.addSubscriber()
  expect((await server.call(ana, getBasemap, {})).body.url).toBe(basemap.url)
  const { headers } = await server.fetch('/healthz')
  const calls = headers.get('content-security-policy')?.match(/connect-src ([^;]+)/)?.[1]
  expect(calls).toBe("'self' https://tiles.example")
  expect((await server.fetch(BASEMAP_PATH, askFor('bytes=0-7'))).status).toBe(404)
})

test('without the setting BASEMAP, the map has no streets', async () => {
  const server = await startServer()
  const ana = await server.addSubscriber()
  expect((await server.call(ana, getBasemap, {})).body).toEqual({ url: null })
  expect((await server.fetch(BASEMAP_PATH, askFor('bytes=0-7'))).status).toBe(404)
})

test("the start fails with a reason if the street map's file is missing or is not a map", async () => {
  await expect(openBasemap('/nowhere/japan.pmtiles')).rejects.toThrow('cannot be read')
  await expect(openBasemap(testDirectory())).rejects.toThrow('cannot be read')
  await expect(openBasemap(writeBasemap('PK...'))).rejects.toThrow('is not a PMTiles file')
  await expect(openBasemap(writeBasemap(headerOf(PICTURES)))).rejects.toThrow(
    'contains no vector tiles (MVT)',
  )
})
