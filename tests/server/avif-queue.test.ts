import { asc } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { PHOTO_WIDTHS } from '#contract/photos.ts'
import { openAvifQueue } from '#server/avif-queue.ts'
import { bumpRevision, openCatalogue } from '#server/catalogue.ts'
import { listingPhotos } from '#server/db/schema.ts'
import { jpeg } from '#tests/support/pictures.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300"></svg>'
const MISSING = `${'0'.repeat(64)}.jpg`

let server: TestServer
beforeEach(async () => {
  server = await startServer()
})

test('photos get their AVIF copies in the background, and then say so wherever they are shown', async () => {
  const { images } = server.services
  const [photo, drawing] = [await images.store(await jpeg()), await images.storeDrawing(DRAWING)]
  await server.addListing({ id: 'a', photos: [photo, drawing] })
  await server.addListing({ id: 'b', photos: [photo] })
  const before = await revision()

  await openQueue().drain()
  expect(await flags()).toEqual([true, true, true])
  expect(await revision()).toBe(before + 1)
  for (const { path } of [photo, drawing]) {
    for (const width of PHOTO_WIDTHS) {
      expect(await images.read(path, { width, format: 'avif' })).not.toBeNull()
    }
  }
})

test('the photos people see first are converted first: real ones, and the first of each listing', async () => {
  const [drawing, second, first] = ['1.svg', '2.jpg', '3.jpg']
  await server.addListing({ id: 'a', photos: [{ path: drawing }] })
  await server.addListing({ id: 'b', photos: [{ path: first }, { path: second }] })

  const converted: string[] = []
  const makeAvif = async (path: string) => void converted.push(path)
  await openQueue({ images: { ...server.services.images, makeAvif } }).drain()
  expect([...new Set(converted)]).toEqual([first, second, drawing])
})

test('a photo that cannot be converted is reported once, and holds up no other', async () => {
  const photo = await server.services.images.store(await jpeg())
  await server.addListing({ id: 'a', photos: [{ path: MISSING }, photo] })
  const report = vi.fn()
  const queue = openQueue({ report })
  await queue.drain()
  await queue.drain()
  expect(await flags()).toEqual([false, true])
  expect(report.mock.calls).toEqual([[new Error(`The picture ${MISSING} is missing`)]])
})

test('a photo that met a full disk is tried again', async () => {
  await server.addListing({ photos: [{ path: '1.jpg' }] })
  const full = Object.assign(new Error('No space left on the disk'), { syscall: 'write' })
  const makeAvif = vi.fn(async () => {}).mockRejectedValueOnce(full)
  const queue = openQueue({ images: { ...server.services.images, makeAvif } })
  await expect(queue.drain()).rejects.toThrow(full)
  expect(await flags()).toEqual([false])
  await queue.drain()
  expect(await flags()).toEqual([true])
})

test('nothing is converted while the server is busy, and stopping ends the waiting', async () => {
  const { images } = server.services
  const photo = await images.store(await jpeg())
  await server.addListing({ photos: [photo] })
  const queue = openQueue({
    isBusy: () => {
      queue.stop()
      return true
    },
  })
  await queue.drain()
  expect(await flags()).toEqual([false])
  expect(await images.read(photo.path, { width: 320, format: 'avif' })).toBeNull()
})

test('a queue that runs finds the photos that come later, also after the database was away', async () => {
  const { db, images } = server.services
  const report = vi.fn()
  const revision = vi
    .fn(openCatalogue(db, { freshFor: 0 }).revision)
    .mockRejectedValueOnce(new Error('The database is away'))
  const queue = openQueue({ report, catalogue: { revision }, lookEvery: 1 })
  onTestFinished(queue.stop)
  queue.start()
  await vi.waitFor(() => expect(report).toHaveBeenCalledOnce())

  await server.addListing({ photos: [await images.store(await jpeg())] })
  await bumpRevision(db)
  await vi.waitFor(async () => expect(await flags()).toEqual([true]), 10_000)
})

function openQueue(replaced: Partial<Parameters<typeof openAvifQueue>[0]> = {}) {
  const { db, images } = server.services
  const report = (error: unknown) => server.services.report(error, 'queue')
  const catalogue = openCatalogue(db)
  return openAvifQueue({ db, images, catalogue, report, isBusy: () => false, ...replaced })
}

function revision() {
  return openCatalogue(server.services.db).revision()
}

/** Whether each photo is said to have AVIF copies, in the order of listings and photos. */
async function flags() {
  const photos = await server.services.db
    .select({ avif: listingPhotos.avif })
    .from(listingPhotos)
    .orderBy(asc(listingPhotos.listingId), asc(listingPhotos.position))
  return photos.map(({ avif }) => avif)
}
