import { onlineManager } from '@tanstack/react-query'
import { ApiError, isNotFound, isUnanswered } from '#client/api/failures.ts'
import { createStore } from '#client/browser/listeners.ts'
import { createExclusiveTask } from '#client/browser/locks.ts'
import { isQuotaExceeded } from '#client/browser/quota.ts'
import { openTabChannel } from '#client/browser/tab-channel.ts'
import { session } from '#client/session/session.ts'
import type { CatalogueIndex, CataloguePart } from '#contract/catalogue.ts'
import { catalogueMark } from './catalogue-mark.ts'
import { type DeviceCatalogueState, describeCatalogue, type Transfer } from './catalogue-state.ts'
import { fetchCatalogue, fetchIndex } from './fetch-catalogue.ts'
import { knownRevision } from './known-revision.ts'
import {
  catalogueChanges,
  readCatalogue,
  readHashes,
  type StoredCatalogue,
  updateCatalogue,
} from './stored-catalogue.ts'
import {
  type Wanted,
  type WantedSearch,
  want,
  wantedParts,
  wantsMore,
  withLocated,
} from './wanted.ts'
import { wipeCatalogue } from './wipe-catalogue.ts'
import { askWorker, closeCatalogue, reopenCatalogue } from './worker-channel.ts'

const store = createStore<DeviceCatalogueState>({ phase: 'unknown' })
/** Tells the other tabs that the blocks, or what is wanted, have changed. */
const channel = openTabChannel('engawa-catalogue')
/** Only one tab transfers at a time. */
const transferExclusively = createExclusiveTask('catalogue', transfer)

let stored: StoredCatalogue | undefined
let hashes: ReadonlySet<string> = new Set()
let index: CatalogueIndex | undefined
let isOff = false
let progress: Transfer = { state: 'idle' }
let abort = new AbortController()
/** What the running transfer fetches. */
let fetched: Wanted | undefined

channel.onmessage = () => void followOtherTab().catch(() => undefined)
onlineManager.subscribe((isOnline) => {
  if (isOnline && progress.state === 'waiting') void transferExclusively()
})

/** The catalogue on this device: what there is, what of it is here, and the transfer. */
export const deviceCatalogue = {
  current: store.current,
  watch: store.watch,

  /**
   * Goes on with an interrupted transfer, and fetches what has changed. Resolves with whether the
   * catalogue is wanted, which is undefined until the person or the app has decided.
   */
  async start() {
    const owner = session.userId()
    if (owner === undefined) return undefined
    const row = await readStored(owner)
    // A browser that was killed may have lost the mark.
    setMark(row)
    if (row.wanted.columns) await transferExclusively()
    return row.wanted.columns
  },

  /**
   * Reads what this device has, and fetches the server's index. Resolves with the error if the index
   * cannot be fetched. The state then describes only what this device has. Rejects when the storage is
   * broken.
   */
  async refresh(): Promise<unknown> {
    const owner = session.userId()
    if (owner === undefined) return undefined
    await readStored(owner)
    const failure = await askIndex().then(
      () => undefined,
      (error) => error,
    )
    publish()
    return failure
  },

  /** Fetches what has changed. `newest` is the newest revision of the listings on the server. */
  async follow(newest: number) {
    const owner = session.userId()
    if (owner === undefined || progress.state === 'saving') return
    // On a full device, every retry would download a block in vain, so only the person retries.
    if (progress.state === 'full') return
    const { revision, isComplete } = await readStored(owner)
    if (isComplete && revision === newest) await confirm(owner)
    else await transferExclusively()
  },

  setWanted,
  pause: () => setWanted((wanted) => ({ ...wanted, isPaused: true })),
  resume: () => setWanted(want),
}

/** Stores what is wanted, deletes what is not wanted any more, and fetches what is missing. */
async function setWanted(change: (wanted: Wanted) => Wanted) {
  const owner = session.userId()
  if (owner === undefined) return
  // A running transfer knows only what was wanted when it began. The next transfer replaces it.
  abort.abort()
  try {
    const row = await update(owner, (row) => {
      const wanted = change(row.wanted)
      return { wanted, isComplete: row.isComplete && !wantsMore(row.wanted, wanted) }
    })
    onInstall(row)
    await readStored(owner)
    await transferExclusively()
  } catch (error) {
    setProgress(progressAfter(error))
  }
}

/** Changes the row. Keeps the wanted blocks that an interrupted transfer has fetched. */
function update(owner: string, change: (row: StoredCatalogue) => Partial<StoredCatalogue>) {
  return updateCatalogue(owner, index?.parts ?? [], change)
}

/** Another tab has stored blocks, or changed what is wanted. */
async function followOtherTab() {
  const owner = session.userId()
  if (owner === undefined) return closeCatalogue()
  const { parts, wanted } = await readStored(owner)
  reopen(parts)
  if (!fetched || JSON.stringify(fetched) === JSON.stringify(wanted)) return
  // The other tab waits for the lock of this transfer, and then fetches what is wanted now.
  abort.abort()
}

