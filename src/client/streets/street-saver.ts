import { createStore } from '#client/browser/listeners.ts'
import { isQuotaExceeded } from '#client/browser/quota.ts'
import { session } from '#client/session/session.ts'
import type { StreetPlan } from './plan-streets.ts'
import { readPartSizes, removeStreets } from './streets-cache.ts'

/**
 * The state of the download of street data. `full` means that the device is full. `interrupted`
 * means that the connection was lost. `replaced` means that the operator replaced the street file
 * during the download.
 */
export type StreetPhase = 'saving' | 'saved' | 'full' | 'interrupted' | 'replaced' | 'failed'

interface SavedStreets {
  /** Undefined before the first download, after a pause, and after the streets were removed. */
  phase: StreetPhase | undefined
  /** The size of the streets on this device. Undefined until `readBytes` has read the cache. */
  bytes: number | undefined
  /** The size of the parts that the current download has stored, in bytes. */
  addedBytes: number
  /**
   * The plan that the person has agreed to download on a metered connection, or `next` for the plan
   * that is downloaded next. The streets of later favorites need a new agreement.
   */
  agreed: StreetPlan | 'next' | undefined
}

/**
 * Downloads the street map around the favorites, stores it on this device, and publishes the
 * progress.
 */
export const streetSaver = createStreetSaver()

function createStreetSaver() {
  const state = createStore<SavedStreets>({
    ...{ phase: undefined, bytes: undefined, addedBytes: 0, agreed: undefined },
  })
  let running: { plan: StreetPlan; download: AbortController } | undefined

  function change(next: Partial<SavedStreets>) {
    state.set({ ...state.current(), ...next })
  }

  /** Reads the size of the streets on this device, and tells the listeners. */
  async function readBytes() {
    const sizes = await readPartSizes().catch(() => new Map<string, number>())
    change({ bytes: [...sizes.values()].reduce((total, bytes) => total + bytes, 0) })
  }

  /** Aborts the download. The parts that have arrived stay on this device. */
  function pause() {
    running?.download.abort()
    running = undefined
    if (state.current().phase) change({ phase: undefined })
  }

  // When a session ends, the app deletes the streets on this device. So stop a running download,
  // which would store streets again after the deletion.
  session.watch(pause)

  return {
    current: state.current,
    watch: state.watch,
    readBytes,
    pause,

    /** Lets the next download run on a metered connection. */
    agree: () => change({ agreed: 'next' }),

    /**
     * Downloads the planned parts of the street file that this device does not have yet. Does
     * nothing if the download of this plan is running or complete. If the download fails, sets
     * `phase` to the reason.
     */
    async save(plan: StreetPlan) {
      if (running?.plan === plan) return
      running?.download.abort()
      const run = { plan, download: new AbortController() }
      running = run
      const { agreed } = state.current()
      change({ phase: 'saving', addedBytes: 0, agreed: agreed === 'next' ? plan : agreed })
      let phase: StreetPhase | undefined
      try {
        const { saveStreets } = await import('./save-streets.ts')
        const onStored = (bytes: number) => {
          if (running === run) change({ addedBytes: state.current().addedBytes + bytes })
        }
        if (await saveStreets(plan, run.download.signal, onStored)) phase = 'saved'
      } catch (error) {
        phase = await reasonOf(error)
      }
      if (running !== run) return
      // If this download has failed or was stopped, the person may start it again.
      if (phase !== 'saved') running = undefined
      change({ phase })
      await readBytes()
    },

    /** Stops the download, and deletes the streets on this device. */
    async remove() {
      pause()
      change({ agreed: undefined })
      await removeStreets().catch(() => undefined)
      await readBytes()
    },
  }
}

async function reasonOf(error: unknown): Promise<StreetPhase> {
  if (isQuotaExceeded(error)) return 'full'
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
  // `fetch` throws a `TypeError` without a network.
  if (isTimeout || error instanceof TypeError) return 'interrupted'
  const { EtagMismatch } = await import('pmtiles')
  return error instanceof EtagMismatch ? 'replaced' : 'failed'
}
