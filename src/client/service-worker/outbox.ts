import { entries, type UseStore } from 'idb-keyval'
import { kindOfRefusal } from '#client/api/refusal-kind.ts'
import { withLock } from '#client/browser/locks.ts'
import { openTabChannel } from '#client/browser/tab-channel.ts'
import { openStore, type StoredChange, updateRow } from '#client/outbox/outbox-store.ts'
import { REQUEST_TIMEOUT_MS } from '#client/sync/request-timeout.ts'
import type { EndpointRequest } from '#contract/endpoint.ts'

interface Options {
  /**
   * Whether to keep a change that the server refuses as faulty, so that a page can handle it.
   * Otherwise the change is deleted.
   */
  keepsFaulty?: boolean
}

/**
 * Sends the unsent changes of an outbox with the person's token, and stores the outcome of each
 * change for a page to handle. Rejects when the device is offline or the server fails, so that the
 * browser retries.
 */
export function sendUnsent(name: string, options: Options = {}) {
  return withLock(name, async () => {
    const store = openStore(name)
    const pages = openTabChannel(name)
    try {
      while (await sendNext(store, options)) pages.postMessage({})
    } finally {
      pages.close()
    }
  })
}

/** Sends the next change. Resolves with true if there may be more changes to send. */
async function sendNext(store: UseStore, { keepsFaulty = false }: Options) {
  const waiting = firstWaiting(await entries(store))
  if (!waiting) return false
  const { row, change, request } = waiting
  const { result, status, sentence, answer } = await send(request)

  const update = (next: (changes: StoredChange[]) => StoredChange[]) =>
    // The cast is safe, because pages of the same build have written the row.
    updateRow(store, row, (changes) => next(changes as StoredChange[]))
  const mark = (outcome: StoredChange['outcome']) =>
    update((changes) =>
      changes.map((stored) =>
        // Store the server's answer, because it may contain a later choice from another device. The
        // later choice wins.
        stored.id === change.id ? { ...stored, answer, outcome } : stored,
      ),
    )

  if (result === 'sent') await mark('sent')
  else if (result === 'explained') await mark({ refusal: sentence })
  else if (result === 'faulty') {
    console.error('A change was refused:', sentence)
    if (keepsFaulty) await mark({ refusal: sentence })
    else await update((changes) => changes.filter(({ id }) => id !== change.id))
  } else {
    // After a 401, the token will never work again, so remove the request that contains it. After a
    // 403, the token may work again once the person has paid.
    if (status === 401) await update((changes) => changes.map(withoutRequest))
    return false
  }
  return true
}

function firstWaiting(rows: [IDBValidKey, StoredChange[]][]) {
  for (const [row, changes] of rows) {
    for (const change of changes) {
      const { request, outcome } = change
      if (request && !outcome) return { row, change, request }
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
  // Parsing rejects the page of a captive portal, because such a page is not JSON.
  const answer: { detail?: unknown } = await response.json()
  const isOurs = typeof answer.detail === 'string'
  const result = response.ok ? 'sent' : kindOfRefusal({ status, isOurs })
  if (result === 'temporary') throw new Error(`The server answered with ${status}`)
  return { result, status, sentence: String(answer.detail), answer }
}
