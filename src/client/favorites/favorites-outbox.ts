import { focusManager, onlineManager } from '@tanstack/react-query'
import { ApiError } from '#client/api/failures.ts'
import { kindOfRefusal } from '#client/api/refusal-kind.ts'
import { createTurns } from '#client/browser/locks.ts'
import { session } from '#client/session/session.ts'
import { registerSync } from '#client/sync/background-sync.ts'
import { OUTBOX } from '#client/sync/worker-messages.ts'
import { openFavoritesChannel } from './favorites-channel.ts'
import { favoritesJournal } from './favorites-journal.ts'
import { FavoriteChangeSchema, openRows } from './favorites-outbox-rows.ts'
import type { StoredChange } from './favorites-outbox-store.ts'
import { sendFavorite, toFavoriteRequest } from './favorites-requests.ts'
import { type FavoriteChange, type UnsentFavorites, withLatest } from './unsent-favorites.ts'

const FIRST_RETRY_DELAY_MS = 1_000
const MAX_RETRY_DELAY_MS = 60_000
/** How long signing out waits for unsent changes. */
const FLUSH_TIMEOUT_MS = 3_000

interface FavoritesOutboxOptions {
  userId: string
  /** The list of unsent changes that this tab shows. */
  unsent: UnsentFavorites
  /**
   * Called in every tab when the server has accepted the change, before the change leaves the list.
   */
  onSent: (change: FavoriteChange) => Promise<void>
  /**
   * Called in one tab when the server refuses a change, with the server's sentence. The refused
   * change is dropped.
   */
  onRefused: (refusal: string) => void
}

export type FavoritesOutbox = ReturnType<typeof openFavoritesOutbox>

/**
 * Stores unsent changes until the server has them. Sends each change once, from whichever tab is
 * open.
 */
