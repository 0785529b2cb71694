import { focusManager, onlineManager } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { call } from '#client/api/api.ts'
import { ApiError } from '#client/api/failures.ts'
import { now } from '#client/browser/clock.ts'
import { createTurns } from '#client/browser/locks.ts'
import { openTabChannel } from '#client/browser/tab-channel.ts'
import { session } from '#client/session/session.ts'
import { registerSync } from '#client/sync/background-sync.ts'
import { OUTBOX } from '#client/sync/worker-messages.ts'
import { toRequest } from '#contract/endpoint.ts'
import { addFavorite, removeFavorite } from '#contract/favorites.ts'
import { journal } from './journal.ts'
import { meaningOf } from './outbox-answers.ts'
import { KeptChange, openRows } from './outbox-rows.ts'
import type { StoredChange } from './outbox-store.ts'
import { type Change, type Unsent, withLatest } from './unsent.ts'

const FIRST_DELAY = 1_000
const LONGEST_DELAY = 60_000
/** How long signing out waits for unsent changes. In milliseconds. */
const PATIENCE = 3_000

/** Messages between tabs and the worker: stored changes were updated, or a change is settled. */
const Message = z.object({
  /** The user of the outbox. Missing in messages of the worker, which does not know it. */
  userId: z.optional(z.string()),
  settled: z.optional(KeptChange),
  wasSent: z.optional(z.boolean()),
})

interface OutboxOptions {
  userId: string
  /** The list that this tab shows. The outbox sends whatever is added to it. */
  unsent: Unsent
  /** Called in every tab when the server has taken the change, before it leaves the list. */
  onSent: (change: Change) => Promise<void>
  /** Called in one tab with the server's sentence when it refuses a change, which is dropped. */
  onRefused: (refusal: string) => void
}

export type Outbox = ReturnType<typeof openOutbox>

