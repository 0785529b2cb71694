import { constants, getPriority } from 'node:os'
import { asc } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { PHOTO_WIDTHS } from '#contract/photos.ts'
import { listingPhotos, SAMPLE_SOURCE } from '#server/db/schema.ts'
import { openAvifMaker } from '#server/images/avif-maker.ts'
import { openAvifQueue } from '#server/images/avif-queue.ts'
import { openImages } from '#server/images/images.ts'
import { openCatalogue } from '#server/listings/catalogue.ts'
import { jpeg } from '#tests/support/pictures.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'
import { testDirectory } from '#tests/support/test-directory.ts'

const MISSING = `${'0'.repeat(64)}.jpg`

let server: TestServer
beforeEach(async () => {
  server = await startServer()
})

test('a viewed photo gets AVIF copies, and its database records are updated', async () => {
  const { images } = server.services
  const [photo, other] = [await images.store(await jpeg(40)), await images.store(await jpeg(80))]
  const unseen = await images.store(await jpeg(120))
  await server.addListing({ id: 'a', photos: [photo, other, unseen] })
  await server.addListing({ id: 'b', photos: [photo] })
  await viewPhotos(photo, other)
  const before = await revision()

  await openQueue().drain()
  expect(await flags()).toEqual([true, true, false, true])
  expect(await revision()).toBe(before + 1)
  for (const { path } of [photo, other]) {
    for (const width of PHOTO_WIDTHS) {
      expect(await images.read(path, { width, format: 'avif' })).not.toBeNull()
    }
  }
})

test('no photo is converted to AVIF before somebody views it', async () => {
  const { images } = server.services
  await server.addListing({ photos: [await images.store(await jpeg())] })
  const make = vi.fn(async () => {})
  await openQueue({ maker: { make, end: async () => {} } }).drain()
  expect(make).not.toHaveBeenCalled()
  expect(await flags()).toEqual([false])
})

test('of the photos to convert to AVIF, the first photo of each listing comes first, and real photos come before sample ones', async () => {
  const { images } = server.services
  const sample = await images.store(await jpeg(120))
  const [first, second] = [await images.store(await jpeg(40)), await images.store(await jpeg(80))]
  await server.addListing({ id: 'a', source: SAMPLE_SOURCE, photos: [sample] })
  await server.addListing({ id: 'b', photos: [first, second] })
  await viewPhotos(sample, second, first)

  const converted: string[] = []
  const make = async (path: string) => void converted.push(path)
  await openQueue({ maker: { make, end: async () => {} } }).drain()
  expect([...new Set(converted)]).toEqual([first.path, second.path, sample.path])
})

test('a photo that cannot be converted to AVIF is reported once, and does not block other photos', async () => {
  const { images } = server.services
  const [lost, photo] = [await images.store(await jpeg(40)), await images.store(await jpeg(80))]
  await server.addListing({ id: 'a', photos: [lost, photo] })
  await viewPhotos(lost, photo)
  const logError = vi.fn()
  const queue = openQueue({
    logError,
    maker: {
      async make(path, width) {
        if (path === lost.path) throw new Error(`The picture ${path} is missing`)
        await images.makeAvif(path, width)
      },
      end: async () => {},
    },
  })
  await queue.drain()
  await queue.drain()
  expect(await flags()).toEqual([false, true])
  expect(logError.mock.calls).toEqual([[new Error(`The picture ${lost.path} is missing`)]])
})

test('if a full disk prevents the conversion of a photo, the photo is converted later', async () => {
  const photo = await server.services.images.store(await jpeg())
  await server.addListing({ photos: [photo] })
  await viewPhotos(photo)
  const full = Object.assign(new Error('No space left on the disk'), { syscall: 'write' })
  const make = vi.fn(async () => {}).mockRejectedValueOnce(full)
  const queue = openQueue({ maker: { make, end: async () => {} } })
  await expect(queue.drain()).rejects.toThrow(full)
  expect(await flags()).toEqual([false])
  await queue.drain()
  expect(await flags()).toEqual([true])
})

