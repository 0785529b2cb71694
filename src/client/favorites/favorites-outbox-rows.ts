import { delMany, get, keys } from 'idb-keyval'
import * as z from 'zod/mini'
import { now } from '#client/browser/clock.ts'
import { attempt } from '#client/browser/storage.ts'
import { ListingRecord } from '#contract/listings.ts'
import { openStore, type StoredChange, updateRow } from './favorites-outbox-store.ts'
import { withLatest } from './unsent-favorites.ts'

const Request = z.object({
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.optional(z.string()),
})

export const FavoriteChangeSchema = z.object({
  id: z.number(),
  listingId: z.string(),
  favorite: z.boolean(),
  at: z.catch(z.number().check(z.minimum(0)), () => now().getTime()),
  // If the record has an older shape, drop only the record: the change must not be lost.
  listing: z.catch(z.nullable(ListingRecord), null),
})

const Stored = z.object({
  ...FavoriteChangeSchema.shape,
  request: z.catch(z.nullable(Request), null),
  outcome: z.catch(
    z.nullable(z.union([z.literal('sent'), z.object({ refusal: z.string() })])),
    null,
  ),
})

const Row = z.catch(z.array(z.catch(z.nullable(Stored), null)), [])

/**
 * The unsent changes of one account in IndexedDB, under a hashed key that does not reveal the user.
 * If IndexedDB fails, pages send changes from memory and the journal, but the worker sends none.
 */
export function openRows(userId: string) {
  const store = openStore()
  const key = digest(userId)
  // Avoids an unhandled rejection. Without a digest, each use of the key fails.
  key.catch(() => {})

  /** Resolves with true when the row was written. */
  const change = (next: (changes: StoredChange[]) => StoredChange[]) =>
    attempt(async () => {
      await updateRow(store, await key, (row) => next(parse(row)))
      return true
    })

  return {
    /** Resolves with undefined when the row could not be read. */
    read: () => attempt(async () => parse(await get(await key, store))),

    /**
     * Stores a change, and resolves with whether it worked. On failure, removes the previous change
     * too: an outdated choice must not be sent as the latest. `isWanted` runs inside the
     * transaction.
     */
    async add(latest: StoredChange, isWanted = () => true) {
      const isAdded = await change((changes) =>
        isWanted() ? withLatest(changes, latest) : changes,
      )
      if (!isAdded) await change((changes) => changes.filter(isNotBefore(latest)))
      return isAdded === true
    },

    /** Removes a change, unless a later one has replaced it. Resolves with whether it was there. */
    async take(id: number) {
      let wasThere = false
      await change((changes) => {
        wasThere = changes.some((change) => change.id === id)
        return changes.filter((change) => change.id !== id)
      })
      return wasThere
    },

    /** Rewrites every stored change. */
    rewrite: (next: (change: StoredChange) => StoredChange) =>
      change((changes) => changes.map(next)),

    clear: () => change(() => []),

    /** Deletes the unsent changes of other accounts. */
    clearOthers: () =>
      attempt(async () => {
        const own = await key
        const others = (await keys(store)).filter((other) => other !== own)
        await delMany(others, store)
      }),
  }
}

function isNotBefore(latest: StoredChange) {
  return ({ id, listingId }: StoredChange) => listingId !== latest.listingId || id === latest.id
}

function parse(row: unknown): StoredChange[] {
  return Row.parse(row).filter((change) => change !== null)
}

/** `crypto.subtle` exists only on HTTPS and localhost. */
async function digest(userId: string) {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(userId))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
