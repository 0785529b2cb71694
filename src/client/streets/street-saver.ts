import { createListeners } from '#client/browser/listeners.ts'
import { isFull } from '#client/browser/quota.ts'
import { readKeptSizes, removeStreets } from './kept-streets.ts'
import type { StreetPlan } from './plan-streets.ts'

/**
 * Downloading, complete, or stopped: by a full device, a lost connection, a file that was replaced
 * during the download, or another error.
 */
export type StreetPhase = 'saving' | 'saved' | 'full' | 'interrupted' | 'replaced' | 'failed'

interface SavedStreets {
  /** Undefined before the first download, and after it was paused or switched off. */
  phase: StreetPhase | undefined
  /** The size of the kept streets. Undefined before it has been read. */
  bytes: number | undefined
}

/** Saves the streets around the favorites on this device. */
export const streetSaver = createStreetSaver()

function createStreetSaver() {
  let current: SavedStreets = { phase: undefined, bytes: undefined }
  let running: { plan: StreetPlan; download: AbortController } | undefined
  const listeners = createListeners()

  function change(next: Partial<SavedStreets>) {
    current = { ...current, ...next }
    listeners.tell()
  }

  async function readBytes() {
    const sizes = await readKeptSizes().catch(() => new Map<string, number>())
    change({ bytes: [...sizes.values()].reduce((total, bytes) => total + bytes, 0) })
  }

  function pause() {
    running?.download.abort()
    running = undefined
    if (current.phase) change({ phase: undefined })
  }

  return {
    current: () => current,
    /** Calls `listener` after every change. Returns the unsubscribe function. */
    watch: listeners.watch,
    readBytes,
    pause,

    /** Downloads what the plan still lacks. Does nothing if this plan is running or complete. */
    async save(plan: StreetPlan) {
      if (running?.plan === plan) return
      running?.download.abort()
      const run = { plan, download: new AbortController() }
      running = run
      change({ phase: 'saving' })
      let phase: StreetPhase | undefined
      try {
        const { saveStreets } = await import('./save-streets.ts')
        if (await saveStreets(plan, run.download.signal)) phase = 'saved'
      } catch (error) {
        phase = await reasonOf(error)
      }
      if (running !== run) return
      // A run that has not completed may start again with the same plan.
      if (phase !== 'saved') running = undefined
      change({ phase })
      await readBytes()
    },

    /** Stops saving and deletes the kept streets. */
    async remove() {
      pause()
      await removeStreets().catch(() => undefined)
      await readBytes()
    },
  }
}

async function reasonOf(error: unknown): Promise<StreetPhase> {
  if (isFull(error)) return 'full'
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
  // `fetch` throws a `TypeError` without a network.
  if (isTimeout || error instanceof TypeError) return 'interrupted'
  const { EtagMismatch } = await import('pmtiles')
  return error instanceof EtagMismatch ? 'replaced' : 'failed'
}
