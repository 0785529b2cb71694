import type { Worker } from 'node:worker_threads'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { importContacts, listContacts } from '#contract/contacts.ts'
import { getPlaces, importPlaces } from '#contract/places.ts'
import { readContactFile } from '#server/reference-data/contact-file.ts'
import { readPlaceFile } from '#server/reference-data/place-file.ts'
import { borderFile } from '#tests/support/border-file.ts'
import { addDefaultPlaces } from '#tests/support/default-places.ts'
import { TODAY } from '#tests/support/imports.ts'
import { gzipped, oazaFile, STATION_HEADER, stationFile } from '#tests/support/place-files.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let admin: Person
beforeEach(async () => {
  server = await startServer()
  admin = await server.addAdmin()
  await addDefaultPlaces(server.services.db, TODAY)
})

async function upload(
  { path }: { path: string },
  body: string | Uint8Array | ReadableStream<Uint8Array>,
) {
  const init = {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'text/csv' },
    body: typeof body === 'string' ? body : (body as BodyInit),
    duplex: 'half',
  }
  const response = await server.fetch(`/v1${path}?file_name=file`, init)
  return { status: response.status, body: await response.json() }
}

/** Collects the threads that this process starts until the end of the test. */
function watchThreads() {
  const threads: Worker[] = []
  const add = (thread: Worker) => void threads.push(thread)
  process.on('worker', add)
  onTestFinished(() => void process.off('worker', add))
  return threads
}

/** A file that never ends: `start`, then `more` again and again. */
async function* endless(start: string, more: string) {
  const piece = Buffer.from(more.repeat(1000))
  yield Buffer.from(start)
  for (;;) yield piece
}

test('files of oaza, stations, borders and contacts are each read in a thread of their own, which ends with the request', async () => {
  const threads = watchThreads()
  const oaza = await upload(importPlaces, gzipped(await oazaFile(server.services.db)))
  expect(oaza.body).toMatchObject({ kind: 'oaza', rows: 47 })
  expect((await upload(importPlaces, stationFile())).body).toMatchObject({ rows: 2 })
  expect((await upload(importPlaces, JSON.stringify(borderFile()))).body).toMatchObject({
    ...{ kind: 'borders', rows: 47 },
  })
  const contacts = await upload(importContacts, 'code,phone\n38214,0894-62-1111\n99999,1\n')
  expect(contacts.body).toMatchObject({ added: 1, rejected_count: 1 })
  expect(threads).toHaveLength(4)
  // A thread that has ended has the id -1.
  expect(threads.map(({ threadId }) => threadId)).toEqual([-1, -1, -1, -1])
  expect((await server.call(admin, getPlaces, {})).body).toMatchObject({
    ...{ oaza_count: 47, station_count: 2 },
  })
})

test('a file that the thread refuses changes nothing, and the next file is imported', async () => {
  const threads = watchThreads()
  const features = `{"type":"FeatureCollection","features":[${'{},'.repeat(2_100_000)}{}]}`
  expect(await upload(importPlaces, gzipped(features))).toEqual({
    status: 422,
    body: {
      detail:
        'The file of borders is too detailed: simplify the outlines to about 100 m, and upload it again.',
    },
  })
  expect(await upload(importContacts, `code,phone\n${'x,1\n'.repeat(10_001)}`)).toEqual({
    status: 422,
    body: {
      detail:
        'The file has more than 10,000 rows. Upload a file with one row for each municipality.',
    },
  })
  expect(threads.map(({ threadId }) => threadId)).toEqual([-1, -1])
  const known = await server.call(admin, listContacts, { state: 'known' })
  expect(known.body.total_count).toBe(0)
  expect((await upload(importPlaces, stationFile())).status).toBe(200)
})

test('while one uploaded file is read, another one is refused', async () => {
  let finish = (_: string) => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Buffer.from(`${STATION_HEADER}\n`))
      finish = (rest) => {
        controller.enqueue(Buffer.from(rest))
        controller.close()
      }
    },
  })
  const threads = watchThreads()
  const first = upload(importPlaces, body)
  await expect.poll(() => threads.length).toBe(1)
  expect(await upload(importContacts, 'code,phone\n38214,0894-62-1111\n')).toEqual({
    status: 409,
    body: {
      detail: 'Another file is being imported. Wait until it is done, then upload this file again.',
    },
  })
  finish(stationFile().replace(`${STATION_HEADER}\n`, ''))
  expect(await first).toMatchObject({ status: 200, body: { rows: 2 } })
  expect(threads).toHaveLength(1)
})

test.each([
  ['features', '{"type":"FeatureCollection","features":[', '{},', 'simplify the outlines'],
  ['points', '{"type":"Topology","arcs":[[', '[1,1],', 'simplify the outlines'],
  ['nested lists', '{"type":"Topology","arcs":', '[', 'nests lists more than 20 deep'],
  ['stations', `${STATION_HEADER}\n`, '1,a,37,138,b\n', 'more than 20,000 rows'],
])(
  'a file with too many %s is refused by their number, before the rest of the file is unfolded',
  async (_, start, more, reason) => {
    await expect(readPlaceFile(endless(start, more), [])).rejects.toMatchObject({
      status: 422,
      detail: expect.stringContaining(reason),
    })
  },
)

test('a file with too many contacts is refused by their number, before the rest of the file is read', async () => {
  const rows = endless('code,phone\n', '99999,1\n')
  await expect(readContactFile(rows, [])).rejects.toMatchObject({
    status: 422,
    detail: expect.stringContaining('more than 10,000 rows'),
  })
})
