import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { millisecondsInMinute as MINUTE_MS } from 'date-fns/constants'
import { openWorker } from '#server/concurrency/worker.ts'
import type { Database } from '#server/db/database.ts'
import { readRevision } from '#server/listings/catalogue.ts'
import type { Records } from '#server/listings/record-json.ts'
import { type BuildLease, claimBuild } from './build-lease.ts'
import { buildParts } from './build-parts.ts'
import { buildPlaceParts } from './build-place-parts.ts'
import type { Pause } from './compare-part.ts'
import {
  type Edition,
  openEditions,
  publishEdition,
  readEdition,
  readEditionHead,
} from './editions.ts'
import { readBlock } from './stored-blocks.ts'
import { openTiers } from './tiers.ts'

/** The pause after a build, and the interval between checks for changes of the catalogue. */
const POLL_MS = MINUTE_MS

interface CatalogueFileServices {
  db: Database
  now: () => Date
  /** Identifies the code, because another version may make other records of the same listings. */
  build: string
  records: Pick<Records, 'readParts'>
  logError: (error: unknown) => void
}

export type CatalogueFile = ReturnType<typeof openCatalogueFile>

/** Ends a build early, because the process stops or another process has claimed the build. */
class BuildEnded extends Error {}

/**
 * Makes the catalogue for devices in the background. Each edition consists of immutable blocks, which
 * all processes share in the database.
 */
export function openCatalogueFile(services: CatalogueFileServices) {
  const { db, now, build, logError } = services
  const tiers = openTiers(services)
  let isChecked = false

  /** Makes a new edition if the catalogue has changed, or if another build of the server made it. */
  async function drain(isStopping: () => boolean = () => false) {
    if (await isCurrent()) return
    const lease = await claimBuild(db, now)
    if (!lease) return
    try {
      // Another process may have published an edition since the check.
      if (!(await isCurrent())) await makeEdition(lease, pacer(lease, isStopping))
      isChecked = true
    } catch (error) {
      if (!(error instanceof BuildEnded)) throw error
    } finally {
      await lease.end(db)
    }
  }

  async function isCurrent() {
    const edition = await readEditionHead(db)
    if (edition?.revision !== (await readRevision(db))) return false
    // During an update, servers of two builds run. They must not replace each other's editions again
    // and again, so each process compares the build once only.
    return isChecked || edition.build === build
  }

  async function makeEdition(lease: BuildLease, pause: Pause) {
    const previous = await readEdition(db)
    // A change during the build raises the revision, so the next edition contains it.
    const revision = await readRevision(db)
    // Another build may make other records and rows of listings that have not changed.
    const since = previous?.build === build ? previous.revision : undefined
    const parts: Edition['parts'] = []
    const withHidden: string[] = []
    for (const tier of tiers) {
      const built = await buildParts({ db, tier, since, pause }, previous?.parts ?? [])
      parts.push(...built.parts)
      withHidden.push(...built.withHidden)
    }
    parts.push(...(await buildPlaceParts(db, previous?.parts ?? [], pause)))
    const id = (previous?.id ?? 0) + 1
    await publishEdition(db, lease, { id, revision, build, madeAt: now(), parts }, withHidden)
  }

  return {
    ...openWorker({ drain, pollMs: POLL_MS, logError }),
    drain,
    /** The last edition. Undefined before the first one. */
    current: openEditions(db),
    /** A block, compressed with Brotli. Undefined if no recent edition contains it. */
    read: (hash: string) => readBlock(db, hash),
  }
}

/** Returns a function that pauses as long as the work took, because requests are more urgent. */
function pacer(lease: BuildLease, isStopping: () => boolean): Pause {
  let start = performance.now()
  return async () => {
    if (isStopping() || !(await lease.renew())) throw new BuildEnded()
    await sleep(performance.now() - start)
    start = performance.now()
  }
}
