import { createHash } from 'node:crypto'
import { addMilliseconds } from 'date-fns/addMilliseconds'
import {
  millisecondsInDay as DAY_MS,
  millisecondsInHour as HOUR_MS,
  millisecondsInSecond as SECOND_MS,
} from 'date-fns/constants'
import { subDays } from 'date-fns/subDays'
import { eq, lte } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { ScopedCaller } from '#server/auth/sessions.ts'
import type { Database } from '#server/db/database.ts'
import { readingBudgets } from '#server/db/schema.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { Catalogue } from './catalogue.ts'

/**
 * How many different houses an account can read within 24 hours, in a small catalogue. A person who
 * reads for ten hours would have to read a new house every twelve seconds.
 */
const MIN_HOUSES = 3000
/** In a large catalogue, the limit is this share of all houses. */
const SHARE = 0.5
/** The size of an account's bitmap. Each house sets one bit, so two houses may share a bit. */
const BITS = 65_536
/** How many accounts' bitmaps a process keeps in memory, so that known houses need no query. */
const CACHED_ACCOUNTS = 500

interface BudgetServices {
  db: Database
  now: () => Date
  catalogue: Pick<Catalogue, 'counts'>
}

export type ReadingBudget = ReturnType<typeof openReadingBudget>

interface Account {
  startedAt: Date
  seen: Buffer
}

/**
 * Returns a function that counts the houses that an account reads. The function refuses the request
 * if the account has read too many different houses within 24 hours. Without this limit, one
 * subscriber could copy the whole catalogue in minutes. Houses that were read before within this
 * time are not counted again. Administrators and guests have no limit.
 * @throws in the returned function, {Refusal} 429 beyond the budget.
 */
export function openReadingBudget({ db, now, catalogue }: BudgetServices) {
  const cached = new LRUCache<string, Account>({ max: CACHED_ACCOUNTS })

  return async function countRead(caller: Pick<ScopedCaller, 'user'>, ids: string[]) {
    const { id: userId, role } = caller.user
    if (role === 'admin') return
    const bits = ids.map(bitOf)
    const known = cached.get(userId)
    if (known && !isOver(known, now()) && bits.every((bit) => hasBit(known.seen, bit))) return

    const { all } = await catalogue.counts()
    const budget = Math.max(MIN_HOUSES, Math.ceil(all.houses * SHARE))
    cached.set(userId, await addBits(userId, bits, budget))
  }

  function addBits(userId: string, bits: number[], budget: number) {
    const fresh: Account = { startedAt: now(), seen: Buffer.alloc(BITS / 8) }
    return db.transaction(async (tx) => {
      await tx
        .insert(readingBudgets)
        .values({ userId, ...fresh })
        .onConflictDoNothing()
      // Lock the row, so that concurrent requests do not overwrite each other's bits.
      const [row] = await tx
        .select()
        .from(readingBudgets)
        .where(eq(readingBudgets.userId, userId))
        .for('update')
      const account = row && !isOver(row, now()) ? row : fresh
      const seen = Buffer.from(account.seen)
      for (const bit of bits) setBit(seen, bit)
      if (estimateHouses(seen) > budget) throw tooMany(account, now())
      await tx
        .update(readingBudgets)
        .set({ startedAt: account.startedAt, seen })
        .where(eq(readingBudgets.userId, userId))
      return { startedAt: account.startedAt, seen }
    })
  }
}

export async function deleteOldBudgets(db: Database, now: Date) {
  await db.delete(readingBudgets).where(lte(readingBudgets.startedAt, subDays(now, 1)))
}

/** Whether the 24 hours are over, or the clock was set back. */
function isOver({ startedAt }: Account, now: Date) {
  return addMilliseconds(startedAt, DAY_MS) <= now || startedAt > addMilliseconds(now, HOUR_MS)
}

function tooMany({ startedAt }: Account, now: Date) {
  const waitMs = startedAt.getTime() + DAY_MS - now.getTime()
  const hours = Math.ceil(waitMs / HOUR_MS)
  return new Refusal(
    429,
    `You have opened very many different houses today. More houses open again in ${hours === 1 ? 'one hour' : `${hours} hours`}.`,
    { retryAfter: Math.ceil(waitMs / SECOND_MS) },
  )
}

function bitOf(id: string) {
  return createHash('sha256').update(id).digest().readUInt32BE() % BITS
}

function hasBit(bitmap: Buffer, bit: number) {
  return ((bitmap[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0
}

function setBit(bitmap: Buffer, bit: number) {
  bitmap[bit >> 3] = (bitmap[bit >> 3] ?? 0) | (1 << (bit & 7))
}

/**
 * Estimates how many houses set the bits of a bitmap, by linear counting (Whang and others, 1990).
 * For 3,000 houses, the estimate is within one percent.
 */
function estimateHouses(bitmap: Buffer) {
  let set = 0
  for (let byte of bitmap) for (; byte > 0; byte &= byte - 1) set += 1
  return -BITS * Math.log(1 - Math.min(set, BITS - 1) / BITS)
}
