import { entries, type UseStore } from 'idb-keyval'
import { kindOfRefusal } from '#client/api/refusal-kind.ts'
import { withLock } from '#client/browser/locks.ts'
import { openTabChannel } from '#client/browser/tab-channel.ts'
import {
  openStore,
  type StoredChange,
  updateRow,
} from '#client/favorites/favorites-outbox-store.ts'
import { REQUEST_TIMEOUT_MS } from '#client/sync/request-timeout.ts'
import { OUTBOX } from '#client/sync/worker-messages.ts'
import type { EndpointRequest } from '#contract/endpoint.ts'

/**
 * Sends the unsent changes with the person's token, and marks them for a page to handle. Rejects
 * when the device is offline or the server fails, so that the browser retries.
 */
export function sendUnsentFavorites() {
  return withLock(OUTBOX, async () => {
    const store = openStore()
    const pages = openTabChannel(OUTBOX)
    try {
      while (await sendNext(store)) pages.postMessage({})
    } finally {
      pages.close()
    }
  })
}

/** Sends the next change. Resolves with whether there may be more to send. */
async function sendNext(store: UseStore) {
  const waiting = firstWaiting(await entries(store))
  if (!waiting) return false
  const { account, change, request } = waiting
  const { result, status, sentence, favorite = change.favorite } = await send(request)

  const update = (next: (changes: StoredChange[]) => StoredChange[]) =>
    // This type is safe, because pages of the same build have written the row.
    updateRow(store, account, (row) => next(row as StoredChange[]))
  const mark = (outcome: StoredChange['outcome']) =>
    update((changes) =>
      changes.map((stored) =>
        // The server may answer with a later choice from another device. The later choice wins.
        stored.id === change.id ? { ...stored, favorite, outcome } : stored,
      ),
    )

  if (result === 'sent') await mark('sent')
  else if (result === 'explained') await mark({ refusal: sentence })
  else if (result === 'faulty') {
    console.error('A change of favorites was refused:', sentence)
    await update((changes) => changes.filter(({ id }) => id !== change.id))
  } else {
    // After a 401, the token will never work again, so remove it. After a 403, it may work again
    // when the person has paid.
    if (status === 401) await update((changes) => changes.map(withoutRequest))
    return false
  }
  return true
}

function firstWaiting(rows: [IDBValidKey, StoredChange[]][]) {
  for (const [account, changes] of rows) {
    for (const change of changes) {
      const { request, outcome } = change
      if (request && !outcome) return { account, change, request }
    }
  }
}

function withoutRequest(change: StoredChange): StoredChange {
  return { ...change, request: null }
}

/** Sends a request. Rejects when the response is not our server's, or when a retry may help. */
async function send({ path, ...init }: EndpointRequest) {
  const response = await fetch(path, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
  const { status } = response
  // This rejects for a captive portal's page, which is not JSON.
  const { detail, favorite }: { detail?: unknown; favorite?: boolean } = await response.json()
  const isOurs = typeof detail === 'string'
  const result = response.ok ? 'sent' : kindOfRefusal({ status, isOurs })
  if (result === 'temporary') throw new Error(`The server answered with ${status}`)
  return { result, status, sentence: String(detail), favorite }
}
