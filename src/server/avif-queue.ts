import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, inArray, min, notInArray, sql } from 'drizzle-orm'
import { PHOTO_WIDTHS } from '#contract/photos.ts'
import { bumpRevision, type Catalogue } from './catalogue.ts'
import type { Database } from './db/database.ts'
import { listingPhotos } from './db/schema.ts'
import type { Images } from './images.ts'

/** Photos that are announced together: each announcement makes every kept page of results stale. */
const BATCH = 100
/** Milliseconds for which the machine is left to others. */
const PAUSE = 1000
/** Share of the time that the event loop may work before the server counts as busy. */
const MAX_UTILIZATION = 0.5

interface Work {
  db: Database
  images: Pick<Images, 'makeAvif' | 'isBusy'>
  catalogue: Pick<Catalogue, 'revision'>
  report: (error: unknown) => void
  /** Milliseconds between two looks for new photos. */
  lookEvery?: number
  /** Whether to leave the machine to others for now. */
  isBusy?: () => boolean
}

/**
 * Makes the AVIF copies of photos in the background: they take too long to be waited for.
 * What is left to do is what the table of photos says, so stopping at any time loses nothing.
 */
export function openAvifQueue({
  db,
  images,
  catalogue,
  report,
  lookEvery = 60_000,
  isBusy = watchLoad(images),
}: Work) {
  const stopping = new AbortController()
  /** Photos that cannot be converted. A restart tries them once more. */
  const failed = new Set<string>()
  let running: Promise<void> | undefined

  /** Makes every copy that is missing now. */
  async function drain() {
    for (;;) {
      const paths = await findPhotosWithoutAvif(db, failed)
      const converted: string[] = []
      for (const path of paths) {
        if (await convert(path)) converted.push(path)
      }
      if (converted.length > 0) await announce(db, converted)
      if (stopping.signal.aborted || paths.length < BATCH) return
    }
  }

  async function convert(path: string) {
    try {
      for (const width of PHOTO_WIDTHS) {
        while (isBusy() && !stopping.signal.aborted) await pause(PAUSE)
        if (stopping.signal.aborted) return false
        await images.makeAvif(path, width)
      }
      return true
    } catch (error) {
      // A full disk says nothing about the photo: it is tried again at the next look.
      if (error instanceof Error && 'syscall' in error) throw error
      failed.add(path)
      report(error)
      return false
    }
  }

  async function run() {
    let drained: number | undefined
    for (;;) {
      // Waiting comes first: a server that starts has other things to do.
      await pause(lookEvery)
      if (stopping.signal.aborted) return
      try {
        const revision = await catalogue.revision()
        if (revision !== drained) await drain()
        drained = revision
      } catch (error) {
        report(error)
      }
    }
  }

  async function pause(duration: number) {
    // Stopping ends the pause.
    await sleep(duration, undefined, { signal: stopping.signal }).catch(() => undefined)
  }

  return {
    drain,
    start() {
      running ??= run()
    },
    /** Ends after the copy that is being made. */
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Real photos come before drawings, and the first photo of each listing before the others. */
async function findPhotosWithoutAvif(db: Database, failed: Set<string>) {
  const photos = await db
    .select({ path: listingPhotos.path })
    .from(listingPhotos)
    .where(and(eq(listingPhotos.avif, false), notInArray(listingPhotos.path, [...failed])))
    .groupBy(listingPhotos.path)
    .orderBy(
      sql`${listingPhotos.path} like '%.svg'`,
      min(listingPhotos.position),
      listingPhotos.path,
    )
    .limit(BATCH)
  return photos.map(({ path }) => path)
}

async function announce(db: Database, paths: string[]) {
  await db.transaction(async (tx) => {
    await tx.update(listingPhotos).set({ avif: true }).where(inArray(listingPhotos.path, paths))
    await bumpRevision(tx)
  })
}

/** Returns a function that says whether the server was busy since it was last asked. */
function watchLoad(images: Pick<Images, 'isBusy'>) {
  let last = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return images.isBusy() || utilization > MAX_UTILIZATION
  }
}