export function openFavoritesOutbox(options: FavoritesOutboxOptions) {
  const { userId, unsent, onSent, onRefused } = options
  const rows = openRows(userId)
  /** The stage of each change, by its id. */
  const stages = new Map<number, 'new' | 'stored' | 'settled'>()
  let isOpen = true
  let retryDelay = FIRST_RETRY_DELAY_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  // Without locks two tabs may send the same change, which is idempotent.
  const sendInTurn = createTurns(OUTBOX, sendAll)
  const channel = openFavoritesChannel({
    userId,
    onSettled: remove,
    onStoredChange: async () => {
      await refresh()
      await sendNow()
    },
  })

  const isStored = ({ id }: FavoriteChange) => stages.get(id) === 'stored'
  const isSettled = ({ id }: FavoriteChange) => stages.get(id) === 'settled'

  /** Stores the changes that were added to the list since the last call, and sends them. */
  async function sendAdded() {
    const added = unsent.all().filter(({ id }) => !stages.has(id))
    if (!isOpen || added.length === 0) return
    for (const { id } of added) stages.set(id, 'new')
    for (const change of added) {
      if (isSettled(change)) continue
      const hasStored = await rows.add(toStored(change))
      if (hasStored) favoritesJournal.remove(change)
      if (hasStored && !isSettled(change)) stages.set(change.id, 'stored')
    }
    if (isOpen) channel.tellStoredChange()
    void registerSync(OUTBOX)
    await sendNow()
  }

  /** The stored form of a change, without token and listing record if the session has ended. */
  function toStored(change: FavoriteChange): StoredChange {
    const isTheirs = session.userId() === userId
    return {
      ...change,
      listing: isTheirs ? change.listing : null,
      request: isTheirs ? toFavoriteRequest(change, session.token()) : null,
      outcome: null,
    }
  }

  /** Sends all changes, in one tab at a time. */
  function sendNow() {
    clearTimeout(timer)
    return sendInTurn()
  }

  async function sendAll() {
    await refresh()
    // If another person has signed in in another tab, stop sending.
    while (isOpen && session.userId() === userId) {
      // Skip settled changes. They stay in the list until `onSent` has finished.
      const change = unsent.all().find((change) => !isSettled(change))
      if (!change || !(await send(change))) return
    }
  }

  /** Sends a change. Resolves with whether it is settled. */
  async function send(change: FavoriteChange) {
    let response: { favorite: boolean }
    try {
      response = await sendFavorite(change)
      retryDelay = FIRST_RETRY_DELAY_MS
    } catch (error) {
      if (!(error instanceof ApiError) || kindOfRefusal(error) === 'temporary') {
        retryLater()
        return false
      }
      const kind = kindOfRefusal(error)
      if (kind === 'up to the person') return false
      if (kind === 'explained') onRefused(error.message)
      else console.error('A change of favorites was refused:', error)
      await settle(change, { wasSent: false })
      return true
    }
    // The server may answer with a later choice from another device. The later choice wins.
    await settle({ ...change, ...response }, { wasSent: true })
    return true
  }

  function retryLater() {
    if (!isOpen) return
    clearTimeout(timer)
    timer = setTimeout(sendNow, retryDelay)
    retryDelay = Math.min(retryDelay * 2, MAX_RETRY_DELAY_MS)
  }

  /** Removes a sent or dropped change from the list, the stored changes and the other tabs. */
  async function settle(change: FavoriteChange, { wasSent }: { wasSent: boolean }) {
    await remove(change, wasSent)
    await rows.take(change.id)
    if (isOpen) channel.tellSettled(change, wasSent)
  }

  async function remove(change: FavoriteChange, wasSent: boolean) {
    if (isSettled(change)) return
    stages.set(change.id, 'settled')
    favoritesJournal.remove(change)
    if (!isOpen) return
    if (wasSent) await onSent(change)
    unsent.remove(change.id)
  }

  /** Updates the list from IndexedDB, where other tabs and the worker have written. */
  async function refresh() {
    const stored = await rows.read()
    if (!stored || !isOpen) return
    // A tab that was closing can store a change again after this tab has sent it.
    for (const { id } of stored.filter(isSettled)) await rows.take(id)
    const unsettled = stored.filter((change) => !isSettled(change))
    const waiting = unsettled.filter(({ outcome }) => outcome === null)
    const unstored = unsent.all().filter((change) => !isStored(change))
    for (const { id } of waiting) stages.set(id, 'stored')
    unsent.set(unstored.reduce<FavoriteChange[]>(withLatest, waiting))
    for (const change of unsettled) await followWorker(change)
  }

  /** Settles a change that the worker has sent. */
  async function followWorker(change: StoredChange) {
    const { outcome } = change
    if (outcome === 'sent') return settle(change, { wasSent: true })
    if (outcome === null) return
    // Only the tab that removes the change reports the refusal.
    if (await rows.take(change.id)) onRefused(outcome.refusal)
    await settle(change, { wasSent: false })
  }

  /** Lets this session send the changes of an earlier session, also with the worker. */
  async function resume() {
    void rows.clearOthers()
    await replayJournal()
    void rows.rewrite((change) => (change.outcome ? change : toStored(change)))
    await sendAdded()
    await sendNow()
    if (unsent.all().length > 0) await registerSync(OUTBOX)
  }

  /**
   * Moves changes from the journal to IndexedDB. A change stays in the journal if its page was
   * closed too early, or if IndexedDB failed.
   */
  async function replayJournal() {
    favoritesJournal.clearOthers(userId)
    for (const entry of favoritesJournal.readAll(userId)) {
      const change = FavoriteChangeSchema.safeParse(entry).data
      // This page stores its own changes itself, so skip them here.
      if (!change || stages.has(change.id)) continue
      // Another tab may have stored and sent this change meanwhile.
      const hasStored = await rows.add(toStored(change), () => favoritesJournal.has(change))
      if (hasStored) {
        favoritesJournal.remove(change)
      } else {
        stages.set(change.id, 'new')
        unsent.add(change)
      }
    }
  }

  const stops = [
    onlineManager.subscribe((isOnline) => void (isOnline && sendNow())),
    focusManager.subscribe((isFocused) => void (isFocused && sendNow())),
    () => channel.close(),
    () => clearTimeout(timer),
  ]
  void resume()

  return {
    sendAdded,

    /** Tries for a few seconds to send all changes. */
    async flush() {
      const timeout = new Promise((resolve) => setTimeout(resolve, FLUSH_TIMEOUT_MS))
      await Promise.race([sendNow(), timeout])
    },

    /** Discards all unsent changes, in all tabs. */
    async discard() {
      for (const { id } of unsent.all()) stages.set(id, 'settled')
      unsent.set([])
      favoritesJournal.clear()
      await rows.clear()
      if (isOpen) channel.tellStoredChange()
    },

    close() {
      isOpen = false
      for (const stop of stops) stop()
    },
  }
}
