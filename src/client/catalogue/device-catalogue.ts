import { onlineManager } from '@tanstack/react-query'
import { ApiError, isUnanswered } from '#client/api/failures.ts'
import { createStore } from '#client/browser/listeners.ts'
import { createExclusiveTask } from '#client/browser/locks.ts'
import { isQuotaExceeded } from '#client/browser/quota.ts'
import { openTabChannel } from '#client/browser/tab-channel.ts'
import { session } from '#client/session/session.ts'
import type { CatalogueIndex } from '#contract/catalogue.ts'
import { catalogueMark } from './catalogue-mark.ts'
import { type DeviceCatalogueState, describeCatalogue, type Transfer } from './catalogue-state.ts'
import { fetchCatalogue, fetchIndex, isWantedPart } from './fetch-catalogue.ts'
import { knownRevision } from './known-revision.ts'
import {
  readCatalogue,
  readHashes,
  type StoredCatalogue,
  updateCatalogue,
  type Wanted,
} from './stored-catalogue.ts'
import { reopenCatalogue } from './worker-channel.ts'

type Progress = Pick<Transfer, 'state' | 'message'>

const store = createStore<DeviceCatalogueState>({ phase: 'unknown' })
/** Tells the other tabs that the blocks, or what is wanted, have changed. */
const channel = openTabChannel('engawa-catalogue')
/** Only one tab transfers at a time. */
const transferExclusively = createExclusiveTask('catalogue', transfer)

let stored: StoredCatalogue | undefined
let hashes: ReadonlySet<string> = new Set()
let index: CatalogueIndex | undefined
let isOff = false
let progress: Progress = { state: 'idle' }
let abort = new AbortController()

channel.onmessage = () => {
  reopenCatalogue()
  void readStored()
}
onlineManager.subscribe((isOnline) => {
  if (isOnline && progress.state === 'waits-for-network') void transferExclusively()
})

/** The catalogue on this device: what there is, what of it is here, and the transfer. */
export const deviceCatalogue = {
  current: store.current,
  /** Calls `listener` after every change. Returns the unsubscribe function. */
  watch: store.watch,

  /** Reads what this device has, and asks the server what there is. */
  async refresh() {
    await readStored()
    // Without an answer, the state describes only what this device has.
    await askIndex().catch(() => undefined)
    publish()
  },

  /** Fetches what is wanted and not here, for example because a transfer was interrupted. */
  update: () => transferExclusively(),

  /** Fetches what has changed. `newest` is the newest revision of the listings on the server. */
  async follow(newest: number) {
    const owner = session.userId()
    if (owner === undefined || progress.state === 'running') return
    const { revision } = await readCatalogue(owner)
    if (revision !== newest) return transferExclusively()
    const checkedAt = knownRevision.heardAt(revision)
    stored = await updateCatalogue(owner, (row) => ({ ...row, checkedAt }), wantedParts)
    publish()
  },

  takeColumns: () => want(() => ({})),
  /** Takes the full records of a prefecture's houses, too. */
  take: (prefecture: string | null) =>
    want(({ prefectures }) => ({
      prefectures: prefectures === 'all' ? 'all' : [...new Set([...prefectures, prefecture])],
    })),
  takeAll: () => want(() => ({ prefectures: 'all' })),

  pause: () => setWanted((wanted) => ({ ...wanted, isPaused: true })),
  resume: () => want(() => ({})),

  /** Removes the full records of a prefecture's houses. */
  remove: (prefecture: string | null) =>
    setWanted((wanted) => ({
      ...wanted,
      prefectures: wantedPrefectures(wanted).filter((name) => name !== prefecture),
    })),
  removeAll: () => setWanted(() => ({ columns: false, prefectures: [], isPaused: false })),
}

function wantedPrefectures({ prefectures }: Wanted) {
  if (prefectures !== 'all') return prefectures
  const parts = index?.parts ?? stored?.parts ?? []
  const details = parts.filter(({ tier }) => tier === 'details')
  return [...new Set(details.map(({ prefecture = null }) => prefecture))]
}

/** Every wish includes the columns, because a device without them finds no house. */
function want(change: (wanted: Wanted) => Partial<Wanted>) {
  return setWanted((wanted) => ({ ...wanted, columns: true, isPaused: false, ...change(wanted) }))
}

/** Stores what is wanted, deletes what is not wanted any more, and fetches what is missing. */
async function setWanted(change: (wanted: Wanted) => Wanted) {
  const owner = session.userId()
  if (owner === undefined) return
  // A running transfer knows only what was wanted when it began. The next transfer replaces it.
  abort.abort()
  try {
    const row = await updateCatalogue(
      owner,
      (row) => {
        const wanted = change(row.wanted)
        return { ...row, wanted, parts: row.parts.filter((part) => isWantedPart(wanted, part)) }
      },
      wantedParts,
    )
    onInstall(row)
    await readStored()
    await transferExclusively()
  } catch (error) {
    setProgress(progressAfter(error))
  }
}

/** The blocks that a transfer fetches. Those that an interrupted transfer has fetched are kept. */
function wantedParts({ wanted }: StoredCatalogue) {
  return index?.parts.filter((part) => isWantedPart(wanted, part)) ?? []
}

async function transfer() {
  const owner = session.userId()
  if (owner === undefined) return
  abort = new AbortController()
  const { signal } = abort
  try {
    const { wanted } = await readCatalogue(owner)
    if (!wanted.columns) return setProgress({ state: 'idle' })
    if (wanted.isPaused) return setProgress({ state: 'paused' })
    setProgress({ state: 'running' })
    await fetchCatalogue({ owner, index: await askIndex(signal), signal, onProgress, onInstall })
    setProgress({ state: 'idle' })
  } catch (error) {
    setProgress(signal.aborted ? { state: 'idle' } : progressAfter(error))
  }
}

function progressAfter(error: unknown): Progress {
  if (isUnanswered(error)) return { state: 'waits-for-network' }
  if (isQuotaExceeded(error)) return { state: 'full' }
  return { state: 'failed', message: error instanceof Error ? error.message : undefined }
}

async function askIndex(signal?: AbortSignal) {
  try {
    index = await fetchIndex(signal)
  } catch (error) {
    isOff = error instanceof ApiError && error.isOurs && error.status === 404
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
  const isReady = row.parts.some(({ tier }) => tier === 'columns')
  catalogueMark.set(isReady ? 'ready' : row.wanted.columns ? 'wanted' : undefined)
  reopenCatalogue()
  channel.postMessage(undefined)
  publish()
}

async function readStored() {
  const owner = session.userId()
  if (owner === undefined) return
  stored = await readCatalogue(owner)
  hashes = await readHashes()
  publish()
}

function setProgress(next: Progress) {
  progress = next
  publish()
}

function publish() {
  if (isOff) store.set({ phase: 'off' })
  else if (stored && stored.owner === session.userId())
    store.set(describeCatalogue(stored, index, hashes, progress))
}
