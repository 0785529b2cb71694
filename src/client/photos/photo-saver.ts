import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { createExclusiveTask } from '#client/browser/locks.ts'
import { isMetered, watchNetworkType } from '#client/browser/metered.ts'
import { attempt } from '#client/browser/storage.ts'
import { saveFavorites } from '#client/favorites/saved-favorites.ts'
import { trackDownloadFailures } from './download-failures.ts'
import { runDownloads } from './download-pool.ts'
import { acceptEviction, dropPhotos, readSaved, removePhotos, switchOn } from './favorite-photos.ts'
import { createNeededPhotos } from './needed-photos.ts'
import { isPaused, setPaused } from './photo-pause.ts'
import { openProgressChannel, type Progress } from './progress-channel.ts'
import {
  type House,
  missingPhotos,
  phaseOf,
  type SaverInputs,
  savedPhotos,
  summarize,
} from './saved-photos.ts'

export type PhotoSaver = ReturnType<typeof openPhotoSaver>

/**
 * Saves the missing photos of favorites, and removes all other photos. Only one tab saves at a
 * time.
 */
export function openPhotoSaver(queryClient: QueryClient) {
  const otherTabs = openProgressChannel({ onProgress: adoptProgress, onChange: refresh })
  const failures = trackDownloadFailures(retry)
  const needed = createNeededPhotos(queryClient)
  const saveExclusively = createExclusiveTask('photo-saver', saveAll)
  let saved: Map<string, number> | undefined
  let records: ReadonlyMap<string, boolean> = new Map()
  let evicted = 0
  let downloading = new Set<string>()
  /** Houses that the person asked to save even on a metered connection. */
  let allowed = new Set<string>()
  let isBroken = !('caches' in globalThis)
  let isPersistent: boolean | undefined
  let isOpen = true
  /**
   * Whether the photo caches have been read. Until then, `publish` does nothing, because `saved` is
   * undefined. The page would show this as “saving is off”.
   */
  let isRead = false
  let downloads = new AbortController()

  const isAllowed = ({ id }: House) => !isMetered() || allowed.has(id)
  const inputs = (): SaverInputs => ({
    ...{ houses: needed.houses(), saved, records, evicted, downloading },
    ...{ isBroken, isPersistent, isAllowed },
    ...failures.current(),
    isOnline: onlineManager.isOnline(),
    isPaused: isPaused(),
  })
  const superfluous = () => [...(saved?.keys() ?? [])].filter((photo) => !needed.isNeeded(photo))

  /** Publishes the state to this tab. */
  function publish() {
    if (isOpen && isRead) savedPhotos.set(summarize(inputs()))
  }

  /** Shows the progress in this tab and in the person's other tabs. */
  function publishProgress(added?: Progress['added']) {
    publish()
    if (!isOpen) return
    const { failed, blockedBy } = failures.current()
    otherTabs.postProgress({
      added,
      downloading: [...downloading],
      failed: [...failed],
      blockedBy,
    })
  }

  /** Makes the other tabs read the photo caches again, because this tab has changed the caches. */
  function publishChange() {
    if (isOpen) otherTabs.postChange()
  }

  /** Shows, in this tab, the progress of another tab that downloads photos. */
  function adoptProgress({ added, ...progress }: Progress) {
    if (added) saved?.set(...added)
    downloading = new Set(progress.downloading)
    failures.adopt(progress)
    publish()
  }

  async function readCaches() {
    try {
      ;({ saved, evicted } = await readSaved())
      await readRecords()
      isPersistent = await attempt(async () => navigator.storage?.persisted?.())
    } catch {
      isBroken = true
    }
    if (!saved) downloads.abort()
    isRead = true
    publish()
  }

  /**
   * A house counts as saved only after it was read back, because storage may report success and
   * still lose the data.
   */
  async function readRecords() {
    const ids = needed.houses().map(({ id }) => id)
    const readBack = await saveFavorites(queryClient)
    records = new Map(ids.map((id) => [id, readBack.has(id)]))
  }

  function onNeeded() {
    publish()
    startWork()
    // A page without favorites does not show the panel that removes the saved street map, so remove
    // the map here. Otherwise it would stay on the device.
    if (needed.houses().length === 0 && needed.isConfirmed()) {
      void import('#client/streets/streets-cache.ts')
        .then(({ removeStreets }) => removeStreets())
        .catch(() => undefined)
    }
  }

  /** Starts saving if there is work to do. Only one tab saves at a time. */
  function startWork() {
    const isUnread = needed.houses().some(({ id }) => !records.has(id))
    const isNeeded = phaseOf(inputs()) === 'saving' || isUnread || superfluous().length > 0
    if (isOpen && isNeeded) void saveExclusively()
  }

  function refresh() {
    void readCaches().then(startWork)
  }

  async function saveAll() {
    if (!isOpen) return
    try {
      // Read the caches again, because another tab may have saved photos meanwhile.
      await readCaches()
      await removeSuperfluous()
      await saveMissing()
    } catch {
      isBroken = true
      publish()
    }
  }

  function saveMissing() {
    downloads = new AbortController()
    return runDownloads(
      {
        next: nextMissing,
        onStart: (address) => {
          downloading.add(address)
          publishProgress()
        },
        onSaved: (address, bytes) => {
          downloading.delete(address)
          saved?.set(address, bytes)
          failures.resetBackoff()
          publishProgress([address, bytes])
        },
        onFailed: (address, error) => {
          downloading.delete(address)
          if (error !== undefined) recordFailure(error, address)
          publishProgress()
        },
        onSwitchedOff: (address) => {
          downloading.delete(address)
          return readCaches()
        },
      },
      downloads.signal,
    )
  }

  /** Complete one house after the other, so that as many houses as possible are complete. */
  function nextMissing() {
    const now = inputs()
    if (phaseOf(now) !== 'saving') return undefined
    return now.houses
      .filter(isAllowed)
      .flatMap((house) => missingPhotos(house, now))
      .find((address) => !downloading.has(address))
  }

  function recordFailure(error: unknown, address: string) {
    if (failures.record(error, address)) return
    console.error('A photo could not be saved:', error)
    isBroken = true
  }

  function retry() {
    failures.clear()
    startWork()
    publish()
  }

  /**
   * Aborts and retries the downloads after a reconnect, because running downloads may hang on dead
   * connections.
   */
  function restartDownloads() {
    downloads.abort()
    retry()
  }

  /**
   * Removes the photos that no favorite needs. Does nothing if the server has not recently
   * confirmed the list of favorites.
   */
  async function removeSuperfluous() {
    const addresses = superfluous()
    if (addresses.length === 0 || !needed.isConfirmed()) return
    await dropPhotos(addresses)
    failures.recordFreedSpace()
    await readCaches()
    publishChange()
  }

  async function saveNow() {
    setPaused(false)
    allowed = new Set(needed.houses().map(({ id }) => id))
    failures.recordFreedSpace()
    await acceptEviction().catch(() => undefined)
    await readCaches()
    publishChange()
    retry()
  }

  const onVisible = () => {
    if (document.visibilityState === 'visible') refresh()
  }
  document.addEventListener('visibilitychange', onVisible)
  const stops = [
    needed.watch(onNeeded),
    onlineManager.subscribe((isOnline) => (isOnline ? restartDownloads() : publish())),
    () => document.removeEventListener('visibilitychange', onVisible),
    // Downloads may have waited on a metered connection. When the network changes, for example to
    // Wi-Fi, the downloads may continue.
    watchNetworkType(refresh),
    otherTabs.close,
    failures.stop,
    () => downloads.abort(),
  ]
  refresh()

  return {
    async switchOn() {
      try {
        await switchOn()
      } catch {
        isBroken = true
      }
      await askToPersist()
      await saveNow()
    },

    /**
     * Retries every missing photo, whatever has stopped the downloads: a pause, a failure, a
     * metered connection, a full device, or an eviction by the browser.
     */
    saveNow,

    pause() {
      setPaused(true)
      downloads.abort()
      publishChange()
      publish()
    },

    async remove() {
      downloads.abort()
      try {
        await removePhotos()
      } catch {
        isBroken = true
      }
      publishChange()
      await readCaches()
    },

    close() {
      for (const stop of stops) stop()
      isOpen = false
      savedPhotos.set(undefined)
    },
  }
}

async function askToPersist() {
  try {
    await navigator.storage?.persist?.()
  } catch {
    // Ignore the error. Save the photos even if the browser refuses to protect them from eviction.
  }
}
