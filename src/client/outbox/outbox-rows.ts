import { delMany, entries, keys } from 'idb-keyval'
import * as z from 'zod/mini'
import { attempt } from '#client/browser/storage.ts'
import { openStore, type Stored, type StoredChange, updateRow } from './outbox-store.ts'
import { type Change, type KeyOf, withLatest } from './unsent-changes.ts'

const Request = z.object({
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.optional(z.string()),
})

const StoredFields = z.object({
  request: z.catch(z.nullable(Request), null),
  outcome: z.catch(
    z.nullable(z.union([z.literal('sent'), z.object({ refusal: z.string() })])),
    null,
  ),
  answer: z.optional(z.unknown()),
})

const Row = z.catch(z.array(z.unknown()), [])

export interface RowsOptions<C extends Change> {
  name: string
  userId: string
  /** Stored changes that do not match this schema are ignored. */
  schema: z.ZodMiniType<C>
  keyOf: KeyOf<C>
  /**
   * The name of the row that stores a change. The row's key is the account's digest, a space and
   * this name. A write rewrites the whole row, so an outbox with large changes needs several rows.
   */
  rowOf?: (change: C) => string
}

/**
 * The unsent changes of one account in IndexedDB, under a hashed key that does not reveal the user.
 * If IndexedDB fails, pages send changes from memory and the journal, but the service worker sends
 * no changes.
 */
export function openRows<C extends Change>(options: RowsOptions<C>) {
  const { name, userId, schema, keyOf, rowOf = () => '' } = options
  const store = openStore(name)
  const account = accountDigest(userId)
  // If hashing fails, each use of the key rejects. This `catch` only avoids an unhandled rejection.
  account.catch(() => {})

  const parse = (row: unknown): StoredChange<C>[] =>
    Row.parse(row).flatMap((stored) => {
      const change = schema.safeParse(stored).data
      const fields: Stored | undefined = StoredFields.safeParse(stored).data
      return change && fields ? [{ ...change, ...fields }] : []
    })

  async function keyOfRow(change: C) {
    const row = rowOf(change)
    return row ? `${await account} ${row}` : await account
  }

  const isOf = (account: string) => (key: IDBValidKey) => String(key).split(' ')[0] === account

  async function ownKeys() {
    const isOwn = isOf(await account)
    return (await keys(store)).filter(isOwn)
  }

  /** Resolves with true when the row was written. */
  const update = (key: Promise<IDBValidKey>, next: (changes: StoredChange<C>[]) => unknown[]) =>
    attempt(async () => {
      await updateRow(store, await key, (row) => next(parse(row)))
      return true
    })

  return {
    /** The changes in the order in which they were made. Undefined when they could not be read. */
    read: () =>
      attempt(async () => {
        const isOwn = isOf(await account)
        const rows = await entries(store)
        return rows
          .filter(([key]) => isOwn(key))
          .flatMap(([, row]) => parse(row))
          .sort((a, b) => a.at - b.at)
      }),

    /**
     * Stores a change. Resolves with true if the write succeeded. If the write failed, removes the
     * previous change of the same key. Without this removal, the outbox would send the previous
     * change as the person's latest choice. `isWanted` runs inside the transaction. If it returns
     * false, the change is not stored.
     */
    async add(latest: StoredChange<C>, isWanted = () => true) {
      const key = keyOfRow(latest)
      const isAdded = await update(key, (changes) =>
        isWanted() ? withLatest(changes, latest, keyOf) : changes,
      )
      const isNotBefore = (change: C) => keyOf(change) !== keyOf(latest) || change.id === latest.id
      if (!isAdded) await update(key, (changes) => changes.filter(isNotBefore))
      return isAdded === true
    },

    /**
     * Removes the change with this id. Keeps a later change of the same key, because it has another
     * id. Resolves with true if the change with this id was stored.
     */
    async take(taken: C) {
      let wasThere = false
      await update(keyOfRow(taken), (changes) => {
        wasThere = changes.some(({ id }) => id === taken.id)
        return changes.filter(({ id }) => id !== taken.id)
      })
      return wasThere
    },

    rewrite: (next: (change: StoredChange<C>) => StoredChange<C>) =>
      attempt(async () => {
        for (const key of await ownKeys()) {
          await updateRow(store, key, (row) => parse(row).map(next))
        }
        return true
      }),

    clear: () => attempt(async () => delMany(await ownKeys(), store)),

    /** Deletes the unsent changes of all accounts except the account of this outbox. */
    clearOthers: () =>
      attempt(async () => {
        const isOwn = isOf(await account)
        const others = (await keys(store)).filter((key) => !isOwn(key))
        await delMany(others, store)
      }),
  }
}

/**
 * Hashes the id of a user. Rejects on plain HTTP, because `crypto.subtle` exists only on HTTPS and
 * localhost.
 */
export async function accountDigest(userId: string) {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(userId))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
