import { addMilliseconds } from 'date-fns/addMilliseconds'
import {
  millisecondsInDay as DAY_MS,
  millisecondsInHour as HOUR_MS,
  millisecondsInSecond as SECOND_MS,
} from 'date-fns/constants'
import { subDays } from 'date-fns/subDays'
import { eq, lte } from 'drizzle-orm'
import type { CataloguePart } from '#contract/catalogue.ts'
import type { Caller } from '#server/auth/sessions.ts'
import type { Database } from '#server/db/database.ts'
import { catalogueDownloads } from '#server/db/schema.ts'
import { Refusal } from '#server/errors/refusal.ts'

/**
 * How often an account can download the whole catalogue within 24 hours: for some devices, and again
 * after a browser has deleted its data.
 */
const MAX_CATALOGUES = 6
/** The least limit, in bytes. Without it, a day of many small changes would lock out a small catalogue's devices. */
const MIN_LIMIT_BYTES = 20_000_000

interface Downloads {
  caller: Pick<Caller, 'user'>
  /** The compressed size of the block. */
  bytes: number
  /** The parts of the current edition. */
  parts: CataloguePart[]
}

/**
 * Counts the bytes of a block that an account downloads. Without this limit, one account could take
 * the bandwidth of all others. Administrators have no limit.
 * @throws {Refusal} 429 beyond the limit.
 */
export async function countDownload(
  { db, now }: { db: Database; now: () => Date },
  { caller, bytes, parts }: Downloads,
) {
  const { id: userId, role } = caller.user
  if (role === 'admin') return
  const all = parts.reduce((sum, part) => sum + part.bytes, 0)
  const limit = Math.max(MIN_LIMIT_BYTES, MAX_CATALOGUES * all)
  await db.transaction(async (tx) => {
    const fresh = { startedAt: now(), bytes: 0 }
    await tx
      .insert(catalogueDownloads)
      .values({ userId, ...fresh })
      .onConflictDoNothing()
    const isOwn = eq(catalogueDownloads.userId, userId)
    // Lock the row, so that concurrent requests do not overwrite each other's sums.
    const [row] = await tx.select().from(catalogueDownloads).where(isOwn).for('update')
    const counted = row && !isOver(row, now()) ? row : fresh
    if (counted.bytes + bytes > limit) throw tooMuch(counted, now())
    await tx
      .update(catalogueDownloads)
      .set({ startedAt: counted.startedAt, bytes: counted.bytes + bytes })
      .where(isOwn)
  })
}

export async function deleteOldDownloads(db: Database, now: Date) {
  await db.delete(catalogueDownloads).where(lte(catalogueDownloads.startedAt, subDays(now, 1)))
}

/** Whether the 24 hours are over, or the clock was set back. */
function isOver({ startedAt }: { startedAt: Date }, now: Date) {
  return addMilliseconds(startedAt, DAY_MS) <= now || startedAt > addMilliseconds(now, HOUR_MS)
}

function tooMuch({ startedAt }: { startedAt: Date }, now: Date) {
  const waitMs = startedAt.getTime() + DAY_MS - now.getTime()
  return new Refusal(
    429,
    'Your devices have downloaded the catalogue many times today. They can search on the server until tomorrow.',
    { retryAfter: Math.ceil(waitMs / SECOND_MS) },
  )
}