async function transfer() {
  const owner = session.userId()
  if (owner === undefined) return
  abort = new AbortController()
  const { signal } = abort
  try {
    const row = await readStored(owner)
    const { wanted, isComplete } = row
    fetched = wanted
    if (!wanted.columns) return setProgress({ state: 'idle' })
    if (wanted.isPaused) return setProgress({ state: 'paused' })
    // A complete catalogue is only checked for changes, so the screen does not mention the transfer.
    if (!isComplete) setProgress({ state: 'saving' })
    const newest = await askIndex(signal)
    if (isComplete && hasEdition(row, newest)) return await confirm(owner)
    await fetchEdition(owner, newest, signal)
    if (await followSearches(owner)) await fetchEdition(owner, newest, signal)
    setProgress({ state: 'idle' })
  } catch (error) {
    // The blocks may have been removed since this transfer has counted them.
    if (signal.aborted) await readStored(owner).catch(() => undefined)
    // A complete catalogue stays usable while the server fails to give a newer one.
    const isUsable = stored?.isComplete && !isQuotaExceeded(error)
    setProgress(signal.aborted || isUsable ? { state: 'idle' } : progressAfter(error))
  } finally {
    fetched = undefined
  }
}

/**
 * Whether the device has all wanted parts of the newest edition. After an update, the server makes other
 * blocks of the same revision.
 */
function hasEdition({ wanted, parts, revision }: StoredCatalogue, newest: CatalogueIndex) {
  const stored = new Map(parts.map(({ hash, gone }) => [hash, gone.length]))
  const isStored = ({ hash, gone }: CataloguePart) => stored.get(hash) === gone.length
  return newest.revision === revision && wantedParts(newest.parts, wanted).every(isStored)
}

/** How many editions a transfer tries. The server may replace an edition while a device fetches it. */
const MAX_EDITIONS = 3

async function fetchEdition(
  owner: string,
  newest: CatalogueIndex,
  signal: AbortSignal,
  editions = 1,
): Promise<void> {
  try {
    await fetchCatalogue({ owner, index: newest, signal, onProgress, onInstall })
  } catch (error) {
    const isReplaced = isNotFound(error) && editions < MAX_EDITIONS
    if (!isReplaced) throw error
    await fetchEdition(owner, await askIndex(signal), signal, editions + 1)
  }
}

/**
 * Finds the prefectures in which the new edition has houses of the wanted searches, and wants their
 * details. Resolves with whether these prefectures have changed.
 */
async function followSearches(owner: string) {
  const { wanted } = await readStored(owner)
  const located = await Promise.all(wanted.searches.map((search) => locate(owner, search)))
  if (JSON.stringify(located) === JSON.stringify(wanted.searches)) return false
  // The person may have changed what is wanted while the worker was searching.
  const row = await update(owner, (row) => {
    return { wanted: withLocated(row.wanted, located), isComplete: false }
  })
  fetched = row.wanted
  onInstall(row)
  return true
}

/** A search that the device cannot answer keeps its prefectures. */
async function locate(owner: string, { search, prefectures }: WantedSearch): Promise<WantedSearch> {
  const counted = await askWorker({ owner, question: 'countPhotos', input: { search } })
  return { search, prefectures: counted?.answer?.map((one) => one.prefecture) ?? prefectures }
}

function progressAfter(error: unknown): Transfer {
  if (isUnanswered(error)) return { state: 'waiting' }
  if (isQuotaExceeded(error)) return { state: 'full' }
  return { state: 'failed', message: error instanceof Error ? error.message : undefined }
}

async function askIndex(signal?: AbortSignal) {
  try {
    index = await fetchIndex(signal)
  } catch (error) {
    isOff = error instanceof ApiError && error.isOurs && error.status === 404
    // The operator wants no copies on devices. If the deletion fails, the next check tries again.
    if (isOff) await wipeCatalogue().catch(() => undefined)
    throw error
  }
  isOff = false
  knownRevision.hear(index.newest_revision)
  return index
}

function onProgress(onDevice: ReadonlySet<string>) {
  hashes = onDevice
  publish()
}

function onInstall(row: StoredCatalogue) {
  stored = row
  setMark(row)
  reopen(row.parts)
  channel.postMessage(undefined)
  publish()
}

function setMark({ parts, wanted }: StoredCatalogue) {
  catalogueMark.set(canSearch(parts) ? 'ready' : wanted.columns ? 'wanted' : undefined)
}

/** Makes the worker search in the blocks as they are now, or frees its memory if there are none. */
function reopen(parts: CataloguePart[]) {
  if (canSearch(parts)) reopenCatalogue()
  else closeCatalogue()
  catalogueChanges.tell()
}

function canSearch(parts: CataloguePart[]) {
  return parts.some(({ tier }) => tier === 'columns')
}

/** Records that this device was up to date a moment ago. */
async function confirm(owner: string) {
  stored = await update(owner, ({ checkedAt, revision }) => {
    return { checkedAt: Math.max(checkedAt, knownRevision.heardAt(revision)) }
  })
  setProgress({ state: 'idle' })
}

async function readStored(owner: string) {
  const row = await readCatalogue(owner)
  hashes = await readHashes()
  // The worker deletes a damaged block.
  const isComplete = row.isComplete && row.parts.every(({ hash }) => hashes.has(hash))
  stored = { ...row, isComplete }
  publish()
  return stored
}

function setProgress(next: Transfer) {
  progress = next
  publish()
}

function publish() {
  if (isOff) store.set({ phase: 'off' })
  else if (stored && stored.owner === session.userId()) {
    store.set(describeCatalogue(stored, index, hashes, progress))
  }
}
