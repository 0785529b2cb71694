import { createStore, delMany, get, keys, promisifyRequest } from 'idb-keyval'
import * as z from 'zod/mini'
import { ListingRecord } from '#contract/listings.ts'
import { type Change, withLatest } from './unsent.ts'

/** After this many milliseconds the browser's storage counts as broken. */
const TIMEOUT = 1_000

export const StoredChange = z.object({
  id: z.number(),
  listingId: z.string(),
  favorite: z.boolean(),
  // What the person wants is not lost with a record of an older shape.
  listing: z.catch(z.nullable(ListingRecord), null),
})

const Row = z.catch(z.array(z.catch(z.nullable(StoredChange), null)), [])

/** The unsent changes in IndexedDB, one row per account. What fails costs only that it is not kept. */
export function openRows() {
  const store = createStore('engawa-outbox', 'changes')

  /** Reads and writes in one transaction, so that no other tab comes in between. True when it is done. */
  const change = (userId: string, next: (changes: Change[]) => Change[]) =>
    attempt(() =>
      store('readwrite', async (rows) => {
        const changes = next(parse(await promisifyRequest(rows.get(userId))))
        // An account without changes leaves no trace.
        if (changes.length > 0) rows.put(changes, userId)
        else rows.delete(userId)
        await promisifyRequest(rows.transaction)
        return true
      }),
    )

  return {
    /** Undefined when it could not be read. */
    read: (userId: string) => attempt(async () => parse(await get(userId, store))),
    add: (userId: string, latest: Change) =>
      change(userId, (changes) => withLatest(changes, latest)),
    /** Takes out a change, unless it was followed by another. */
    remove: (userId: string, id: number) =>
      change(userId, (changes) => changes.filter((change) => change.id !== id)),
    clear: (userId: string) => change(userId, () => []),
    /** Nothing of one account waits where another is signed in. */
    keepOnly: (userId: string) =>
      attempt(async () => {
        const others = (await keys(store)).filter((key) => key !== userId)
        await delMany(others, store)
      }),
  }
}

function parse(row: unknown): Change[] {
  return Row.parse(row).filter((change) => change !== null)
}

/** Resolves with undefined when `use` fails or hangs, as storage does in some browsers. */
async function attempt<T>(use: () => Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), TIMEOUT)
  })
  try {
    return await Promise.race([use(), timeout])
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
