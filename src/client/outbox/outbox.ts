import { focusManager, onlineManager } from '@tanstack/react-query'
import { ApiError } from '#client/api/failures.ts'
import { kindOfRefusal } from '#client/api/refusal-kind.ts'
import { createExclusiveTask } from '#client/browser/locks.ts'
import { createRetries } from '#client/browser/retries.ts'
import { whenIdle } from '#client/browser/when-idle.ts'
import { session } from '#client/session/session.ts'
import { registerSync } from '#client/sync/background-sync.ts'
import type { EndpointRequest } from '#contract/endpoint.ts'
import type { Journal } from './journal.ts'
import { openOutboxChannel } from './outbox-channel.ts'
import { openRows, type RowsOptions } from './outbox-rows.ts'
import type { StoredChange } from './outbox-store.ts'
import { type Change, type UnsentChanges, withLatest } from './unsent-changes.ts'

const RETRY_DELAYS = { firstMs: 1_000, maxMs: 60_000 }
/** How long signing out waits for unsent changes. */
const FLUSH_TIMEOUT_MS = 3_000

/**
 * The stage of an unsent change: not in IndexedDB yet, committed in IndexedDB, refused but kept, or
 * settled (sent or dropped).
 */
export type Stage = 'new' | 'stored' | 'refused' | 'settled'

export interface OutboxOptions<C extends Change> extends RowsOptions<C> {
  unsent: UnsentChanges<C>
  journal: Journal<C>
  /** The request with which the service worker sends a change. */
  toRequest: (change: C, token: string | null) => EndpointRequest
  /** Picks the waiting changes that the next request sends. By default, only the first one. */
  nextBatch?: (waiting: readonly C[]) => readonly C[]
  /**
   * Sends changes. Resolves with the changes, updated from the server's answer. Rejects as `call`
   * does.
   */
  send: (batch: readonly C[]) => Promise<C[]>
  /** Updates a change that the service worker has sent. `answer` is the server's response. */
  applyAnswer: (change: C, answer: unknown) => C
  /** Removes the data that must not stay on the device after the session has ended. */
  strip?: (change: C) => C
  /** Whether a refused change stays on the device, to be tried again at the next start. */
  keepsRefused?: boolean
  /**
   * Called in every tab when the server has accepted the change. At this moment, the change is
   * still in the list of unsent changes.
   */
  onSent: (change: C) => Promise<void>
  /**
   * Called in one tab when the server refuses a change. `refusal` is the error message from the
   * server.
   */
  onRefused: (refusal: string) => void
  /** Called when a change reaches a new stage, such as `stored`. */
  onStage?: (change: C, stage: Stage) => void
}

export interface Outbox {
  /** Resolves when the list contains the unsent changes of earlier pages. */
  whenRead: Promise<void>
  sendAdded: () => Promise<void>
  flush: () => Promise<void>
  discard: () => Promise<void>
  close: () => void
}

/**
 * Stores unsent changes until the server has them. Any open tab can send the changes, but only one
 * tab sends at a time.
 */
