import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, inArray, min, sql } from 'drizzle-orm'
import { PHOTO_WIDTHS } from '#contract/photos.ts'
import type { Database } from '#server/db/database.ts'
import { listingPhotos, listings, SAMPLE_SOURCE } from '#server/db/schema.ts'
import { bumpRevision } from '#server/listings/catalogue.ts'
import type { AvifMaker } from './avif-maker.ts'
import type { Images } from './images.ts'

/**
 * Photos are converted in batches of this size. The update of the database after each batch
 * invalidates all cached result pages, so small batches would empty the cache too often.
 */
const BATCH = 100
/** How long the queue pauses before it checks again whether the server is busy. */
const BUSY_PAUSE_MS = 1000
/** The event loop's utilization above which the server counts as busy. */
const MAX_UTILIZATION = 0.5

interface Work {
  db: Database
  images: Pick<Images, 'avifRequests' | 'isBusy'>
  maker: Pick<AvifMaker, 'make' | 'end'>
  logError: (error: unknown) => void
  /** The interval between checks for newly requested photos, in milliseconds. */
  pollMs?: number
  /** Whether other work is more urgent, so that the queue should pause. */
  isBusy?: () => boolean
}

/**
 * Makes AVIF renditions of viewed photos in the background. A rendition takes too long for a
 * request, and most photos of a catalogue are never viewed. A photo stays in the queue until its
 * listings point to the renditions. So the process can stop at any time without losing a photo.
 */
export function openAvifQueue({
  db,
  images,
  maker,
  logError,
  pollMs = 300_000,
  isBusy = watchLoad(images),
}: Work) {
  const stopping = new AbortController()
  let running: Promise<void> | undefined

  /** Makes the renditions of all photos that are in the queue now. */
  async function drain() {
    const requested = await images.avifRequests.list()
    try {
      for (let start = 0; start < requested.length; start += BATCH) {
        await convertBatch(requested.slice(start, start + BATCH))
        if (stopping.signal.aborted) return
      }
    } finally {
      await maker.end()
    }
  }

  async function convertBatch(requested: string[]) {
    const converted: string[] = []
    for (const path of await findPhotosWithoutAvif(db, requested)) {
      if (await convert(path)) converted.push(path)
      if (stopping.signal.aborted) break
    }
    if (converted.length > 0) await announce(db, converted)
    // After an aborted run, remove only the converted photos from the queue. The next start
    // converts the others.
    const done = stopping.signal.aborted ? converted : requested
    for (const path of done) await images.avifRequests.remove(path)
  }

  async function convert(path: string) {
    try {
      for (const width of PHOTO_WIDTHS) {
        while (isBusy() && !stopping.signal.aborted) await pause(BUSY_PAUSE_MS)
        if (stopping.signal.aborted) return false
        await maker.make(path, width)
      }
      return true
    } catch (error) {
      // A system error, such as a full disk, is not caused by the photo. Throw the error, so that
      // the photo stays in the queue for a retry.
      if (error instanceof Error && 'syscall' in error) throw error
      logError(error)
      return false
    }
  }

  async function run() {
    for (;;) {
      // Wait first, because a starting server has more urgent work.
      await pause(pollMs)
      if (stopping.signal.aborted) return
      await drain().catch(logError)
    }
  }

  async function pause(duration: number) {
    // `stop` aborts the pause. Ignore the resulting error.
    await sleep(duration, undefined, { signal: stopping.signal }).catch(() => undefined)
  }

  return {
    drain,
    start() {
      running ??= run()
    },
    /** Stops the queue after the current rendition. */
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/**
 * Finds the photos to convert. Real photos come before sample ones. The first photo of each listing
 * comes before the other photos.
 */
async function findPhotosWithoutAvif(db: Database, among: string[]) {
  const photos = await db
    .select({ path: listingPhotos.path })
    .from(listingPhotos)
    .innerJoin(listings, eq(listings.id, listingPhotos.listingId))
    .where(and(eq(listingPhotos.avif, false), inArray(listingPhotos.path, among)))
    .groupBy(listingPhotos.path)
    .orderBy(
      sql`bool_and(${eq(listings.source, SAMPLE_SOURCE)})`,
      min(listingPhotos.position),
      listingPhotos.path,
    )
  return photos.map(({ path }) => path)
}

async function announce(db: Database, paths: string[]) {
  await db.transaction(async (tx) => {
    await tx.update(listingPhotos).set({ avif: true }).where(inArray(listingPhotos.path, paths))
    const shown = tx
      .select({ id: listingPhotos.listingId })
      .from(listingPhotos)
      .where(inArray(listingPhotos.path, paths))
    await bumpRevision(tx, inArray(listings.id, shown))
  })
}

/** Returns a function that tells whether the server was busy since the previous call. */
function watchLoad(images: Pick<Images, 'isBusy'>) {
  let last = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return images.isBusy() || utilization > MAX_UTILIZATION
  }
}