test('the server does not convert photos to AVIF while it is busy, and a later process converts them', async () => {
  const { images } = server.services
  const photo = await images.store(await jpeg())
  await server.addListing({ photos: [photo] })
  await viewPhotos(photo)
  const queue = openQueue({
    isBusy: () => {
      queue.stop()
      return true
    },
  })
  await queue.drain()
  expect(await flags()).toEqual([false])
  expect(await images.read(photo.path, { width: 320, format: 'avif' })).toBeNull()

  await openQueue().drain()
  expect(await flags()).toEqual([true])
})

test('a running AVIF queue converts newly viewed photos, even after the queue has failed once', async () => {
  const { images } = server.services
  const logError = vi.fn()
  const list = vi
    .fn(images.avifRequests.list)
    .mockRejectedValueOnce(new Error('The folder is away'))
  const queue = openQueue({
    logError,
    images: { ...images, avifRequests: { ...images.avifRequests, list } },
    pollMs: 1,
  })
  onTestFinished(queue.stop)
  queue.start()
  await vi.waitFor(() => expect(logError).toHaveBeenCalledOnce())

  const photo = await images.store(await jpeg())
  await server.addListing({ photos: [photo] })
  await viewPhotos(photo)
  await vi.waitFor(async () => expect(await flags()).toEqual([true]), 10_000)
})

test('AVIF copies are made in a low-priority process, which ends when there is no more work', async () => {
  const directory = testDirectory()
  const images = openImages(directory)
  const { path } = await images.store(await jpeg())
  const maker = openAvifMaker(directory)
  onTestFinished(maker.end)
  expect(maker.pid()).toBeUndefined()
  await maker.make(path, 320)
  expect(await images.read(path, { width: 320, format: 'avif' })).not.toBeNull()
  expect(getPriority(maker.pid())).toBe(constants.priority.PRIORITY_LOW)

  await expect(maker.make(MISSING, 320)).rejects.toThrow(`The picture ${MISSING} is missing`)
  await maker.end()
  expect(maker.pid()).toBeUndefined()
  await maker.make(path, 720)
  expect(await images.read(path, { width: 720, format: 'avif' })).not.toBeNull()
})

test('if the process that converts photos is killed, its conversion fails, and the next conversion starts a new process', async () => {
  const directory = testDirectory()
  const { path } = await openImages(directory).store(await jpeg())
  const maker = openAvifMaker(directory)
  onTestFinished(maker.end)
  const failed = expect(maker.make(path, 320)).rejects.toThrow('has ended')
  process.kill(maker.pid() ?? 0, 'SIGKILL')
  await failed
  await maker.make(path, 320)
})

function openQueue(replaced: Partial<Parameters<typeof openAvifQueue>[0]> = {}) {
  const { db, images } = server.services
  const logError = (error: unknown) => server.services.logError(error, 'queue')
  // Starting another process is slow, so convert the photos in this process.
  const maker = { make: images.makeAvif, end: async () => {} }
  return openAvifQueue({ db, images, maker, logError, isBusy: () => false, ...replaced })
}

/** Requests the photos as a card does. */
async function viewPhotos(...photos: { path: string }[]) {
  for (const { path } of photos) {
    expect((await server.fetch(`/images/${path}?w=320`)).status).toBe(200)
  }
}

function revision() {
  return openCatalogue(server.services.db).revision()
}

/**
 * Returns one value for each photo: true if the database marks the photo's AVIF copies as present.
 * The values are sorted by listing and position.
 */
async function flags() {
  const photos = await server.services.db
    .select({ avif: listingPhotos.avif })
    .from(listingPhotos)
    .orderBy(asc(listingPhotos.listingId), asc(listingPhotos.position))
  return photos.map(({ avif }) => avif)
}