export function openOutbox<C extends Change>(options: OutboxOptions<C>): Outbox {
  const { name, userId, keyOf, schema, unsent, journal, onSent, onRefused } = options
  const { nextBatch = (waiting) => waiting.slice(0, 1), strip = (change) => change } = options
  const rows = openRows(options)
  const stages = new Map<C['id'], Stage>()
  let isOpen = true
  const retries = createRetries(() => void sendNow(), RETRY_DELAYS)
  // In browsers without Web Locks, two tabs may send the same change. The server then applies it
  // once, because the request is idempotent.
  const sendExclusively = createExclusiveTask(name, sendAll)
  const channel = openOutboxChannel<C>({
    name,
    userId,
    schema,
    onSettled: remove,
    onStoredChange: async () => {
      await refresh()
      await sendNow()
    },
  })

  const isAt = (stage: Stage) => (change: C) => stages.get(change.id) === stage
  const isStored = isAt('stored')
  const isSettled = isAt('settled')
  const isRefused = isAt('refused')

  function setStage(change: C, stage: Stage) {
    stages.set(change.id, stage)
    options.onStage?.(change, stage)
  }

  /** Stores the changes that were added to the list since the last call, and sends them. */
  async function sendAdded() {
    const added = unsent.all().filter(({ id }) => !stages.has(id))
    if (!isOpen || added.length === 0) return
    for (const change of added) setStage(change, 'new')
    for (const change of added) {
      if (isSettled(change)) continue
      const hasStored = await rows.add(toStored(change))
      if (hasStored) journal.remove(change)
      if (hasStored && !isSettled(change)) setStage(change, 'stored')
    }
    if (isOpen) channel.tellStoredChange()
    void registerSync(name)
    await sendNow()
  }

  /**
   * The form in which a change is stored. After the session has ended, this form contains no token
   * and no data that the page can load again.
   */
  function toStored(change: C): StoredChange<C> {
    const isTheirs = session.userId() === userId
    return {
      ...(isTheirs ? change : strip(change)),
      request: isTheirs ? options.toRequest(change, session.token()) : null,
      outcome: null,
    }
  }

  /** Sends all changes. Only one tab sends at a time. */
  function sendNow() {
    retries.cancel()
    return sendExclusively()
  }

  async function sendAll() {
    await refresh()
    // Stop sending if another person has signed in, which can happen in another tab.
    while (isOpen && session.userId() === userId) {
      // Skip settled changes, which were sent or dropped. They stay in the list until `onSent` has
      // finished.
      const waiting = unsent.all().filter((change) => !isSettled(change) && !isRefused(change))
      const batch = nextBatch(waiting)
      if (batch.length === 0 || !(await send(batch))) return
    }
  }

  /**
   * Sends changes. Resolves with true if the server has accepted or finally refused each of them.
   */
  async function send(batch: readonly C[]) {
    let answered: C[]
    try {
      answered = await options.send(batch)
      retries.reset()
    } catch (error) {
      if (!(error instanceof ApiError) || kindOfRefusal(error) === 'temporary') {
        if (isOpen) retries.schedule()
        return false
      }
      const kind = kindOfRefusal(error)
      if (kind === 'up to the person') return false
      const [change, ...others] = batch
      if (!change || others.length > 0) return sendEach(batch)
      if (kind === 'explained') onRefused(error.message)
      else console.error(`A change in the ${name} was refused:`, error)
      if (options.keepsRefused) setStage(change, 'refused')
      else await settle(change, { wasSent: false })
      return true
    }
    // The server's answer may be a later choice from another device. The later choice wins.
    for (const change of answered) await settle(change, { wasSent: true })
    return true
  }

  /**
   * Sends each change in its own request. If the server refuses one change of a batch, it refuses
   * the whole batch. In their own requests, the other changes succeed.
   */
  async function sendEach(batch: readonly C[]) {
    for (const change of batch) if (!(await send([change]))) return false
    return true
  }

  async function settle(change: C, { wasSent }: { wasSent: boolean }) {
    await remove(change, wasSent)
    await rows.take(change)
    if (isOpen) channel.tellSettled(change, wasSent)
  }

  async function remove(change: C, wasSent: boolean) {
    if (isSettled(change)) return
    setStage(change, 'settled')
    journal.remove(change)
    if (!isOpen) return
    if (wasSent) await onSent(change)
    unsent.remove(change.id)
  }

  /**
   * Updates the list from IndexedDB, because other tabs and the service worker write to IndexedDB
   * too.
   */
  async function refresh() {
    const stored = await rows.read()
    if (!stored || !isOpen) return
    // A closing tab can store a change again after this tab has sent it. Delete such a change.
    // Otherwise a tab or the service worker would send it twice.
    for (const change of stored.filter(isSettled)) await rows.take(change)
    const unsettled = stored.filter((change) => !isSettled(change))
    const waiting: C[] = unsettled.filter(({ outcome }) => outcome === null)
    const unstored = unsent.all().filter((change) => !isStored(change))
    for (const change of waiting) if (!isRefused(change)) setStage(change, 'stored')
    unsent.set(
      unstored.reduce<C[]>((changes, change) => withLatest(changes, change, keyOf), waiting),
    )
    for (const change of unsettled) await followWorker(change)
  }

  /**
   * Applies the outcome that the service worker has stored with a change: the server accepted or
   * refused the change.
   */
  async function followWorker(change: StoredChange<C>) {
    const { outcome, answer } = change
    if (outcome === null) return
    if (outcome === 'sent') {
      return settle(answer === undefined ? change : options.applyAnswer(change, answer), {
        wasSent: true,
      })
    }
    // Only the tab that removes the change from IndexedDB reports the refusal.
    if (await rows.take(change)) onRefused(outcome.refusal)
    if (!options.keepsRefused) return settle(change, { wasSent: false })
    if (await rows.add({ ...change, request: null, outcome: null })) setStage(change, 'stored')
    setStage(change, 'refused')
  }

  /** Adds the unsent changes of earlier pages to the list. */
  async function readEarlier() {
    // While the code of the outbox loaded, another person may have signed in. Keep the changes of
    // that person.
    if (session.userId() === userId) {
      journal.clearOthers(userId)
      void rows.clearOthers()
    }
    await replayJournal()
    await refresh()
  }

  /**
   * Sends the changes of earlier sessions. Also adds the token of this session to the stored
   * changes, so that the service worker can send them too.
   */
  async function resume() {
    await whenRead
    // Wait until the page is idle. Rewriting and sending hundreds of changes would delay the page.
    await whenIdle()
    void rows.rewrite((change) => (change.outcome ? change : toStored(change)))
    await sendAdded()
    await sendNow()
    if (unsent.all().length > 0) await registerSync(name)
  }

  /**
   * Moves changes from local storage (the journal) to IndexedDB. A change stays in local storage if
   * its page closed too early, or if IndexedDB failed.
   */
  async function replayJournal() {
    for (const entry of journal.readAll(userId)) {
      const change = schema.safeParse(entry).data
      // Skip the changes made on this page, because the page stores them itself.
      if (!change || stages.has(change.id)) continue
      // Do not store a change that is no longer in local storage. Another tab has stored such a
      // change, and may have sent it already.
      const hasStored = await rows.add(toStored(change), () => journal.has(change))
      if (hasStored) {
        journal.remove(change)
      } else {
        setStage(change, 'new')
        unsent.add(change)
      }
    }
  }

  const stops = [
    onlineManager.subscribe((isOnline) => void (isOnline && sendNow())),
    focusManager.subscribe((isFocused) => void (isFocused && sendNow())),
    () => channel.close(),
    retries.cancel,
  ]
  const whenRead = readEarlier()
  void resume()

  return {
    whenRead,
    sendAdded,

    /** Tries for a few seconds to send all changes. */
    async flush() {
      const timeout = new Promise<void>((resolve) => setTimeout(resolve, FLUSH_TIMEOUT_MS))
      await Promise.race([sendNow(), timeout])
    },

    async discard() {
      for (const change of unsent.all()) setStage(change, 'settled')
      unsent.set([])
      journal.clear()
      await rows.clear()
      if (isOpen) channel.tellStoredChange()
    },

    close() {
      isOpen = false
      for (const stop of stops) stop()
    },
  }
}