/** Keeps the changes of one person until the server has them, across reloads, crashes and tabs. */
export function openOutbox({ userId, unsent, onSent, onRefused }: OutboxOptions) {
  const rows = openRows(userId)
  const channel = openTabChannel(OUTBOX)
  /** The stage of each change, by its id. */
  const stages = new Map<number, 'new' | 'kept' | 'settled'>()
  let isOpen = true
  let delay = FIRST_DELAY
  let timer: ReturnType<typeof setTimeout> | undefined
  // Without locks two tabs may send the same change, which is idempotent.
  const sendInTurn = createTurns(OUTBOX, sendAll)

  const isKept = ({ id }: Change) => stages.get(id) === 'kept'
  const isSettled = ({ id }: Change) => stages.get(id) === 'settled'

  function tell(message: Omit<z.input<typeof Message>, 'userId'>) {
    if (isOpen) channel.postMessage({ userId, ...message })
  }

  /** Stores the changes that were added since the last call, and sends them. */
  async function takeUp() {
    const added = unsent.all().filter(({ id }) => !stages.has(id))
    if (added.length === 0) return
    for (const { id } of added) stages.set(id, 'new')
    for (const change of added) {
      if (isSettled(change)) continue
      const isStored = await rows.add(toStored(change))
      if (isStored) journal.remove(change)
      if (isStored && !isSettled(change)) stages.set(change.id, 'kept')
    }
    tell({})
    void registerSync(OUTBOX)
    await drain()
  }

  /** The stored form of a change. After the session has ended, without token and listing record. */
  function toStored(change: Change): StoredChange {
    const isTheirs = session.userId() === userId
    return {
      ...change,
      listing: isTheirs ? change.listing : null,
      request: isTheirs ? toFavoriteRequest(change, session.token()) : null,
      outcome: null,
    }
  }

  /**
   * Moves changes from the journal to IndexedDB. They are still there if their page was closed
   * before IndexedDB had them, or if IndexedDB failed.
   */
  async function replayJournal() {
    journal.clearOthers(userId)
    for (const entry of journal.readAll(userId)) {
      const change = KeptChange.safeParse(entry).data
      // This page stores its own changes itself.
      if (!change || stages.has(change.id)) continue
      // Another tab may have stored and sent it meanwhile.
      const isStored = await rows.add(toStored(change), () => journal.has(change))
      if (isStored) {
        journal.remove(change)
      } else {
        stages.set(change.id, 'new')
        unsent.add(change)
      }
    }
  }

  /** Makes the changes of an earlier session sendable in this one, also by the worker. */
  async function takeOver() {
    void rows.clearOthers()
    await replayJournal()
    void rows.rewrite((change) => (change.outcome ? change : toStored(change)))
    await takeUp()
    await drain()
    if (unsent.all().length > 0) await registerSync(OUTBOX)
  }

  /** Updates the list from IndexedDB, where other tabs and the worker have written. */
  async function refresh() {
    const stored = await rows.read()
    if (!stored || !isOpen) return
    const unsettled = stored.filter((change) => !isSettled(change))
    const waiting = unsettled.filter(({ outcome }) => outcome === null)
    const unkept = unsent.all().filter((change) => !isKept(change))
    for (const { id } of waiting) stages.set(id, 'kept')
    unsent.set(unkept.reduce<Change[]>(withLatest, waiting))
    for (const change of unsettled) await followWorker(change)
  }

  async function followWorker(change: StoredChange) {
    const { outcome } = change
    if (outcome === 'sent') return settle(change, { wasSent: true })
    if (outcome === null) return
    // Only the tab that removes the change reports the refusal.
    if (await rows.take(change.id)) onRefused(outcome.refusal)
    await settle(change, { wasSent: false })
  }

  /** Sends all changes, in one tab at a time. */
  function drain() {
    clearTimeout(timer)
    return sendInTurn()
  }

  async function sendAll() {
    await refresh()
    // Another person may have signed in in another tab.
    while (isOpen && session.userId() === userId) {
      // A settled change stays in the list until `onSent` has finished.
      const change = unsent.all().find((change) => !isSettled(change))
      if (!change || !(await deliver(change))) return
    }
  }

  /** Sends a change. Resolves with whether it is settled. */
  async function deliver(change: Change) {
    let outcome: { favorite: boolean }
    try {
      outcome = await send(change)
      delay = FIRST_DELAY
    } catch (error) {
      if (!(error instanceof ApiError) || meaningOf(error) === 'passing') {
        retryLater()
        return false
      }
      const meaning = meaningOf(error)
      if (meaning === 'up to the person') return false
      if (meaning === 'explained') onRefused(error.message)
      else console.error('A change of favorites was refused:', error)
      await settle(change, { wasSent: false })
      return true
    }
    // The server may answer with a later choice from another device, which wins.
    await settle({ ...change, ...outcome }, { wasSent: true })
    return true
  }

  async function settle(change: Change, { wasSent }: { wasSent: boolean }) {
    await letGo(change, wasSent)
    await rows.take(change.id)
    tell({ settled: change, wasSent })
  }

  async function letGo(change: Change, wasSent: boolean) {
    if (isSettled(change)) return
    stages.set(change.id, 'settled')
    journal.remove(change)
    if (!isOpen) return
    if (wasSent) await onSent(change)
    unsent.remove(change.id)
  }

  function retryLater() {
    if (!isOpen) return
    clearTimeout(timer)
    timer = setTimeout(drain, delay)
    delay = Math.min(delay * 2, LONGEST_DELAY)
  }

  channel.onmessage = async ({ data }) => {
    const message = Message.safeParse(data).data
    if (!message || (message.userId ?? userId) !== userId) return
    if (message.settled) return letGo(message.settled, message.wasSent === true)
    await refresh()
    await drain()
  }
  const stops = [
    unsent.watch(takeUp),
    onlineManager.subscribe((isOnline) => void (isOnline && drain())),
    focusManager.subscribe((isFocused) => void (isFocused && drain())),
    () => channel.close(),
    () => clearTimeout(timer),
  ]
  void takeOver()

  return {
    /** Tries for a few seconds to send all changes. */
    async flush() {
      await Promise.race([drain(), new Promise((resolve) => setTimeout(resolve, PATIENCE))])
    },

    /** Discards all unsent changes, in all tabs. */
    async discard() {
      for (const { id } of unsent.all()) stages.set(id, 'settled')
      unsent.set([])
      journal.clear()
      await rows.clear()
      tell({})
    },

    close() {
      isOpen = false
      for (const stop of stops) stop()
    },
  }
}

function send(change: Change) {
  const { listingId, favorite } = change
  const at = timeOf(change)
  return favorite
    ? call(addFavorite, { listing_id: listingId, at })
    : call(removeFavorite, { id: listingId, at })
}

function toFavoriteRequest(change: Change, token: string | null) {
  const { listingId, favorite } = change
  const at = timeOf(change)
  return favorite
    ? toRequest(addFavorite, { listing_id: listingId, at }, token)
    : toRequest(removeFavorite, { id: listingId, at }, token)
}

/** Never in the future: a wrong clock could give a year that the contract refuses. */
function timeOf({ at }: Change) {
  return new Date(Math.min(at, now().getTime())).toISOString()
}
